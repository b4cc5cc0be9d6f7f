/** What the walkthrough offers: a first configuration, and a workspace of examples. Neither needs a running server. */
import { homedir } from "node:os";
import * as vscode from "vscode";

interface Home extends vscode.QuickPickItem {
  readonly name: string;
  /** The table of the file that typos reads. */
  readonly table: string;
}

const HOMES: readonly Home[] = [
  { name: "_typos.toml", table: "", label: "_typos.toml", description: "a file of its own" },
  { name: "typos.toml", table: "", label: "typos.toml", description: "a file of its own" },
  { name: ".typos.toml", table: "", label: ".typos.toml", description: "a hidden file of its own" },
  { name: "pyproject.toml", table: "tool.typos", label: "pyproject.toml", description: "[tool.typos]" },
  {
    name: "Cargo.toml",
    table: "workspace.metadata.typos",
    label: "Cargo.toml",
    description: "[workspace.metadata.typos]",
  },
];

/** Asks which file, writes what a configuration starts with, and shows it; a file that has one is only shown. */
export async function createConfiguration(): Promise<void> {
  const home = await vscode.window.showQuickPick(HOMES, {
    title: "Create a Configuration of typos",
    placeHolder: "In which file?",
    ignoreFocusOut: true, // the walkthrough takes the keyboard as it marks its step
  });
  const file = home && (await placeFor(home));
  if (home === undefined || file === undefined) {
    return;
  }
  const before = await textOf(file);
  if (before === undefined || !has(before, home)) {
    const start = before === undefined || before.trim() === "" ? "" : `${before.trimEnd()}\n\n`;
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(`${start}${firstConfiguration(home.table)}`));
  }
  await vscode.window.showTextDocument(file);
  await completed("configuration");
}

/** Marks a step of the walkthrough, which an answer that was not given leaves open. */
export async function completed(step: "configuration" | "api"): Promise<void> {
  await vscode.commands.executeCommand("setContext", `waypost.completed.${step}`, true);
}

/** A copy of the examples that may be changed: beside what is open, or in this window if nothing is. */
export async function openExample(extension: vscode.Uri, storage: vscode.Uri): Promise<void> {
  const folder = vscode.Uri.joinPath(storage, "examples");
  await vscode.workspace.fs.copy(vscode.Uri.joinPath(extension, "bundled", "examples"), folder, { overwrite: true });
  // Not `updateWorkspaceFolders`: in a browser, the workspace without a name that it makes may come up without the folder.
  const isEmpty = vscode.workspace.workspaceFolders === undefined;
  const where = isEmpty ? { forceReuseWindow: true } : { forceNewWindow: true };
  await vscode.commands.executeCommand("vscode.openFolder", folder, where);
}

/** Comments and tables only: it changes nothing until somebody fills it in. */
export function firstConfiguration(table: string): string {
  const named = (name: string): string => (table === "" ? name : `${table}.${name}`);
  return `\
# What typos, the spell checker, does here. Keys complete, and a hover explains each.

[${named("default")}]
# The English that is expected: "en-us", "en-gb", "en-ca", "en-au", or "en" for any.
# locale = "en-us"

[${named("default.extend-words")}]
# A word that is right here, and one that is always wrong:
# teh = "teh"
# colour = "color"

[${named("files")}]
# What is not checked, as in a .gitignore:
# extend-exclude = ["vendor/", "*.svg"]
`;
}

async function placeFor({ name }: Home): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    return vscode.window.showSaveDialog({
      title: "Create a Configuration of typos",
      defaultUri: vscode.Uri.joinPath(vscode.Uri.file(homedir()), name),
    });
  }
  const folder = folders.length === 1 ? folders[0] : await vscode.window.showWorkspaceFolderPick();
  return folder && vscode.Uri.joinPath(folder.uri, name);
}

async function textOf(file: vscode.Uri): Promise<string | undefined> {
  try {
    return (await vscode.workspace.openTextDocument(file)).getText();
  } catch {
    return undefined; // there is none
  }
}

function has(text: string, { table }: Home): boolean {
  return table === "" ? text.trim() !== "" : text.includes(`[${table}`);
}
