/** Leaves out of the server's diagnostics what the editor's own JSON support already reports. */
import * as vscode from "vscode";
import type { vsdiag } from "vscode-languageclient/node";

type Report = vsdiag.DocumentDiagnosticReport;

const NAME = "vscode.json-language-features";
const LANGUAGES = ["json", "jsonc"];

/** Whether the editor's own support handles this document, too. */
export function isJson({ languageId }: vscode.TextDocument): boolean {
  return LANGUAGES.includes(languageId) && vscode.extensions.getExtension(NAME) !== undefined;
}

/** Without syntax errors. Their fixes are still offered: the server gives them for a place, not for a diagnostic. */
export function withoutWhatJsonSays<R extends Report | null | undefined>(document: vscode.TextDocument, report: R): R {
  const says = isJson(document) && vscode.workspace.getConfiguration("json").get("validate.enable", true);
  return says && report && "items" in report
    ? { ...report, items: report.items.filter((each) => !isSyntaxError(each)) }
    : report;
}

function isSyntaxError({ code }: vscode.Diagnostic): boolean {
  return (typeof code === "object" ? code.value : code) === "syntax-error";
}
