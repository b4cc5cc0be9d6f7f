/** The server's commands that are not part of the protocol; each has one argument of plain JSON. */
import type { Position, Range } from "vscode-languageclient";

export interface AtCursor {
  readonly uri: string;
  readonly position: Position;
}

export const REQUEST_AT_CURSOR = "waypost.requestAtCursor";
export interface RequestText {
  readonly title: string;
  readonly text: string;
  readonly range: Range;
}

export const COPY_REQUEST = "waypost.copyRequest";
export type CopyFormat = "curl" | "httpie" | "http" | "httpx" | "requests";
export interface CopiedRequest {
  readonly text: string;
  readonly format: CopyFormat;
  /** The names of unknown values. */
  readonly open: readonly string[];
  /** Where secrets are masked: names of headers, `URL`, `body`. */
  readonly masked: readonly string[];
}

export const ROUTES = "waypost.routes";
export interface Route {
  readonly verb: string;
  readonly path: string;
  readonly operation: string | null;
  readonly uri: string;
  readonly range: Range;
  /** The base URL of its API; null if none is known. */
  readonly api: string | null;
  /** The address that it is sent to unless the code is given another one. */
  readonly defaultBase: string | null;
  /** What rules report about it, one message each. */
  readonly problems: readonly string[];
  /** Of the worst, as the protocol counts: 1 is an error; null without problems. */
  readonly severity: number | null;
}
export interface Routes {
  readonly routes: readonly Route[];
  readonly complete: boolean;
}

/** Sent by the server to clients whose experimental capabilities have `waypostRoutes`. */
export const ROUTES_CHANGED = "$/waypost/routesChanged";

export const EFFECTIVE_CONFIG = "waypost.effectiveConfig";
export interface EffectiveConfig {
  readonly text: string;
  readonly source: string | null;
}

export const EXPLAIN = "waypost.explain";
/** What the spell checker does with each word. */
export interface Explanation {
  readonly reported: readonly Reported[];
  /** How many words it accepts. */
  readonly accepted: number;
  /** How many nobody has looked up. */
  readonly unknown: number;
  /** What there is to say about the file as a whole, a sentence each. */
  readonly notes: readonly string[];
  /** Whether the spell checker itself could be asked. */
  readonly installed: boolean;
}
export interface Reported {
  readonly line: string;
  readonly at: Position;
  /** The entry of a configuration that decides, if one does. */
  readonly entry: { readonly uri: string; readonly line: number } | null;
}

export const CHECK_WORKSPACE = "waypost.checkWorkspace";
/** How many findings there are in closed files, and in how many of them. */
export interface WorkspaceChecked {
  readonly problems: number;
  readonly files: number;
}

export const API_DOCUMENT = "waypost.apiDocument";
export interface ApiDocument {
  readonly title: string;
  /** The address of its first server; empty if that is not absolute. */
  readonly base: string;
  readonly operations: number;
  /** Whether settings name it, or other documents. */
  readonly isBound: boolean;
  readonly areOthersBound: boolean;
  /** Why it cannot be read. */
  readonly fault: string;
}

/** The answer is an edit of the project's settings, or null if it has none. */
export const ADD_API = "waypost.addApi";

export const IGNORE_SPELLING = "waypost.ignoreSpelling";
/** What was done, or why nothing was done; the server shows the latter itself. */
export interface IgnoredSpelling {
  readonly summary?: string;
  readonly refused?: string;
}

export const EXPORT_ROUTES = "waypost.exportRoutes";
