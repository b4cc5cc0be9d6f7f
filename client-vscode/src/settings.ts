/** The user's settings for the server: only those that were really set, so that defaults override nothing. */

/** The part of the editor's configuration that is used here. */
export interface Configuration {
  get(key: string): unknown;
  inspect(key: string): Record<string, unknown> | undefined;
}

const SET_BY_USERS = [
  "globalValue",
  "workspaceValue",
  "workspaceFolderValue",
  "globalLanguageValue",
  "workspaceLanguageValue",
  "workspaceFolderLanguageValue",
];

/** The part of the extension's manifest that declares settings. */
export interface Manifest {
  readonly contributes: { readonly configuration: readonly { readonly properties: object }[] };
}

/** The names of the server's settings among those in the extension's manifest. */
export function serverKeys(manifest: Manifest): string[] {
  const own = new Set(["interpreter", "importStrategy", "path", "trace.server"]);
  return manifest.contributes.configuration
    .flatMap((block) => Object.keys(block.properties))
    .map((key) => key.replace(/^waypost\./, ""))
    .filter((key) => !own.has(key));
}

export function explicitSettings(configuration: Configuration, keys: readonly string[]): Record<string, unknown> {
  const isSet = (key: string): boolean => {
    const values = configuration.inspect(key);
    return values !== undefined && SET_BY_USERS.some((name) => values[name] !== undefined);
  };
  return Object.fromEntries(keys.filter(isSet).map((key) => [key, configuration.get(key)]));
}

/** Extensions with another server for configuration files, and the server's name for each. */
const OTHER_SERVERS = { "tamasfe.even-better-toml": "taplo", "tombi-toml.tombi": "tombi" };

/** The extension that shows what typos reports; `waypost.spelling` does so where it is missing. */
const TYPOS_EXTENSION = "tekumara.typos-vscode";

/** The settings, with what other extensions already do, unless the user has decided that. */
export function withOtherServers(
  settings: Record<string, unknown>,
  isThere: (extension: string) => boolean,
): Record<string, unknown> {
  const found = Object.entries(OTHER_SERVERS).filter(([extension]) => isThere(extension));
  const spelling = isThere(TYPOS_EXTENSION) ? "off" : "on";
  const chosen = settings.spelling === "auto" ? { ...settings, spelling } : settings;
  return { otherServers: found.map(([, name]) => name), spelling, ...chosen };
}
