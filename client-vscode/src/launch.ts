/** How the server is started. Pure: the same options always give the same launch. */
import * as path from "node:path";

import type { Python, Version } from "./interpreter";

export type ImportStrategy = "useBundled" | "fromEnvironment";

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  /** A description for the log and the menu. */
  readonly from: string;
}

export type Health = "stopped" | "starting" | "running" | "failed";

/** Events of a client, for its owner. */
export interface Watcher {
  onHealth(health: Health): void;
  onRoutes(): void;
  /** The server has ended, although nobody asked it to. The client never starts it again itself. */
  onCrash(): void;
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

  /** The compiled parts for one version of Python. */
  compiledFor([major, minor]: Version): string {
    return path.join(this.folder, "libs", `cp${major}${minor}`);
  }
}

/** The user's own program. */
export function ownProgram(program: string): Launch {
  return { command: program, args: ["lsp"], from: "the setting waypost.path" };
}

/**
 * The bundled server. -I excludes environment variables, user packages and the current folder, -S site-packages: the
 * server sees only the standard library and what comes with the extension, nothing of the project.
 */
export function bundledServer(python: Python, bundle: Bundle): Launch {
  return { command: python.path, args: ["-I", "-S", bundle.script, "lsp"], from: `bundled, run by ${python.path}` };
}

/** The package installed with the interpreter; -P excludes the current folder. */
export function installedServer(python: Python): Launch {
  return { command: python.path, args: ["-P", "-m", "waypost", "lsp"], from: `installed with ${python.path}` };
}

export function isSame(one: Launch, other: Launch): boolean {
  return one.command === other.command && one.args.join("\0") === other.args.join("\0");
}
