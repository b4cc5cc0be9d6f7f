/** What is started as the server. Pure: the same wishes always give the same launch. */
import * as path from "node:path";

import type { Python, Version } from "./interpreter";

export type ImportStrategy = "useBundled" | "fromEnvironment";

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  /** In words, for the log and the menu. */
  readonly from: string;
}

/** Where the extension keeps its server. */
export class Bundle {
  constructor(private readonly extension: string) {}

  get folder(): string {
    return path.join(this.extension, "bundled");
  }

  get script(): string {
    return path.join(this.folder, "waypost_server.py");
  }

  get schema(): string {
    return path.join(this.folder, "libs", "any", "waypost", "config", "model", "schema.json");
  }

  /** The compiled parts exist once for each version of Python. */
  compiledFor([major, minor]: Version): string {
    return path.join(this.folder, "libs", `cp${major}${minor}`);
  }
}

/** A program of the user's own. */
export function ownProgram(program: string): Launch {
  return { command: program, args: ["lsp"], from: "the setting waypost.path" };
}

/**
 * The bundled server. -I keeps the environment's variables, user packages and current folder out, -S its
 * site-packages: the server sees the standard library and what came with the extension, nothing of the project's.
 */
export function bundledServer(python: Python, bundle: Bundle): Launch {
  return { command: python.path, args: ["-I", "-S", bundle.script, "lsp"], from: `bundled, run by ${python.path}` };
}

/** The package installed beside the interpreter; -P keeps the current folder out. */
export function installedServer(python: Python): Launch {
  return { command: python.path, args: ["-P", "-m", "waypost", "lsp"], from: `installed beside ${python.path}` };
}

export function isSame(one: Launch, other: Launch): boolean {
  return one.command === other.command && one.args.join("\0") === other.args.join("\0");
}
