/** "Request at Cursor": a read-only document beside the code that shows the whole request and follows the cursor. */
import * as vscode from "vscode";

import { REQUEST_AT_CURSOR, type RequestText } from "./protocol";
import type { Server } from "./server";

const PREVIEW = vscode.Uri.from({ scheme: "waypost-request", path: "/Request at Cursor" });
const NOTHING = "# Put the cursor on a route: its whole request is shown here.\n";
/** A cursor that runs through a file is not followed at every step. */
const PAUSE = 80;

export class RequestPreview implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly disposables: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;
  private asked = 0;
  private text = NOTHING;
  readonly onDidChange = this.changed.event;

  constructor(private readonly server: Server) {
    this.disposables = [
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(PREVIEW.scheme, this),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.follow(textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
      server.onDidChange(() => this.follow(vscode.window.activeTextEditor)),
    ];
  }

  provideTextDocumentContent(): string {
    return this.text;
  }

  async show(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const document = await vscode.workspace.openTextDocument(PREVIEW);
    const viewColumn = vscode.ViewColumn.Beside;
    await vscode.window.showTextDocument(document, { viewColumn, preserveFocus: true, preview: false });
    // Only now: what happens from here on, such as the server's start, is followed.
    if (editor !== undefined) {
      await this.update(editor);
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private follow(editor: vscode.TextEditor | undefined): void {
    const isShown = vscode.window.visibleTextEditors.some((each) => each.document.uri.scheme === PREVIEW.scheme);
    if (isShown && editor?.document.languageId === "python") {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.update(editor), PAUSE);
    }
  }

  private async update(editor: vscode.TextEditor): Promise<void> {
    const turn = ++this.asked;
    const where = { uri: this.server.uriOf(editor.document), position: editor.selection.active };
    const request = await this.server.ask<RequestText>(REQUEST_AT_CURSOR, where);
    const text = request?.text ?? NOTHING;
    if (turn === this.asked && text !== this.text) {
      this.text = text;
      this.changed.fire(PREVIEW);
    }
  }
}
