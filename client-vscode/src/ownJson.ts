/** What the editor's own JSON support says by itself. Of that the server's share is left out: once is enough. */
import * as vscode from "vscode";
import type { Middleware, vsdiag } from "vscode-languageclient/node";

type Report = vsdiag.DocumentDiagnosticReport;

const NAME = "vscode.json-language-features";
const LANGUAGES = ["json", "jsonc"];

export const besideOwnJson: Middleware = {
  // The fixes are still offered: the server gives them for a place, not for a diagnostic.
  provideDiagnostics: async (document, previous, token, next) => {
    const report = await next(document, previous, token);
    return report && saysSyntaxErrors(document) ? withoutSyntaxErrors(report) : report;
  },
  // The outline would show the same tree once for each.
  provideDocumentSymbols: (document, token, next) => (isJson(document) ? [] : next(document, token)),
};

function saysSyntaxErrors(document: vscode.TextDocument | vscode.Uri): boolean {
  return (
    "languageId" in document &&
    isJson(document) &&
    vscode.workspace.getConfiguration("json").get("validate.enable", true)
  );
}

function isJson({ languageId }: vscode.TextDocument): boolean {
  return LANGUAGES.includes(languageId) && vscode.extensions.getExtension(NAME) !== undefined;
}

function withoutSyntaxErrors(report: Report): Report {
  return "items" in report ? { ...report, items: report.items.filter((each) => !isSyntaxError(each)) } : report;
}

function isSyntaxError({ code }: vscode.Diagnostic): boolean {
  return (typeof code === "object" ? code.value : code) === "syntax-error";
}
