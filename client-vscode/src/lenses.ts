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
    return lens.command === undefined ? [lens] : [act(lens.command.title, "waypost.showCalls")];
  });
}

/** The other calls, in the editor's own list of references. */
export async function showCalls(uri: vscode.Uri, place: vscode.Position): Promise<void> {
  const found = await vscode.commands.executeCommand<vscode.Location[]>("vscode.executeReferenceProvider", uri, place);
  await vscode.commands.executeCommand("editor.action.showReferences", uri, place, found);
}

function rank({ command }: vscode.CodeLens): number {
  return command?.command === COPY_REQUEST ? 0 : 1;
}
