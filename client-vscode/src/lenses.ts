/** "Preview · Copy · N other calls": the commands of the server's lenses in an editor that can preview and list. */
import * as vscode from "vscode";

import { COPY_REQUEST } from "./protocol";

export function withPreview(document: vscode.TextDocument, lenses: readonly vscode.CodeLens[]): vscode.CodeLens[] {
  const sorted = [...lenses].sort((one, other) => rank(one) - rank(other));
  return sorted.flatMap((lens) => {
    const place = lens.range.start;
    const act = (title: string, command: string): vscode.CodeLens =>
      new vscode.CodeLens(lens.range, { title, command, arguments: [document.uri, place] });
    if (lens.command?.command === COPY_REQUEST) {
      return [act("Preview", "waypost.previewAt"), act("Copy", "waypost.copyAt")];
    }
    if (lens.command === undefined) {
      return [lens];
    }
    const { title } = lens.command;
    return [
      new vscode.CodeLens(lens.range, { title, command: "waypost.showCalls", arguments: [document.uri, lens.range] }),
    ];
  });
}

/** The other calls, in the editor's own list of references. */
export async function showCalls(uri: vscode.Uri, own: vscode.Range): Promise<void> {
  const command = "vscode.executeReferenceProvider";
  const found = await vscode.commands.executeCommand<vscode.Location[]>(command, uri, own.start);
  const others = found.filter((each) => each.uri.toString() !== uri.toString() || !own.contains(each.range));
  await vscode.commands.executeCommand("editor.action.showReferences", uri, own.start, others);
}

function rank({ command }: vscode.CodeLens): number {
  return command?.command === COPY_REQUEST ? 0 : 1;
}
