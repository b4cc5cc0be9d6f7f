/** Decides what to start, from settings, trust and the Pythons of this machine. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { workspace, type LogOutputChannel } from "vscode";

import { candidates, explain, firstUsable, pythonsOnPath, type Candidate, type Python } from "./interpreter";
import { bundledServer, installedServer, ownProgram, type Bundle, type ImportStrategy, type Launch } from "./launch";
import { activePython } from "./pythonExtension";

/** No Python here can run the server; the message says what was tried and what to do. */
export class NoInterpreter extends Error {}

export async function resolveLaunch(bundle: Bundle, log: LogOutputChannel): Promise<Launch> {
  const settings = workspace.getConfiguration("waypost");
  const program = settings.get<string>("path", "");
  if (workspace.isTrusted && program !== "") {
    return ownProgram(program);
  }
  const active = workspace.isTrusted ? await activePython(log) : undefined;
  const tried = candidates({ setting: settings.get<string>("interpreter", ""), active }, pythonsOnPath(process.env));
  if (workspace.isTrusted && settings.get<ImportStrategy>("importStrategy") === "fromEnvironment") {
    const installed = await withServerInstalled(tried);
    if (installed !== undefined) {
      return installedServer(installed);
    }
    log.warn("waypost is not installed with the interpreter: the bundled server is started instead.");
  }
  return bundledServer(await forBundle(tried, bundle, log), bundle);
}

async function forBundle(tried: readonly Candidate[], bundle: Bundle, log: LogOutputChannel): Promise<Python> {
  const { python, refusals } = await firstUsable(tried, (version) =>
    existsSync(bundle.compiledFor(version))
      ? undefined
      : `is Python ${version.join(".")}, for which this extension has no compiled parts`,
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
