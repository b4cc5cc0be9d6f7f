/** The list of all routes as a document, to save or paste. */
import * as vscode from "vscode";

import { EXPORT_ROUTES } from "./protocol";
import type { Server } from "./server";

const FORMATS = [
  { label: "JSON", description: "all details, for programs", format: "json", language: "json" },
  { label: "Markdown", description: "a table", format: "markdown", language: "markdown" },
  { label: "OpenAPI", description: "what the code uses of its APIs", format: "openapi", language: "json" },
];

export async function exportRoutes(server: Server): Promise<void> {
  const chosen = await vscode.window.showQuickPick(FORMATS, { title: "Export Routes As" });
  const found = chosen && (await server.ask<{ text: string }>(EXPORT_ROUTES, { format: chosen.format }));
  if (found) {
    const options = { language: chosen.language, content: found.text };
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(options));
  }
}
