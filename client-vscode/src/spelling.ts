/**
 * What the spell checker will do: the configuration that applies to a file, and why a word in it is reported. The
 * address of a page is its whole question, so that it can be asked again when the answer may have changed.
 */
import * as vscode from "vscode";

import { isConcern } from "./concern";
import { Pages } from "./pages";
import { explained, linksOf, originsOf, type PageLink } from "./explanation";
import { EFFECTIVE_CONFIG, EXPLAIN, type EffectiveConfig, type Explanation } from "./protocol";
import type { Server } from "./server";
import { noFile } from "./trouble";

const SCHEME = "waypost-text";
/** The server is asked when a series of edits pauses. */
const PAUSE = 200;

interface Subject {
  readonly command: typeof EFFECTIVE_CONFIG | typeof EXPLAIN;
  readonly uri: string;
  /** The selected part: first and last line and character. */
  readonly part?: readonly [number, number, number, number];
}

export class Spelling implements vscode.Disposable {
  private readonly pages = new Pages(SCHEME, (page) => this.write(page));
  private readonly links = new Map<string, vscode.DocumentLink[]>();
  private watches: vscode.Disposable | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly server: Server) {}

  async showConfiguration(): Promise<void> {
    const document = editorOfFile()?.document;
    if (document !== undefined) {
      const subject: Subject = { command: EFFECTIVE_CONFIG, uri: document.uri.toString() };
      await this.show(`Effective configuration for ${nameOf(document)}`, subject);
    }
  }

  /** Explains the selected words, or the whole file. */
  async explain(): Promise<void> {
    const editor = editorOfFile();
    if (editor !== undefined) {
      const { start, end, isEmpty } = editor.selection;
      const subject: Subject = { command: EXPLAIN, uri: editor.document.uri.toString() };
      const part = [start.line, start.character, end.line, end.character] as const;
      await this.show(`Spelling of ${nameOf(editor.document)}`, isEmpty ? subject : { ...subject, part });
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.watches?.dispose();
    this.pages.dispose();
  }

  private async show(name: string, subject: Subject): Promise<void> {
    const page = vscode.Uri.from({ scheme: SCHEME, path: `/${name}`, query: JSON.stringify(subject) });
    this.pages.changed(page); // a page that is already open is written again
    const document = await vscode.workspace.openTextDocument(page);
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    await vscode.window.showTextDocument(document, { ...place, preview: false }); // what its links open does not replace it
  }

  /** Set up with the first page, so that activation does not wait for it. */
  private watch(): vscode.Disposable {
    const later = (): void => this.askAgain();
    const files = vscode.workspace.createFileSystemWatcher("**/{*.toml,*typos.json}");
    return vscode.Disposable.from(
      files,
      vscode.languages.registerDocumentLinkProvider(
        { scheme: SCHEME },
        { provideDocumentLinks: ({ uri }) => this.links.get(uri.toString()) },
      ),
      files.onDidChange(later),
      files.onDidCreate(later),
      files.onDidDelete(later),
      vscode.workspace.onDidChangeTextDocument(({ document }) => isConfiguration(document) && this.askAgain()),
      this.server.onDidChange(later),
    );
  }

  private askAgain(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      for (const { uri } of vscode.workspace.textDocuments.filter((each) => each.uri.scheme === SCHEME)) {
        this.pages.changed(uri);
      }
    }, PAUSE);
  }

  private async write(page: vscode.Uri): Promise<string> {
    const { command, uri, part } = subjectOf(page);
    this.watches ??= this.watch();
    await this.server.ensureStarted();
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri);
    const given = { uri: document ? this.server.uriOf(document) : uri };
    if (command === EFFECTIVE_CONFIG) {
      const found = await this.server.ask<EffectiveConfig>(command, given);
      return found === null ? NOTHING : this.withLinks(page, found.text, originsOf(found));
    }
    const found = await this.server.ask<Explanation>(command, { ...given, ...wordsOf(document, part) });
    if (found === null) {
      return NOTHING;
    }
    const text = explained(found);
    return this.withLinks(page, text, linksOf(text, found, uri));
  }

  private withLinks(page: vscode.Uri, text: string, links: readonly PageLink[]): string {
    this.links.set(page.toString(), links.map(linkOf));
    return text;
  }
}

/** A link on a page: to a place in the text, or to the entry that decides. */
function linkOf({ line, start, end, uri, target }: PageLink): vscode.DocumentLink {
  const place = vscode.Uri.parse(uri).with({ fragment: `L${target + 1}` });
  return new vscode.DocumentLink(new vscode.Range(line, start, line, end), place);
}

const NOTHING = "# The server is not running.\n";

function subjectOf(page: vscode.Uri): Subject {
  return JSON.parse(page.query) as Subject;
}

/** By place if the file on disk is unchanged; otherwise by text: the server may not have this document. */
function wordsOf(document: vscode.TextDocument | undefined, part: Subject["part"]): object {
  const range = part && new vscode.Range(...part);
  if (document?.isDirty) {
    const before = range ? "\n".repeat(range.start.line) + " ".repeat(range.start.character) : "";
    return { text: before + document.getText(range) }; // places are those of the document
  }
  return range === undefined ? {} : { range: { start: range.start, end: range.end } };
}

function isConfiguration(document: vscode.TextDocument): boolean {
  return document.languageId !== "python" && isConcern(document);
}

/** The active editor; if it shows no file, the user is asked to open one. */
function editorOfFile(): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || ["untitled", "output", SCHEME].includes(editor.document.uri.scheme)) {
    noFile();
    return undefined;
  }
  return editor;
}

function nameOf({ uri }: vscode.TextDocument): string {
  return uri.path.slice(uri.path.lastIndexOf("/") + 1);
}
