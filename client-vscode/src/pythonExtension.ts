/** The interpreter chosen in the Python extension, which may be missing, late, or broken. */
import { PythonExtension, PVSC_EXTENSION_ID } from "@vscode/python-extension";
import * as vscode from "vscode";

/** Resolving an environment may run conda, which is slow; the server must not wait forever. */
const PATIENCE = 15_000;

/** The chosen interpreter; undefined if the extension is not installed, has chosen none, or does not answer. */
export async function activePython(log: vscode.LogOutputChannel): Promise<string | undefined> {
  try {
    return await Promise.race([chosen(), late()]);
  } catch (error) {
    log.warn(`The Python extension does not answer: ${String(error)}`);
    return undefined;
  }
}

async function chosen(): Promise<string | undefined> {
  if (!isInstalled()) {
    return undefined;
  }
  const { environments } = await PythonExtension.api();
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const environment = await environments.resolveEnvironment(environments.getActiveEnvironmentPath(folder));
  return environment?.executable.uri?.fsPath;
}

function late(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`no answer in ${PATIENCE / 1000} s`)), PATIENCE).unref();
  });
}

/** Calls `changed` when another interpreter is chosen, or the extension is added or removed. In trusted workspaces only. */
export function watchActivePython(changed: () => void, log: vscode.LogOutputChannel): vscode.Disposable {
  const watches: vscode.Disposable[] = [];
  let isListening = false;
  const listen = async (): Promise<void> => {
    if (isListening || !isInstalled() || !vscode.workspace.isTrusted) {
      return;
    }
    isListening = true;
    try {
      const { environments } = await PythonExtension.api();
      watches.push(environments.onDidChangeActiveEnvironmentPath(changed));
    } catch (error) {
      log.warn(`The Python extension cannot be listened to: ${String(error)}`);
    }
  };
  const listenAnew = (): void => {
    void listen();
    changed();
  };
  watches.push(vscode.extensions.onDidChange(listenAnew), vscode.workspace.onDidGrantWorkspaceTrust(listenAnew));
  void listen();
  return new vscode.Disposable(() => {
    vscode.Disposable.from(...watches).dispose();
  });
}

function isInstalled(): boolean {
  return vscode.extensions.getExtension(PVSC_EXTENSION_ID) !== undefined;
}
