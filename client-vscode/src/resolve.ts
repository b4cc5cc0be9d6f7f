/** Decides what to start, from settings, trust and the Pythons of this machine. */
import { PythonExtension } from "@vscode/python-extension";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { extensions, workspace, type LogOutputChannel } from "vscode";

import { candidates, explain, firstUsable, pythonsOnPath, type Candidate, type Python } from "./interpreter";
import { bundledServer, installedServer, ownProgram, type Bundle, type ImportStrategy, type Launch } from "./launch";

/** No Python here can run the server; the message says what was tried and what to do. */
export class NoInterpreter extends Error {}

export async function resolveLaunch(bundle: Bundle, log: LogOutputChannel): Promise<Launch> {
  const settings = workspace.getConfiguration("waypost");
  const program = settings.get("path", "");
  if (workspace.isTrusted && program !== "") {
    return ownProgram(program);
  }
  const active = workspace.isTrusted ? await activePython(log) : undefined;
  const tried = candidates({ setting: settings.get("interpreter", ""), active }, pythonsOnPath(process.env));
  if (workspace.isTrusted && settings.get<ImportStrategy>("importStrategy") === "fromEnvironment") {
    const installed = await withServerInstalled(tried);
    if (installed !== undefined) {
      return installedServer(installed);
    }
    log.warn("waypost is not installed beside the interpreter: the bundled server is started instead.");
  }
  return bundledServer(await forBundle(tried, bundle, log), bundle);
}

async function forBundle(tried: readonly Candidate[], bundle: Bundle, log: LogOutputChannel): Promise<Python> {
  const { python, refusals } = await firstUsable(tried, (version) =>
    existsSync(bundle.compiledFor(version))
      ? undefined
      : `is Python ${version.join(".")}, for which this extension brings no compiled parts`,
  );
  for (const each of refusals) {
    log.info(`Not used: ${each.path} (from ${each.from}) ${each.reason}.`);
  }
  if (python === undefined) {
    throw new NoInterpreter(explain(refusals));
  }
  return python;
}

async function withServerInstalled(tried: readonly Candidate[]): Promise<Python | undefined> {
  const { python } = await firstUsable(tried, () => undefined);
  if (python === undefined) {
    return undefined;
  }
  const question = "import importlib.util, sys; sys.exit(importlib.util.find_spec('waypost') is None)";
  return new Promise((resolve) => {
    execFile(python.path, ["-P", "-c", question], { timeout: 10_000, windowsHide: true }, (error) =>
      resolve(error ? undefined : python),
    );
  });
}

/** The Python extension's choice; undefined where it is not installed or has none. */
async function activePython(log: LogOutputChannel): Promise<string | undefined> {
  if (extensions.getExtension("ms-python.python") === undefined) {
    return undefined;
  }
  try {
    const { environments } = await PythonExtension.api();
    const folder = workspace.workspaceFolders?.[0]?.uri;
    const environment = await environments.resolveEnvironment(environments.getActiveEnvironmentPath(folder));
    return environment?.executable.uri?.fsPath;
  } catch (error) {
    log.warn(`The Python extension does not answer: ${String(error)}`);
    return undefined;
  }
}

/** Calls `changed` whenever another interpreter is chosen in the Python extension. */
export async function watchActivePython(changed: () => void): Promise<{ dispose(): void } | undefined> {
  if (extensions.getExtension("ms-python.python") === undefined) {
    return undefined;
  }
  const { environments } = await PythonExtension.api();
  return environments.onDidChangeActiveEnvironmentPath(changed);
}
