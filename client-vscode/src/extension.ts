import * as vscode from "vscode";

import { registerCommands } from "./commands";
import { concerns, HEAD } from "./documents";
import { EffectiveConfiguration } from "./effectiveConfig";
import { Bundle } from "./launch";
import { RequestPreview } from "./preview";
import { watchActivePython } from "./resolve";
import { RoutesView } from "./routesView";
import { Server } from "./server";
import { serverKeys } from "./settings";
import { statusItem } from "./status";

const CHOOSES_SERVER = ["waypost.path", "waypost.interpreter", "waypost.importStrategy"];

/** Sets everything up and returns at once; the server is started by the first document that is its concern. */
export function activate({ extension, extensionPath, subscriptions }: vscode.ExtensionContext): void {
  const called = performance.now();
  const log = vscode.window.createOutputChannel("Waypost", { log: true });
  const server = new Server(new Bundle(extensionPath), serverKeys(extension.packageJSON), log);
  const preview = new RequestPreview(server);
  const routes = new RoutesView(server);
  const effective = new EffectiveConfiguration(server);
  const commands = registerCommands({ server, preview, routes, effective });
  subscriptions.push(log, server, preview, routes, effective, commands, statusItem(server));
  log.info(`Activated in ${Math.ceil(performance.now() - called)} ms.`);
  void firstConcern(subscriptions).then(async () => {
    subscriptions.push(...refreshOnChange(server));
    await server.refresh();
    const watch = await watchActivePython(() => void server.refresh());
    subscriptions.push(...(watch ? [watch] : []));
  });
}

function refreshOnChange(server: Server): vscode.Disposable[] {
  return [
    vscode.workspace.onDidGrantWorkspaceTrust(() => void server.refresh()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (CHOOSES_SERVER.some((key) => event.affectsConfiguration(key))) {
        void server.refresh();
      }
    }),
  ];
}

/** Resolves when there is a document that the server can help with; other TOML and JSON is left in peace. */
function firstConcern(subscriptions: vscode.Disposable[]): Promise<void> {
  return new Promise((resolve) => {
    if (vscode.workspace.textDocuments.some(isConcern)) {
      resolve();
      return;
    }
    const watch = vscode.workspace.onDidOpenTextDocument((document) => {
      if (isConcern(document)) {
        watch.dispose();
        resolve();
      }
    });
    subscriptions.push(watch);
  });
}

function isConcern(document: vscode.TextDocument): boolean {
  const { languageId, uri } = document;
  const head = document.getText(new vscode.Range(document.positionAt(0), document.positionAt(HEAD)));
  return concerns({ languageId, path: uri.path, head }) || isNamedInSettings(document);
}

function isNamedInSettings(document: vscode.TextDocument): boolean {
  const globs = vscode.workspace.getConfiguration("waypost", document.uri).get<string[]>("configFiles", []);
  return globs.some((pattern) => vscode.languages.match({ pattern }, document) > 0);
}
