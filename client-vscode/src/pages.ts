/**
 * Read-only documents that are written when they are opened. They are files of a separate scheme, not the contents of a
 * provider: the editor forgets those when its window is reloaded, and leaves an empty group.
 */
import * as vscode from "vscode";

export class Pages implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changes.event;
  private readonly registration: vscode.Disposable;
  private readonly versions = new Map<string, number>();

  constructor(
    scheme: string,
    private readonly write: (uri: vscode.Uri) => Promise<string>,
  ) {
    this.registration = vscode.workspace.registerFileSystemProvider(scheme, this, { isReadonly: true });
  }

  /** Makes the editor read a page again. */
  changed(uri: vscode.Uri): void {
    this.versions.set(uri.toString(), (this.versions.get(uri.toString()) ?? 0) + 1);
    this.changes.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    return { type: vscode.FileType.File, ctime: 0, mtime: this.versions.get(uri.toString()) ?? 0, size: 0 };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return Buffer.from(await this.write(uri));
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  writeFile = refused;
  createDirectory = refused;
  delete = refused;
  rename = refused;

  dispose(): void {
    vscode.Disposable.from(this.changes, this.registration).dispose();
  }
}

function refused(): never {
  throw vscode.FileSystemError.NoPermissions("This document is read-only");
}
