/** Which documents concern the server, and which of them are a reason to start it. */

export interface Opened {
  readonly languageId: string;
  readonly path: string;
  /** The first characters. */
  readonly head: string;
}

const SCHEMES = ["file", "untitled", "vscode-notebook-cell"];
const TOML_HOMES = "{typos,_typos,.typos,waypost,Cargo,pyproject}.toml";

/**
 * Documents that are sent to a running server. All JSON is sent, as any file may name the schema, and all YAML, as
 * settings may name any file as the description of an API. Of unusual URI schemes, only those of workspace folders: not
 * the old side of a comparison, nor the text of a log.
 */
export function selectorFor(
  folderSchemes: readonly string[],
): { scheme: string; language?: string; pattern?: string }[] {
  return [...new Set([...SCHEMES, ...folderSchemes])].flatMap((scheme) => [
    { scheme, language: "python" },
    { scheme, language: "json" },
    { scheme, language: "jsonc" },
    { scheme, language: "yaml" },
    { scheme, pattern: `**/${TOML_HOMES}` },
  ]);
}

/** How much of a document is searched for its schema. */
export const HEAD = 2_000;

/** Whether a document is worth starting the server for. */
export function concerns(document: Opened): boolean {
  const name = document.path.slice(document.path.lastIndexOf("/") + 1);
  if (/^([._]?typos\.(toml|json)|(waypost|Cargo|pyproject)\.toml)$/.test(name)) {
    return true;
  }
  if (document.languageId === "json" || document.languageId === "jsonc") {
    return /"\$schema"\s*:\s*"[^"]*typos/.test(document.head);
  }
  return document.languageId === "python";
}
