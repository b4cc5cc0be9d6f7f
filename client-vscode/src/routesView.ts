/** The view "Routes": every request the workspace's Python code can make, by path. */
import * as vscode from "vscode";

import { ROUTES, type Route, type Routes } from "./protocol";
import { grouped, type PathGroup } from "./routes";
import type { Server } from "./server";

type Node = PathGroup | Route;

const VIEW = "waypost.routes";
const FILTERED = "waypost.routesFiltered";
const PAUSE = 400;

export class RoutesView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly view: vscode.TreeView<Node>;
  private readonly disposables: vscode.Disposable[];
  private filter = "";
  private stale = true;
  private timer: NodeJS.Timeout | undefined;
  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly server: Server) {
    this.view = vscode.window.createTreeView(VIEW, { treeDataProvider: this, showCollapseAll: true });
    this.disposables = [
      this.changed,
      this.view,
      this.view.onDidChangeVisibility(({ visible }) => visible && this.stale && this.refresh()),
      server.onDidChangeRoutes(() => this.invalidate()),
      server.onDidChange(() => this.invalidate()),
    ];
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node !== undefined) {
      return "routes" in node ? [...node.routes] : [];
    }
    this.stale = false;
    await this.server.ensureStarted();
    const found = await this.server.ask<Routes>(ROUTES);
    this.askAgain(found?.complete === false);
    return grouped(found?.routes ?? [], this.filter);
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return "routes" in node ? pathItem(node, this.filter !== "") : routeItem(node);
  }

  async show(): Promise<void> {
    await vscode.commands.executeCommand(`${VIEW}.focus`);
  }

  refresh(): void {
    this.changed.fire();
  }

  async askFilter(): Promise<void> {
    const prompt = "Show routes that hold all of these words: verb, path, operation or file";
    const filter = await vscode.window.showInputBox({ title: "Filter Routes", prompt, value: this.filter });
    if (filter !== undefined) {
      await this.setFilter(filter.trim());
    }
  }

  async setFilter(filter: string): Promise<void> {
    this.filter = filter;
    this.view.description = filter;
    await vscode.commands.executeCommand("setContext", FILTERED, filter !== "");
    this.refresh();
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.disposables).dispose();
  }

  /** The server says whether it has read everything; until then the view follows it. */
  private askAgain(isReading: boolean): void {
    clearTimeout(this.timer);
    this.view.message = isReading ? "Reading the workspace…" : "";
    if (isReading) {
      this.timer = setTimeout(() => this.invalidate(), PAUSE);
    }
  }

  private invalidate(): void {
    this.stale = true;
    if (this.view.visible) {
      this.refresh();
    }
  }
}

function pathItem(group: PathGroup, open: boolean): vscode.TreeItem {
  const state = open ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed;
  const item = new vscode.TreeItem(group.path, state);
  item.id = `${group.path} ${open}`;
  item.description = [...new Set(group.routes.map(({ verb }) => verb))].join(" ");
  item.iconPath = new vscode.ThemeIcon("symbol-namespace");
  return item;
}

function routeItem(route: Route): vscode.TreeItem {
  const uri = vscode.Uri.parse(route.uri);
  const { start, end } = route.range;
  const selection = new vscode.Range(start.line, start.character, end.line, end.character);
  const item = new vscode.TreeItem(route.verb);
  item.description = `${vscode.workspace.asRelativePath(uri)}:${start.line + 1}`;
  item.tooltip = `${route.verb} ${route.path}${route.operation === null ? "" : `\n${route.operation}`}`;
  item.iconPath = new vscode.ThemeIcon(VERB_ICONS[route.verb] ?? "arrow-right");
  item.command = { command: "vscode.open", title: "Open", arguments: [uri, { selection }] };
  return item;
}

const VERB_ICONS: Record<string, string> = {
  GET: "arrow-down",
  HEAD: "arrow-down",
  POST: "add",
  PUT: "arrow-up",
  PATCH: "edit",
  DELETE: "trash",
};
