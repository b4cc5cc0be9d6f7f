/** Fills Problems with what is wrong in every file of the workspace, once; the setting `waypost.diagnosticMode` does it always. */
import * as vscode from "vscode";

import { CHECK_WORKSPACE, type WorkspaceChecked } from "./protocol";
import type { Server } from "./server";
import { summaryOf } from "./summary";

/** The server shows how far it has come, with a button to cancel. */
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
