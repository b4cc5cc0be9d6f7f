/** The appearance of the entries in the view "Routes". */
import * as vscode from "vscode";

import {
  isMarked,
  isOneRow,
  shortPlaceOf,
  summaryOf,
  type Folder,
  type Node,
  type Place,
  type Request,
} from "./routes";
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

/** Colours requests with problems as the editor does; it recognizes them by the scheme of their URIs. */
export const marks: vscode.FileDecorationProvider = {
  provideFileDecoration: ({ scheme, query, fragment }) =>
    scheme === SCHEME && fragment in MARKS
      ? { badge: "!", color: new vscode.ThemeColor(MARKS[fragment] ?? ""), tooltip: query }
      : undefined,
};

/** By severity, as in Problems: themes of high contrast have no others. */
const MARKS: Record<string, string> = {
  1: "problemsErrorIcon.foreground",
  2: "problemsWarningIcon.foreground",
  3: "problemsInfoIcon.foreground",
};

const SCHEME = "waypost-route";

function folderItem(node: Folder, isOpen: boolean): vscode.TreeItem {
  const { kind, name, byDefault, requests, problems, filter } = node;
  const item = new vscode.TreeItem(kind === "host" ? name : `/${name}`, isOpen ? Expanded : Collapsed);
  item.id = `${kind} ${filter} ${name} ${isOpen}`;
  item.description = summaryOf(node);
  const wrong = problems === 0 ? "" : `, ${problems} with problems`;
  const address = byDefault === "" ? "" : `\n${byDefault} unless the code is given another address`;
  item.tooltip = `${item.label as string}: ${counted(requests, "request")}${wrong}${address}`;
  item.iconPath = new vscode.ThemeIcon(kind === "host" ? "globe" : "folder");
  item.contextValue = kind;
  return item;
}

function requestItem(request: Request): vscode.TreeItem {
  const { verb, name, path, places, problems, severity } = request;
  const isAlone = isOneRow(request);
  const item = new vscode.TreeItem(`${verb || "ANY"} ${name}`, isAlone ? None : Collapsed);
  const mark = { query: problems.join("\n"), fragment: isMarked(severity) ? `${severity}` : "" };
  item.resourceUri = vscode.Uri.from({ scheme: SCHEME, path: `/${verb} ${path}`, ...mark });
  item.iconPath = LOOKS[verb] ?? new vscode.ThemeIcon("arrow-right");
  const [first] = places;
  const place = first !== undefined && places.length === 1 ? placeOf(first) : counted(places.length, "call");
  item.tooltip = [`${verb} ${path}`, first?.route.operation, place].filter(Boolean).join("\n"); // its mark adds problems
  item.contextValue = "request";
  if (first !== undefined && places.length === 1) {
    item.command = jumpTo(first);
    item.description = isAlone ? shortPlaceOf(first) : "";
  } else {
    item.description = `${places.length}×`;
  }
  return item;
}

function placeItem(place: Place): vscode.TreeItem {
  const item = new vscode.TreeItem(shortPlaceOf(place));
  const folder = placeOf(place).split("/").slice(0, -1).join("/");
  item.description = folder;
  item.tooltip = placeOf(place);
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
