/** "Request at Cursor": a read-only document next to the code that shows the whole request and follows the cursor. */
import * as vscode from "vscode";

import { Pages } from "./pages";
import { REQUEST_AT_CURSOR, type RequestText } from "./protocol";
import type { Server } from "./server";

const PREVIEW = vscode.Uri.from({ scheme: "waypost-request", path: "/Request at Cursor" });
const NOTHING = "# Put the cursor on a call with a route: its whole request is shown here.\n";
/** A cursor that moves quickly through a file is not followed at every step. */
const PAUSE = 80;

export class RequestPreview implements vscode.Disposable {
  private readonly pages = new Pages(PREVIEW.scheme, () => Promise.resolve(this.text));
  private readonly disposables: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;
  private asked = 0;
  /** The last followed place of the cursor: an editor that only gets the focus has not moved it. */
  private followed: string | undefined;
  private text = NOTHING;

  constructor(private readonly server: Server) {
    this.disposables = [
      this.pages,
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.follow(textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
      // In a reloaded window the page may be shown again only after the server runs.
      vscode.window.onDidChangeVisibleTextEditors(() => this.follow(vscode.window.activeTextEditor)),
      server.onDidChange(() => {
        this.followed = undefined;
        this.follow(vscode.window.activeTextEditor);
      }),
    ];
  }

  /** Opens the request at a place, or at the cursor. */
  async show(document?: vscode.TextDocument, position?: vscode.Position): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    this.followed = placeOf(editor);
    const preview = await vscode.workspace.openTextDocument(PREVIEW);
    const viewColumn = vscode.ViewColumn.Beside;
    await vscode.window.showTextDocument(preview, { viewColumn, preserveFocus: true, preview: false });
    clearTimeout(this.timer);
    // Only now, so that what happens from here on, such as the server's start, is followed.
    if (document !== undefined && position !== undefined) {
      await this.update(document, position);
    } else if (editor !== undefined) {
      await this.update(editor.document, editor.selection.active);
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private follow(editor: vscode.TextEditor | undefined): void {
    const isShown = vscode.window.visibleTextEditors.some((each) => each.document.uri.scheme === PREVIEW.scheme);
    if (isShown && editor?.document.languageId === "python" && placeOf(editor) !== this.followed) {
      this.followed = placeOf(editor);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.update(editor.document, editor.selection.active), PAUSE);
    }
  }

  /** Away from all requests, the last one stays visible, so that the user can look at it while reading on. */
  private async update(document: vscode.TextDocument, position: vscode.Position): Promise<void> {
    const turn = ++this.asked;
    const request = await this.server
      .ask<RequestText>(REQUEST_AT_CURSOR, { uri: this.server.uriOf(document), position })
      .catch(() => null); // a newer text came in between
    if (turn !== this.asked) {
      return;
    }
    if (request === null) {
      this.followed = undefined; // the server may not have had the document yet, so ask about the same place again
    } else if (request.text !== this.text) {
      this.text = request.text;
      this.pages.changed(PREVIEW);
    }
  }
}

function placeOf(editor: vscode.TextEditor | undefined): string | undefined {
  if (editor === undefined) {
    return undefined;
  }
  const { document, selection } = editor;
  return `${document.uri.toString()} ${document.version} ${selection.active.line}:${selection.active.character}`;
}
