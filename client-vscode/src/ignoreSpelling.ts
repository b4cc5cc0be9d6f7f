/** Makes typos ignore the selection: the server finds the configuration and the entry, and runs typos to check that it works. */
import * as vscode from "vscode";

import { EXPLAIN, IGNORE_SPELLING, type Explanation, type IgnoredSpelling } from "./protocol";
import type { Server } from "./server";
import { noFile, openSetting } from "./trouble";

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
  const ways = waysFor(document.getText(part).trim(), part);
  const isInstalled = await asks(server, document);
  const way = await vscode.window.showQuickPick(isInstalled ? ways : [...WITHOUT, ...ways], {
    title: isInstalled ? "" : "typos is not installed: nothing confirms what is written",
    placeHolder: "What should typos ignore?",
  });
  if (way === undefined || "act" in way) {
    await way?.act();
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

interface Remedy extends vscode.QuickPickItem {
  readonly act: () => unknown;
}

const WITHOUT: readonly Remedy[] = [
  { label: "$(cloud-download) Install typos…", description: "pip install typos, in a terminal", act: install },
  {
    label: "$(search) Choose the Program…",
    description: "waypost.typosPath",
    act: () => openSetting("waypost.typosPath"),
  },
];

/** Typed for the user, who starts it: nothing is fetched without being told to. */
function install(): void {
  const terminal = vscode.window.createTerminal("Install typos");
  terminal.show();
  terminal.sendText("python3 -m pip install typos", false);
}

async function asks(server: Server, document: vscode.TextDocument): Promise<boolean> {
  const found = await server.ask<Explanation>(EXPLAIN, { uri: server.uriOf(document), text: "" });
  return found?.installed !== false;
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
