import * as vscode from "vscode";

import { hintAtApis } from "./apis";
import { registerCommands } from "./commands";
import { firstConcern } from "./concern";
import { openExample } from "./firstRun";
import { Bundle } from "./launch";
import { RequestPreview } from "./preview";
import { watchActivePython } from "./pythonExtension";
import { RoutesView } from "./routesView";
import { Schema } from "./schema";
import { Server } from "./server";
import { serverKeys, type Manifest } from "./settings";
import { Spelling } from "./spelling";
import { statusItem } from "./status";

/** Set in the first line of the bundle, before all imports; the time until here is the cost of loading. */
declare const loadingSince: number;
const loadedIn = performance.now() - loadingSince;

const CHOOSES_SERVER = ["waypost.path", "waypost.interpreter", "waypost.importStrategy"];

/** Sets everything up and returns at once; the first document that concerns the server starts it. */
export function activate(context: vscode.ExtensionContext): void {
  const { extension, extensionPath, subscriptions, workspaceState } = context;
  const called = performance.now();
  const processor = processorTime();
  const log = vscode.window.createOutputChannel("Waypost", { log: true });
  const bundle = new Bundle(extensionPath);
  const server = new Server(bundle, serverKeys(extension.packageJSON as Manifest), log);
  const preview = new RequestPreview(server);
  const routes = new RoutesView(server);
  const spelling = new Spelling(server);
  const commands = registerCommands({ server, preview, routes, spelling });
  const example = vscode.commands.registerCommand("waypost.openExample", () =>
    openExample(context.extensionUri, context.globalStorageUri),
  );
  const schema = new Schema(server, bundle);
  subscriptions.push(log, server, preview, routes, spelling, schema, commands, example, statusItem(server));
  const { user, system } = processorTime(processor);
  log.info(
    `Loaded in ${inMilliseconds(loadedIn)}, activated in ${inMilliseconds(performance.now() - called)}` +
      ` (${inMilliseconds((user + system) / 1000)} of the processor).`,
  );
  void firstConcern(subscriptions).then(() => {
    subscriptions.push(...refreshOnChange(server));
    return server.refresh().then(() => hintAtApis(server, workspaceState));
  });
}

function refreshOnChange(server: Server): vscode.Disposable[] {
  return [
    watchActivePython(() => void server.refresh(), server.log),
    vscode.workspace.onDidChangeWorkspaceFolders(() => void server.refresh()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (CHOOSES_SERVER.some((key) => event.affectsConfiguration(key))) {
        void server.refresh();
      }
    }),
  ];
}

/** Of this thread since Node.js 23.9, where other work of the process does not count; of all threads before that. */
function processorTime(since?: NodeJS.CpuUsage): NodeJS.CpuUsage {
  const { threadCpuUsage } = process as { threadCpuUsage?: typeof process.cpuUsage };
  return (threadCpuUsage ?? process.cpuUsage)(since);
}

function inMilliseconds(duration: number): string {
  return `${duration.toFixed(1)} ms`;
}
