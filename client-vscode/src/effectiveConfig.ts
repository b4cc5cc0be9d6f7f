/** "Effective Spell-Checker Configuration": what applies to the active file, as a read-only document. */
import * as vscode from "vscode";

import { EFFECTIVE_CONFIG, type EffectiveConfig } from "./protocol";
import type { Server } from "./server";

const SCHEME = "waypost-config";

export class EffectiveConfiguration implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly texts = new Map<string, string>();
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  readonly onDidChange = this.changed.event;

  constructor(private readonly server: Server) {}

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.path) ?? "";
  }

  async show(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    const found = document && (await this.server.ask<EffectiveConfig>(EFFECTIVE_CONFIG, { uri: this.server.uriOf(document) }));
    if (!document || !found) {
      void vscode.window.showInformationMessage("Waypost: open a file of the workspace first.");
      return;
    }
    const name = document.uri.path.slice(document.uri.path.lastIndexOf("/") + 1);
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/Effective configuration for ${name}.toml` });
    this.texts.set(uri.path, found.text);
    this.changed.fire(uri);
    const shown = await vscode.workspace.openTextDocument(uri);
    await vscode.languages.setTextDocumentLanguage(shown, "toml");
    await vscode.window.showTextDocument(shown, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
  }

  dispose(): void {
    vscode.Disposable.from(this.changed, this.registration).dispose();
  }
}
