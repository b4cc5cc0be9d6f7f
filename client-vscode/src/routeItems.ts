/** The appearance of the entries in the view "Routes". */
import * as vscode from "vscode";

import type { Folder, Node, Place, Request } from "./routes";
import { counted } from "./summary";

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

export function itemOf(node: Node, isFiltered: boolean): vscode.TreeItem {
  switch (node.kind) {
    case "place":
      return placeItem(node);
    case "request":
      return requestItem(node);
    case "host":
    case "folder":
      return folderItem(node, isFiltered || node.kind === "host");
  }
}

/** Colours requests with problems, which it recognizes by the scheme of their URIs. */
export const marks: vscode.FileDecorationProvider = {
  provideFileDecoration: ({ scheme, query }) =>
    scheme === SCHEME && query !== ""
      ? { badge: "!", color: new vscode.ThemeColor("list.warningForeground"), tooltip: query }
      : undefined,
};

const SCHEME = "waypost-route";

function folderItem({ kind, name, requests, problems, filter }: Folder, isOpen: boolean): vscode.TreeItem {
  const item = new vscode.TreeItem(kind === "host" ? name : `/${name}`, isOpen ? Expanded : Collapsed);
  item.id = `${kind} ${filter} ${name} ${isOpen}`;
  const wrong = problems === 0 ? "" : `, ${problems} with problems`;
  item.description = `${counted(requests, "request")}${wrong}`;
  item.iconPath = new vscode.ThemeIcon(kind === "host" ? "globe" : "folder");
  item.contextValue = kind;
  return item;
}

function requestItem({ verb, name, path, places, problems }: Request): vscode.TreeItem {
  const label = `${verb || "ANY"} ${name}`;
  const item = new vscode.TreeItem(label, places.length > 1 ? Collapsed : None);
  item.resourceUri = vscode.Uri.from({ scheme: SCHEME, path: `/${verb} ${path}`, query: problems.join("\n") });
  item.iconPath = LOOKS[verb] ?? new vscode.ThemeIcon("arrow-right");
  item.tooltip = [`${verb} ${path}`, places[0]?.route.operation].filter(Boolean).join("\n"); // its mark adds problems
  item.contextValue = "request";
  const [only] = places;
  if (only !== undefined && places.length === 1) {
    item.description = placeOf(only);
    item.command = jumpTo(only);
  } else {
    item.description = counted(places.length, "call");
  }
  return item;
}

function placeItem(place: Place): vscode.TreeItem {
  const item = new vscode.TreeItem(placeOf(place));
  item.iconPath = new vscode.ThemeIcon("go-to-file");
  item.contextValue = "request";
  item.command = jumpTo(place);
  return item;
}

function placeOf({ route }: Place): string {
  return `${vscode.workspace.asRelativePath(vscode.Uri.parse(route.uri))}:${route.range.start.line + 1}`;
}

function jumpTo({ route }: Place): vscode.Command {
  const { start, end } = route.range;
  const selection = new vscode.Range(start.line, start.character, end.line, end.character);
  return { command: "vscode.open", title: "Open", arguments: [vscode.Uri.parse(route.uri), { selection }] };
}

const look = (icon: string, color: string): vscode.ThemeIcon =>
  new vscode.ThemeIcon(icon, new vscode.ThemeColor(`charts.${color}`));

const LOOKS: Record<string, vscode.ThemeIcon> = {
  GET: look("arrow-down", "green"),
  HEAD: look("arrow-down", "green"),
  POST: look("add", "yellow"),
  PUT: look("arrow-up", "blue"),
  PATCH: look("edit", "purple"),
  DELETE: look("trash", "red"),
};
