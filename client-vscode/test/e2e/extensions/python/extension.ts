/** The environments API of the Python extension; its answer is in `~/python.json`, or chosen with its command. */
import type {
  ActiveEnvironmentPathChangeEvent,
  EnvironmentPath,
  PythonExtension,
  ResolvedEnvironment,
} from "@vscode/python-extension";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";

const FILE = path.join(homedir(), "python.json");

type Api = Pick<PythonExtension, "ready" | "environments">;
type Environments = PythonExtension["environments"];

export function activate({ subscriptions }: vscode.ExtensionContext): Api {
  const chosen = new vscode.EventEmitter<ActiveEnvironmentPathChangeEvent>();
  let active = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as { active: string }).active : "";
  const choose = async (): Promise<void> => {
    active = (await vscode.window.showInputBox({ title: "Select Interpreter" })) ?? active;
    // Like the real one, several times for one choice.
    for (const resource of [undefined, vscode.workspace.workspaceFolders?.[0], undefined]) {
      chosen.fire({ ...named(active), resource });
    }
  };
  subscriptions.push(chosen, vscode.commands.registerCommand("python.setInterpreter", choose));
  const environments: Environments = {
    known: [],
    getActiveEnvironmentPath: () => named(active),
    resolveEnvironment: (environment) => new Promise((resolve) => resolve(resolved(environment))),
    onDidChangeActiveEnvironmentPath: chosen.event,
    onDidChangeEnvironments: new vscode.EventEmitter<never>().event,
    onDidEnvironmentVariablesChange: new vscode.EventEmitter<never>().event,
    updateActiveEnvironmentPath: () => Promise.resolve(),
    refreshEnvironments: () => Promise.resolve(),
    getEnvironmentVariables: () => ({}),
  };
  return { ready: Promise.resolve(), environments };
}

function named(program: string): EnvironmentPath {
  return { id: program, path: program };
}

function resolved(environment: EnvironmentPath | string): ResolvedEnvironment | undefined {
  const program = typeof environment === "string" ? environment : environment.path;
  if (program === "broken") {
    throw new Error("this environment cannot be resolved");
  }
  if (program === "") {
    return undefined;
  }
  const executable = {
    uri: vscode.Uri.file(program),
    bitness: "64-bit",
    sysPrefix: path.dirname(path.dirname(program)),
  } as const;
  return { ...named(program), executable, environment: undefined, version: undefined, tools: [] };
}
