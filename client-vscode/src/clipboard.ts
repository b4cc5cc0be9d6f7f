/** Puts a request that the server has written on the clipboard, and says so. */
import * as vscode from "vscode";

import type { CopiedRequest } from "./protocol";

export async function copied(request: CopiedRequest | null): Promise<void> {
  if (request === null) {
    void vscode.window.showInformationMessage("Waypost: there is no request at the cursor.");
    return;
  }
  await vscode.env.clipboard.writeText(request.text);
  vscode.window.setStatusBarMessage(`$(check) Copied the request as ${request.format}`, 4_000);
}
