/** The commands of the command palette. */
import * as vscode from "vscode";

import { addApi } from "./apis";
import { checkWorkspace } from "./check";
import { copyAt, cursor, openAsHttp } from "./clipboard";
import { exportRoutes } from "./exportRoutes";
import { createConfiguration } from "./firstRun";
import { ignoreSpelling } from "./ignoreSpelling";
import { showCalls } from "./lenses";
import type { RequestPreview } from "./preview";
import type { AtCursor } from "./protocol";
import { filterOf, placesOf, type Node } from "./routes";
import type { RoutesView } from "./routesView";
import type { Server } from "./server";
import type { Spelling } from "./spelling";
import { showMenu } from "./status";
import { noFile } from "./trouble";

const FIX_ALL = "source.fixAll.waypost";

export interface Parts {
  readonly server: Server;
  readonly preview: RequestPreview;
  readonly routes: RoutesView;
  readonly spelling: Spelling;
}

/** Commands of the view of routes are passed the entry that they are called on. */
type Command = (node: Node) => unknown;
type Commands = Record<string, Command>;

export function registerCommands({ server, preview, routes, spelling }: Parts): vscode.Disposable {
  const always: Commands = {
    createConfiguration: () => createConfiguration(),
    restart: () => server.restart(),
    showLogs: () => server.log.show(),
    menu: () => showMenu(server),
    listRoutes: () => routes.show(), // the view itself shows the problem for as long as it lasts
    filterRoutes: () => routes.askFilter(),
    clearRouteFilter: () => routes.setFilter(""),
    filterByRoute: (node) => routes.setFilter(filterOf(node)),
  };
  const withServer: Commands = {
    fixAll: () => fixAll(),
    checkAllFiles: () => checkWorkspace(server),
    addApiDocument: () => addApi(server),
    showRequest: () => preview.show(),
    copyRequestAs: () => atCursor(server, copyAt),
    openAsHttp: () => atCursor(server, openAsHttp),
    exportRoutesAs: () => exportRoutes(server),
    showEffectiveConfig: () => spelling.showConfiguration(),
    explainSpelling: () => spelling.explain(),
    acceptSpelling: () => ignoreSpelling(server),
    refreshRoutes: () => routes.refresh(),
    previewRoute: (node) => atRoute(node, (document, position) => preview.show(document, position)),
    copyRoute: (node) =>
      atRoute(node, (document, position) => copyAt(server, { uri: server.uriOf(document), position })),
  };
  const ready = async (run: Command, node: Node): Promise<void> => {
    if (await server.isReady()) {
      await run(node);
    }
  };
  const atPlace = {
    previewAt: async (uri: vscode.Uri, place: vscode.Position) =>
      preview.show(await vscode.workspace.openTextDocument(uri), place),
    copyAt: async (uri: vscode.Uri, position: vscode.Position) =>
      copyAt(server, { uri: server.uriOf(await vscode.workspace.openTextDocument(uri)), position }),
    showCalls,
  };
  return vscode.Disposable.from(
    ...Object.entries(atPlace).map(([name, run]) => vscode.commands.registerCommand(`waypost.${name}`, run)),
    ...registered(always),
    ...registered(
      Object.fromEntries(Object.entries(withServer).map(([name, run]) => [name, (node: Node) => ready(run, node)])),
    ),
  );
}

function registered(commands: Commands): vscode.Disposable[] {
  return Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(`waypost.${name}`, run));
}

async function atCursor(server: Server, act: (server: Server, place: AtCursor) => Promise<void>): Promise<void> {
  const place = cursor(server);
  if (place === undefined) {
    noFile();
  } else {
    await act(server, place);
  }
}

/** A question about a position in a document requires that document to be open. */
async function atRoute(
  node: Node,
  act: (document: vscode.TextDocument, position: vscode.Position) => Promise<void>,
): Promise<void> {
  const [first] = placesOf(node);
  if (first !== undefined) {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(first.route.uri));
    const { line, character } = first.route.range.start;
    await act(document, new vscode.Position(line, character));
  }
}

/** Does not use the editor's own action, which is dropped if a diagnostic changes while it waits for an answer. */
async function fixAll(): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined) {
    noFile();
    return;
  }
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  const command = "vscode.executeCodeActionProvider";
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(command, document.uri, whole, FIX_ALL);
  const edit = actions.find((action) => action.edit !== undefined)?.edit;
  if (edit === undefined) {
    void vscode.window.showInformationMessage("Waypost: No automatic fixes for this file");
  } else {
    await vscode.workspace.applyEdit(edit);
  }
}
