/** Why the server cannot answer: shown once when it happens, and again by every command that needs the server. */
import * as vscode from "vscode";

export interface Trouble {
  readonly message: string;
  readonly buttons: readonly Button[];
}

export type Button = "Open Setting" | "Restart Server" | "Show Logs";

export function showTrouble({ message, buttons }: Trouble): void {
  void vscode.window.showErrorMessage(`Waypost: ${message}`, ...buttons).then((chosen) => {
    if (chosen !== undefined) {
      void ACTIONS[chosen]();
    }
  });
}

/** Nobody can close a message but its reader: once it is not true any more, it leaves the window. */
export function hideTrouble(): Thenable<unknown> {
  return vscode.commands.executeCommand("notifications.hideToasts");
}

/** For commands that are about a file, when none is shown. */
export function noFile(): void {
  void vscode.window.showInformationMessage("Waypost: Open a file of the workspace first");
}

const ACTIONS: Record<Button, () => Thenable<unknown>> = {
  "Open Setting": () => openSetting("waypost.interpreter"),
  "Restart Server": () => vscode.commands.executeCommand("waypost.restart"),
  "Show Logs": () => vscode.commands.executeCommand("waypost.showLogs"),
};

/** A machine setting: in a remote window it is not among the user settings, which open by default. */
export function openSetting(query: string): Thenable<unknown> {
  const where = vscode.env.remoteName === undefined ? "openSettings2" : "openRemoteSettings";
  return vscode.commands.executeCommand(`workbench.action.${where}`, { query });
}
