/** Lists the problems of every file in the workspace once; the setting `waypost.diagnosticMode` always lists them. */
import * as vscode from "vscode";

import { CHECK_WORKSPACE, type WorkspaceChecked } from "./protocol";
import type { Server } from "./server";
import { summaryOf } from "./summary";

/** The server shows its progress, with a button to cancel. */
export async function checkWorkspace(server: Server): Promise<void> {
  if (vscode.workspace.workspaceFolders === undefined) {
    void vscode.window.showInformationMessage("Waypost: Open a folder first");
    return;
  }
  const found = await server.ask<WorkspaceChecked>(CHECK_WORKSPACE);
  if (found === null) {
    return; // cancelled
  }
  await vscode.commands.executeCommand("workbench.panel.markers.view.focus");
  vscode.window.setStatusBarMessage(`$(check) Waypost: ${summaryOf(found)}`, 10_000);
}
