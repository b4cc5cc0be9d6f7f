/** Binds OpenAPI documents to the base URLs that they describe, in the project's settings or in those of the workspace. */
import * as path from "node:path";
import * as vscode from "vscode";

import { completed } from "./firstRun";
import { ADD_API, API_DOCUMENT, type ApiDocument } from "./protocol";
import type { Server } from "./server";

const DOCUMENTS = "**/*{openapi,swagger}*.{yaml,yml,json}";
const NOT_OURS = "**/{node_modules,.git,venv,.venv}/**";
const MOST = 50;
const ASKED = "waypost.apisHinted";
const ADD = "Add OpenAPI Document…";

/** Asks for a document and the URL that it describes, and writes both into the settings. */
export async function addApi(server: Server, given?: vscode.Uri): Promise<void> {
  const document = given ?? (await chosenDocument());
  const described = document && (await server.ask<ApiDocument>(API_DOCUMENT, { uri: document.toString() }));
  if (!document || !described) {
    return;
  }
  if (described.fault !== "") {
    void vscode.window.showErrorMessage(`Waypost: ${nameOf(document)} cannot be used: ${described.fault}`);
    return;
  }
  const base = await chosenBase(document, described);
  if (base !== undefined) {
    await bind(server, document, base);
  }
}

/** Shown once per workspace, if it has such a document and no settings name any. */
export async function hintAtApis(server: Server, memory: vscode.Memento): Promise<void> {
  if (memory.get<boolean>(ASKED)) {
    return;
  }
  const document = (await vscode.workspace.findFiles("**/{openapi,swagger}.{yaml,yml,json}", NOT_OURS, 1)).at(0);
  const described = document && (await server.ask<ApiDocument>(API_DOCUMENT, { uri: document.toString() }));
  if (!document || !described || described.isBound || described.areOthersBound || described.operations === 0) {
    return;
  }
  await memory.update(ASKED, true);
  const message = `${nameOf(document)} describes an API. Waypost can check requests against it.`;
  const chosen = await vscode.window.showInformationMessage(`Waypost: ${message}`, ADD);
  if (chosen === ADD) {
    await addApi(server, document);
  }
}

async function chosenDocument(): Promise<vscode.Uri | undefined> {
  const found = await vscode.workspace.findFiles(DOCUMENTS, NOT_OURS, MOST);
  const entries = found.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri })).sort(byLabel);
  const browse = { label: "$(folder-opened) Browse…", uri: undefined };
  const chosen = await vscode.window.showQuickPick([...entries, browse], {
    title: "Add OpenAPI Document",
    placeHolder: "The document that describes the API",
    ignoreFocusOut: true, // the walkthrough takes the keyboard as it marks its step
  });
  if (chosen === undefined || chosen.uri !== undefined) {
    return chosen?.uri;
  }
  const filters = { "OpenAPI documents": ["yaml", "yml", "json"] };
  return (await vscode.window.showOpenDialog({ title: "Add OpenAPI Document", filters }))?.[0];
}

function chosenBase(document: vscode.Uri, { title, base }: ApiDocument): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: `Base URL of ${title || nameOf(document)}`,
    prompt: "Requests to URLs that start with it are checked against the document",
    value: base,
    placeHolder: "https://api.example.com",
    validateInput: (value) =>
      /^https?:\/\/[^/?#\s]/i.test(value) ? undefined : "A URL starts with http:// or https://",
  });
}

/** A project's own settings file applies to everybody; without one, the workspace's settings are used. */
async function bind(server: Server, document: vscode.Uri, base: string): Promise<void> {
  const place = (await inProject(server, document, base)) ?? (await inWorkspace(document, base));
  await completed("api");
  void vscode.window.showInformationMessage(`Waypost: Added ${nameOf(document)} to ${place}`);
}

async function inProject(server: Server, document: vscode.Uri, base: string): Promise<string | undefined> {
  const edit = await server.ask<object>(ADD_API, { uri: document.toString(), base });
  const changes = edit && (await server.editOf(edit));
  const file = changes?.entries()[0]?.[0];
  if (!changes || file === undefined || !(await vscode.workspace.applyEdit(changes))) {
    return undefined;
  }
  const opened = await vscode.workspace.openTextDocument(file);
  await opened.save();
  await vscode.window.showTextDocument(opened);
  return nameOf(file);
}

async function inWorkspace(document: vscode.Uri, base: string): Promise<string> {
  const folder = vscode.workspace.getWorkspaceFolder(document) ?? vscode.workspace.workspaceFolders?.[0];
  const settings = vscode.workspace.getConfiguration("waypost", folder);
  const apis = settings.get<Record<string, string>>("apis", {});
  const named = folder ? path.posix.relative(folder.uri.path, document.path) : document.fsPath;
  const several = (vscode.workspace.workspaceFolders ?? []).length > 1;
  const { WorkspaceFolder, Workspace, Global } = vscode.ConfigurationTarget;
  const target = folder === undefined ? Global : several ? WorkspaceFolder : Workspace;
  await settings.update("apis", { ...apis, [base]: named }, target);
  const isInFile = target === Workspace && vscode.workspace.workspaceFile !== undefined;
  return folder === undefined ? "your user settings" : isInFile ? "the workspace's file" : ".vscode/settings.json";
}

function nameOf({ path: name }: vscode.Uri): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

function byLabel(one: { label: string }, other: { label: string }): number {
  return one.label < other.label ? -1 : 1;
}
