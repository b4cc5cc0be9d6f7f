/**
 * Nobody wants a squiggle under a half-typed word: findings wait until the cursor leaves it, or typing pauses. A list of
 * completions that is open says that the word is not finished, however long its reader takes.
 */
import * as vscode from "vscode";

import { isHalfTyped, isListed, typedOf } from "./words";

const PAUSE = 500;
/** Nothing tells an extension that a list was dismissed. */
const LONGEST_READING = 10_000;

interface Word {
  readonly end: vscode.Position;
  readonly typed: number;
}

/** What was offered: each text, and where what it replaces starts. */
type Offer = readonly (readonly [text: string, start: vscode.Position])[];

type Offered = vscode.CompletionItem[] | vscode.CompletionList | null | undefined;

export class HalfTyped {
  private readonly words = new Map<string, Word>();
  private readonly offers = new Map<string, Offer>();

  edited({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const [change, ...others] = contentChanges;
    const end = change && document.positionAt(change.rangeOffset + typedOf(change.text).length);
    const key = document.uri.toString();
    if (end && others.length === 0 && isHalfTyped(change.text, document.lineAt(end).text.slice(0, end.character))) {
      this.words.set(key, { end, typed: Date.now() });
    } else {
      this.words.delete(key);
      this.offers.delete(key);
    }
  }

  /** Keeps what the editor lists from now on. */
  offered(document: vscode.TextDocument, position: vscode.Position, offered: Offered): void {
    const items = offered === null || offered === undefined ? [] : Array.isArray(offered) ? offered : offered.items;
    const word = document.getWordRangeAtPosition(position)?.start ?? position;
    const texts = items.map((each) => [textOf(each), startOf(each) ?? word] as const);
    this.offers.set(document.uri.toString(), texts);
  }

  /** Resolves when the cursor leaves what was typed last, or after half a second without a key and without a list. */
  async left(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<void> {
    const word = this.words.get(document.uri.toString());
    if (word === undefined) {
      return;
    }
    const stays = (): boolean => isAt(document, word.end);
    await either(word.typed + PAUSE - Date.now(), token, stays);
    if (!token.isCancellationRequested && stays() && this.isListed(document, word.end)) {
      await either(LONGEST_READING, token, stays);
    }
  }

  private isListed(document: vscode.TextDocument, end: vscode.Position): boolean {
    const offer = this.offers.get(document.uri.toString()) ?? [];
    return offer.some(([text, start]) => isListed(document.getText(new vscode.Range(start, end)), text));
  }
}

function textOf({ filterText, label }: vscode.CompletionItem): string {
  return filterText ?? (typeof label === "string" ? label : label.label);
}

function startOf({ range }: vscode.CompletionItem): vscode.Position | undefined {
  return range === undefined ? undefined : "inserting" in range ? range.inserting.start : range.start;
}

function isAt(document: vscode.TextDocument, position: vscode.Position): boolean {
  const editor = vscode.window.activeTextEditor;
  return editor?.document === document && editor.selection.active.isEqual(position);
}

function either(pause: number, token: vscode.CancellationToken, stays: () => boolean): Promise<void> {
  if (pause <= 0 || !stays()) {
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      vscode.Disposable.from(...watches).dispose();
      resolve();
    };
    const timer = setTimeout(end, pause);
    const watches = [
      token.onCancellationRequested(end),
      vscode.window.onDidChangeTextEditorSelection(() => !stays() && end()),
      vscode.window.onDidChangeActiveTextEditor(end),
    ];
  });
}
