/** The view "Routes": every request the workspace's Python code can make, by host and path. */
import * as vscode from "vscode";

import { ROUTES, type Routes } from "./protocol";
import { itemOf, marks } from "./routeItems";
import { isOneRow, treeOf, type Node } from "./routes";
import type { Server } from "./server";

const VIEW = "waypost.routes";
const PAUSE = 400;
/** The state of the view while it has nothing to list; package.json has the texts. */
type State = "loading" | "failed" | "empty" | "filtered" | "listed";

export class RoutesView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Node>;
  private readonly disposables: vscode.Disposable[];
  private filter = "";
  private stale = true;
  private timer: NodeJS.Timeout | undefined;
  private state: State = "loading";
  /** Whether the keyboard was given to the view before it had a list. */
  private isWaitedFor = false;

  constructor(private readonly server: Server) {
    this.view = vscode.window.createTreeView(VIEW, { treeDataProvider: this, showCollapseAll: true });
    this.disposables = [
      this.changed,
      this.view,
      vscode.window.registerFileDecorationProvider(marks),
      this.view.onDidChangeVisibility(({ visible }) => visible && this.stale && this.refresh()),
      vscode.window.onDidChangeTextEditorSelection(() => (this.isWaitedFor = false)),
      server.onDidChangeRoutes(() => this.invalidate()),
      server.onDidChange(() => this.invalidate()),
    ];
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node !== undefined) {
      return childrenOf(node);
    }
    this.stale = false;
    if (this.server.health === "stopped" || this.server.health === "starting") {
      await this.enter("loading");
    }
    await this.server.ensureStarted();
    const found = await this.server.ask<Routes>(ROUTES);
    this.askAgain(found?.complete === false);
    const tree = treeOf(found?.routes ?? [], this.filter);
    await this.enter(this.stateOf(found, tree.length > 0));
    return tree;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return itemOf(node, this.filter !== "");
  }

  /** The first list replaces the text in the view, which loses the keyboard focus; this restores it. */
  async show(): Promise<void> {
    await this.focus();
    this.isWaitedFor = this.state !== "listed";
  }

  refresh(): void {
    this.changed.fire();
  }

  /** The view follows each key. Enter leads into the list, Escape back to what was shown before. */
  askFilter(): void {
    const before = this.filter;
    const input = vscode.window.createInputBox();
    input.title = "Filter Routes";
    input.prompt = "Show routes that contain all of these words: verb, host, path, operation or file";
    input.value = before;
    let isAccepted = false;
    input.onDidChangeValue((value) => void this.setFilter(value.trim()));
    input.onDidAccept(() => {
      isAccepted = true;
      input.hide();
    });
    input.onDidHide(() => {
      input.dispose();
      void (isAccepted ? this.focus() : this.setFilter(before));
    });
    input.show();
  }

  async setFilter(filter: string): Promise<void> {
    this.filter = filter;
    this.view.description = filter;
    await vscode.commands.executeCommand("setContext", "waypost.routesFiltered", filter !== "");
    this.refresh();
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private stateOf(found: Routes | null, isAny: boolean): State {
    if (found === null) {
      return this.server.health === "failed" ? "failed" : "loading";
    }
    if (isAny) {
      return "listed";
    }
    return found.complete ? (this.filter === "" ? "empty" : "filtered") : "loading";
  }

  private async enter(state: State): Promise<void> {
    this.state = state;
    await vscode.commands.executeCommand("setContext", "waypost.routesState", state);
    if (state === "listed" && this.isWaitedFor) {
      this.isWaitedFor = false;
      setImmediate(() => void this.focus()); // after the list, which is on its way to the editor
    }
  }

  private focus(): Thenable<void> {
    return vscode.commands.executeCommand(`${VIEW}.focus`);
  }

  /** The server reports whether it has read everything; until then the view follows it. */
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

function childrenOf(node: Node): Node[] {
  switch (node.kind) {
    case "place":
      return [];
    case "request":
      return isOneRow(node) ? [] : [...node.places];
    case "host":
    case "folder":
      return [...node.children];
  }
}
