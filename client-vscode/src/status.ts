/** The item in the status bar: the server's state at a glance, everything else one click away. */
import * as vscode from "vscode";

import type { Health } from "./launch";
import { isConcern } from "./concern";
import type { Server } from "./server";

const ICONS: Record<Health, string> = {
  stopped: "$(circle-slash)",
  starting: "$(loading~spin)",
  running: "$(milestone)",
  failed: "$(error)",
};

/** Shown while one of the server's documents is shown. */
export function statusItem(server: Server): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("waypost", vscode.StatusBarAlignment.Right, 90);
  item.name = "Waypost";
  item.command = "waypost.menu";
  const update = (): void => {
    item.text = `${ICONS[server.health]} Waypost`;
    item.tooltip = tooltip(server);
    item.accessibilityInformation = { label: `Waypost, server ${server.health}`, role: "button" };
    const theme = server.health === "failed" ? "statusBarItem.errorBackground" : undefined;
    item.backgroundColor = theme === undefined ? undefined : new vscode.ThemeColor(theme);
    if (vscode.window.visibleTextEditors.some(({ document }) => isConcern(document))) {
      item.show();
    } else {
      item.hide();
    }
  };
  update();
  const { onDidChangeVisibleTextEditors } = vscode.window;
  return vscode.Disposable.from(item, server.onDidChange(update), onDidChangeVisibleTextEditors(update));
}

export async function showMenu(server: Server): Promise<void> {
  const chosen = await vscode.window.showQuickPick(entries(), { title: tooltip(server), placeHolder: "What to do" });
  if (chosen !== undefined) {
    await vscode.commands.executeCommand(chosen.command, ...chosen.arguments);
  }
}

function tooltip({ health, version, launch }: Server): string {
  const which = version === undefined ? "Waypost" : `Waypost ${version}`;
  return launch === undefined ? `${which}: server ${health}` : `${which}: server ${health} (${launch.from})`;
}

interface Entry extends vscode.QuickPickItem {
  readonly command: string;
  readonly arguments: readonly unknown[];
}

function entries(): Entry[] {
  const entry = (label: string, command: string, ...args: unknown[]): Entry => ({ label, command, arguments: args });
  return [
    entry("$(debug-restart) Restart Server", "waypost.restart"),
    entry("$(output) Show Logs", "waypost.showLogs"),
    entry("$(open-preview) Preview Request at Cursor", "waypost.showRequest"),
    entry("$(list-tree) List Routes", "waypost.listRoutes"),
    entry("$(settings) Show Effective Spell-Checker Configuration", "waypost.showEffectiveConfig"),
    entry("$(whole-word) Explain Spelling", "waypost.explainSpelling"),
    entry("$(gear) Open Settings", "workbench.action.openSettings", "@ext:waypost.waypost"),
  ];
}
