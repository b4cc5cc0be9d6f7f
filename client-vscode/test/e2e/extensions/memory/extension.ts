/** A read-only file system of a few files that are nowhere on disk. */
import * as vscode from "vscode";

const FILES: Record<string, string> = {
  "/project/_typos.toml": '[default]\nlocale = "en_US"\n',
  "/project/client.py":
    'from waypost import endpoint\n\nendpoint("GET /repos/{owner}/{repo}/issues", owner="octocat")\n',
  "/project/typos.json": '{ "default": { "locale": "british" } }\n',
};

export function activate({ subscriptions }: vscode.ExtensionContext): void {
  subscriptions.push(vscode.workspace.registerFileSystemProvider("memfs", new Memory(), { isReadonly: true }));
}

class Memory implements vscode.FileSystemProvider {
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat({ path }: vscode.Uri): vscode.FileStat {
    const text = FILES[path];
    if (text === undefined && path !== "/project") {
      throw vscode.FileSystemError.FileNotFound(path);
    }
    const type = text === undefined ? vscode.FileType.Directory : vscode.FileType.File;
    return { type, ctime: 0, mtime: 0, size: Buffer.byteLength(text ?? "") };
  }

  readDirectory(): [string, vscode.FileType][] {
    return Object.keys(FILES).map((path) => [path.slice("/project/".length), vscode.FileType.File]);
  }

  readFile(uri: vscode.Uri): Uint8Array {
    const text = FILES[uri.path];
    if (text === undefined) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return Buffer.from(text);
  }

  writeFile = readOnly;
  createDirectory = readOnly;
  delete = readOnly;
  rename = readOnly;
}

function readOnly(): never {
  throw vscode.FileSystemError.NoPermissions("read-only");
}
