/**
 * The schema of the checker's JSON files, for the editor's own JSON support. It is empty while our server runs: the
 * server reports the same, with fixes, and nobody wants each finding, hover and completion twice.
 */
import { readFileSync } from "node:fs";
import * as vscode from "vscode";

import type { Bundle } from "./launch";
import type { Server } from "./server";

const SCHEME = "waypost-schema";
const SCHEMA = vscode.Uri.from({ scheme: SCHEME, path: "/typos.schema.json" });
const SILENT = '{ "type": "object" }\n';

export class Schema implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly disposables: vscode.Disposable[];
  private isSilent: boolean;
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly server: Server,
    private readonly bundle: Bundle,
  ) {
    this.isSilent = server.isThere;
    this.disposables = [
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      server.onDidChange(() => this.update()),
    ];
  }

  provideTextDocumentContent(): string {
    return this.isSilent ? SILENT : readFileSync(this.bundle.schema, "utf8");
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private update(): void {
    if (this.isSilent !== this.server.isThere) {
      this.isSilent = this.server.isThere;
      this.changed.fire(SCHEMA);
    }
  }
}
