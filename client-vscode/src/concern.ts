/** Whether a document in the editor concerns the server; other TOML and JSON is left alone. */
import * as vscode from "vscode";

import { concerns, HEAD } from "./documents";

export function isConcern(document: vscode.TextDocument): boolean {
  const { languageId, uri } = document;
  const head = document.getText(new vscode.Range(document.positionAt(0), document.positionAt(HEAD)));
  return concerns({ languageId, path: uri.path, head }) || isNamedInSettings(document);
}

/** Resolves when there is a document that the server can help with. */
export function firstConcern(subscriptions: vscode.Disposable[]): Promise<void> {
  return new Promise((resolve) => {
    if (vscode.workspace.textDocuments.some(isConcern)) {
      resolve();
      return;
    }
    const watch = vscode.workspace.onDidOpenTextDocument((document) => {
      if (isConcern(document)) {
        watch.dispose();
        resolve();
      }
    });
    subscriptions.push(watch);
  });
}

function isNamedInSettings(document: vscode.TextDocument): boolean {
  const globs = vscode.workspace.getConfiguration("waypost", document.uri).get<string[]>("configFiles", []);
  return globs.some((pattern) => vscode.languages.match({ pattern }, document) > 0);
}
