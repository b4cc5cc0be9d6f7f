/** Makes typos ignore the selection: the server finds the configuration and the entry, and runs typos to check that it works. */
import * as vscode from "vscode";

import { IGNORE_SPELLING, type IgnoredSpelling } from "./protocol";
import type { Server } from "./server";
import { noFile } from "./trouble";

interface Way extends vscode.QuickPickItem {
  readonly how: "accept" | "acceptInType" | "lines" | "file" | "type";
}

export async function ignoreSpelling(server: Server): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.scheme !== "file") {
    noFile();
    return;
  }
  const { document, selection } = editor;
  const part = selection.isEmpty ? (document.getWordRangeAtPosition(selection.active) ?? selection) : selection;
  const way = await vscode.window.showQuickPick(waysFor(document.getText(part).trim(), part), {
    placeHolder: "What should typos ignore?",
  });
  if (way === undefined) {
    return;
  }
  const answer = await server.ask<IgnoredSpelling>(IGNORE_SPELLING, {
    uri: server.uriOf(document),
    how: way.how,
    range: { start: part.start, end: part.end },
    text: document.getText(),
  });
  if (answer?.summary !== undefined) {
    void vscode.window.showInformationMessage(`Waypost: ${answer.summary}`); // too long for the status bar
  }
}

function waysFor(text: string, { start, end }: vscode.Range): Way[] {
  const isOneLine = start.line === end.line;
  const words: Way[] = [
    { how: "accept", label: `Accept “${text}” in the project` },
    { how: "acceptInType", label: `Accept “${text}” in files of this type` },
  ];
  return [
    ...(isOneLine && text !== "" ? words : []),
    { how: "lines", label: isOneLine ? "Ignore this line" : "Ignore these lines", description: "with a comment" },
    { how: "file", label: "Do not check this file" },
    { how: "type", label: "Do not check files of this type" },
  ];
}
