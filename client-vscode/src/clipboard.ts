/** Puts a request that the server has written on the clipboard, and says so. */
import * as vscode from "vscode";

import { COPY_REQUEST, REQUEST_AT_CURSOR, type AtCursor, type CopiedRequest, type CopyFormat } from "./protocol";
import type { Server } from "./server";

const FORMATS: readonly (vscode.QuickPickItem & { readonly format: CopyFormat })[] = [
  { label: "curl", description: "a shell command", format: "curl" },
  { label: "HTTPie", description: "a shell command", format: "httpie" },
  { label: "HTTP", description: "the text of an .http file", format: "http" },
  { label: "httpx", description: "a call in Python", format: "httpx" },
];

export async function copyAtCursor(server: Server): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor !== undefined) {
    await copyAt(server, { uri: server.uriOf(editor.document), position: editor.selection.active });
  }
}

/** Asks for a format only where there is a request. */
export async function copyAt(server: Server, place: AtCursor): Promise<void> {
  if ((await server.ask(REQUEST_AT_CURSOR, place)) === null) {
    await copied(null);
    return;
  }
  const chosen = await vscode.window.showQuickPick(FORMATS, { title: "Copy Request As" });
  if (chosen !== undefined) {
    await copied(await server.ask<CopiedRequest>(COPY_REQUEST, { ...place, format: chosen.format }));
  }
}

export async function copied(request: CopiedRequest | null): Promise<void> {
  if (request === null) {
    void vscode.window.showInformationMessage("Waypost: No request at the cursor");
    return;
  }
  await vscode.env.clipboard.writeText(request.text);
  vscode.window.setStatusBarMessage(`$(check) Copied the request as ${request.format}`, 4_000);
}
