/** Puts a request from the server on the clipboard, or into a document for REST clients. */
import * as vscode from "vscode";

import { COPY_REQUEST, REQUEST_AT_CURSOR, type AtCursor, type CopiedRequest, type CopyFormat } from "./protocol";

/** What is needed of the server. */
interface Answers {
  ask<T>(command: string, argument?: object): Promise<T | null>;
  uriOf(document: vscode.TextDocument): string;
}

const FORMATS: readonly (vscode.QuickPickItem & { readonly format: CopyFormat })[] = [
  { label: "curl", description: "a shell command", format: "curl" },
  { label: "HTTPie", description: "a shell command", format: "httpie" },
  { label: ".http", description: "the text of an .http file", format: "http" },
  { label: "httpx", description: "a call in Python", format: "httpx" },
  { label: "requests", description: "a call in Python", format: "requests" },
];

/** The place of the cursor; undefined if there is no editor. */
export function cursor(server: Answers): AtCursor | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && { uri: server.uriOf(editor.document), position: editor.selection.active };
}

/** Asks for a format only if there is a request. */
export async function copyAt(server: Answers, place: AtCursor): Promise<void> {
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
    noRequest();
    return;
  }
  await vscode.env.clipboard.writeText(request.text);
  const notes = [...of("Fill in", request.open), ...of("Masked", request.masked)];
  if (notes.length === 0) {
    vscode.window.setStatusBarMessage(`$(check) Copied the request as ${request.format}`, 4_000);
  } else {
    void vscode.window.showInformationMessage(`Waypost: Copied as ${request.format}. ${notes.join(" ")}`);
  }
}

/** Waypost sends nothing itself: the document is for REST Client, httpYac or a JetBrains IDE. */
export async function openAsHttp(server: Answers, place: AtCursor): Promise<void> {
  const request = await server.ask<CopiedRequest>(COPY_REQUEST, { ...place, format: "http" });
  if (request === null) {
    noRequest();
    return;
  }
  const known = await vscode.languages.getLanguages();
  const language = known.includes("http") ? "http" : "waypost-request";
  const document = await vscode.workspace.openTextDocument({ language, content: request.text });
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside });
}

function of(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${what}: ${names.join(", ")}.`];
}

function noRequest(): void {
  void vscode.window.showInformationMessage("Waypost: No request at the cursor");
}
