/** Nobody wants a squiggle under a half-typed word: findings wait until the cursor leaves it, or typing pauses. */
import * as vscode from "vscode";

import { isHalfTyped } from "./words";

const PAUSE = 500;

interface Word {
  readonly end: vscode.Position;
  readonly typed: number;
}

export class HalfTyped {
  private readonly words = new Map<string, Word>();

  edited({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const [change, ...others] = contentChanges;
    const end = change && document.positionAt(change.rangeOffset + change.text.length);
    if (end && others.length === 0 && isHalfTyped(change.text, document.lineAt(end).text.slice(0, end.character))) {
      this.words.set(document.uri.toString(), { end, typed: Date.now() });
    } else {
      this.words.delete(document.uri.toString());
    }
  }

  /** Resolves when the cursor leaves the last typed word, or after half a second without a key. */
  async left(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<void> {
    const word = this.words.get(document.uri.toString());
    const pause = word === undefined ? 0 : word.typed + PAUSE - Date.now();
    if (word !== undefined && pause > 0 && isAt(document, word.end)) {
      await either(pause, token, () => !isAt(document, word.end));
    }
  }
}

function isAt(document: vscode.TextDocument, position: vscode.Position): boolean {
  const editor = vscode.window.activeTextEditor;
  return editor?.document === document && editor.selection.active.isEqual(position);
}

function either(pause: number, token: vscode.CancellationToken, isLeft: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      vscode.Disposable.from(...watches).dispose();
      resolve();
    };
    const timer = setTimeout(end, pause);
    const watches = [
      token.onCancellationRequested(end),
      vscode.window.onDidChangeTextEditorSelection(() => isLeft() && end()),
      vscode.window.onDidChangeActiveTextEditor(end),
    ];
  });
}
