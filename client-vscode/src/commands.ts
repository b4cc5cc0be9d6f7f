/** The commands of the palette. */
import * as vscode from "vscode";

import { copied } from "./clipboard";
import type { RequestPreview } from "./preview";
import { COPY_REQUEST, type CopiedRequest, type CopyFormat } from "./protocol";
import type { RoutesView } from "./routesView";
import type { Server } from "./server";
import type { Spelling } from "./spelling";
import { showMenu } from "./status";

const FIX_ALL = "source.fixAll.waypost";

export interface Parts {
  readonly server: Server;
  readonly preview: RequestPreview;
  readonly routes: RoutesView;
  readonly spelling: Spelling;
}

export function registerCommands({ server, preview, routes, spelling }: Parts): vscode.Disposable {
  const commands: Record<string, () => unknown> = {
    restart: () => server.restart(),
    showLogs: () => server.log.show(),
    menu: () => showMenu(server),
    fixAll: () => fixAll(),
    showRequest: () => preview.show(),
    copyRequestAs: () => copyRequest(server),
    showEffectiveConfig: () => spelling.showConfiguration(),
    explainSpelling: () => spelling.explain(),
    listRoutes: () => routes.show(),
    refreshRoutes: () => routes.refresh(),
    filterRoutes: () => routes.askFilter(),
    clearRouteFilter: () => routes.setFilter(""),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(`waypost.${name}`, run)),
  );
}

/** Not by way of the editor's own action: that one is dropped when a diagnostic changes while it waits for its answer. */
async function fixAll(): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined) {
    return;
  }
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  const command = "vscode.executeCodeActionProvider";
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(command, document.uri, whole, FIX_ALL);
  const edit = actions.find((action) => action.edit !== undefined)?.edit;
  if (edit === undefined) {
    void vscode.window.showInformationMessage("Waypost: nothing here is safe to fix unseen.");
  } else {
    await vscode.workspace.applyEdit(edit);
  }
}

async function copyRequest(server: Server): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    return;
  }
  const chosen = await vscode.window.showQuickPick(FORMATS, { title: "Copy Request As" });
  if (chosen !== undefined) {
    const where = { uri: server.uriOf(editor.document), position: editor.selection.active };
    await copied(await server.ask<CopiedRequest>(COPY_REQUEST, { ...where, format: chosen.format }));
  }
}

const FORMATS: (vscode.QuickPickItem & { format: CopyFormat })[] = [
  { label: "curl", description: "a command for a shell", format: "curl" },
  { label: "HTTPie", description: "a command for a shell", format: "httpie" },
  { label: "HTTP", description: "text for .http files and REST clients", format: "http" },
  { label: "httpx", description: "keywords for a call in Python", format: "httpx" },
];
