/** What the spell checker will do: the configuration that holds for the active file, and why a word of it is reported. */
import * as vscode from "vscode";

import { EFFECTIVE_CONFIG, EXPLAIN, type EffectiveConfig, type Explanation } from "./protocol";
import type { ReadOnly } from "./readOnly";
import type { Server } from "./server";

export class Spelling {
  constructor(
    private readonly server: Server,
    private readonly texts: ReadOnly,
  ) {}

  async showConfiguration(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    const found = document && (await this.ask<EffectiveConfig>(EFFECTIVE_CONFIG, document));
    if (!document || !found) {
      openFirst();
      return;
    }
    await this.texts.show(`Effective configuration for ${nameOf(document)}.toml`, found.text, "toml");
  }

  /** Of the words that are selected, or of the whole file. */
  async explain(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const found = editor && (await this.ask<Explanation>(EXPLAIN, editor.document, wordsOf(editor)));
    if (!editor || !found) {
      openFirst();
      return;
    }
    const text = found.lines.length === 0 ? "There is no word here.\n" : `${found.lines.join("\n")}\n`;
    await this.texts.show(`Spelling of ${nameOf(editor.document)}`, text, "waypost-text");
  }

  private async ask<T>(command: string, document: vscode.TextDocument, more: object = {}): Promise<T | null> {
    await this.server.ensureStarted();
    return this.server.ask<T>(command, { uri: this.server.uriOf(document), ...more });
  }
}

/** By place where the file is on disk as it is here; else the words themselves: the server may not have this document. */
function wordsOf({ document, selection }: vscode.TextEditor): object {
  if (document.isDirty) {
    return { text: document.getText(selection.isEmpty ? undefined : selection) };
  }
  return selection.isEmpty ? {} : { range: { start: selection.start, end: selection.end } };
}

function nameOf({ uri }: vscode.TextDocument): string {
  return uri.path.slice(uri.path.lastIndexOf("/") + 1);
}

function openFirst(): void {
  void vscode.window.showInformationMessage("Waypost: open a file of the workspace first.");
}
