/** The routes of a workspace as a tree: hosts and APIs, folders of paths, requests, and the places of repeated ones. */
import type { Route } from "./protocol";

/** A host, or the path segments that requests have in common. */
export interface Folder {
  readonly kind: "host" | "folder";
  readonly name: string;
  /** The address that it is unless the code is given another one; empty if there is none. */
  readonly byDefault: string;
  /** What all its requests contain, for the filter. */
  readonly filter: string;
  readonly children: readonly (Folder | Request)[];
  readonly requests: number;
  readonly problems: number;
}

export interface Request {
  readonly kind: "request";
  readonly verb: string;
  /** The rest of the path below its folder. */
  readonly name: string;
  readonly path: string;
  readonly places: readonly Place[];
  readonly problems: readonly string[];
  /** Of the worst; null without problems. */
  readonly severity: number | null;
}

export interface Place {
  readonly kind: "place";
  readonly route: Route;
}

export type Node = Folder | Request | Place;

const NO_HOST = "Host not known";

export function treeOf(routes: readonly Route[], filter: string): Folder[] {
  const hosts = grouped(routes.filter((each) => fits(each, filter)).map(located), ({ host, byDefault }) =>
    [host, byDefault].join(" "),
  );
  return [...hosts.values()].map((members) => {
    const [{ host, byDefault }] = members;
    const words = [host === NO_HOST ? "" : host, byDefault].join(" ").trim();
    return folder("host", host, words, foldersIn(members, []), byDefault);
  });
}

/** Where a request is made. */
export function placesOf(node: Node): readonly Place[] {
  switch (node.kind) {
    case "place":
      return [node];
    case "request":
      return node.places;
    case "host":
    case "folder":
      return node.children.flatMap(placesOf);
  }
}

/** The filter that shows only an entry and what is below it. */
export function filterOf(node: Node): string {
  switch (node.kind) {
    case "place":
      return `${node.route.verb} ${node.route.path}`;
    case "request":
      return `${node.verb} ${node.path}`;
    case "host":
    case "folder":
      return node.filter;
  }
}

interface Located {
  readonly route: Route;
  readonly host: string;
  readonly byDefault: string;
  readonly segments: readonly string[];
}

/** The host of a route. A path that starts with a placeholder is below an unknown address. */
function located(route: Route): Located {
  const [, origin = "", path = ""] = /^(https?:\/\/[^/?{]*|\{[^/}?]*\}(?=\/))?(.*)$/.exec(route.path) ?? [];
  const isKnown = origin.startsWith("http") || (origin === "" && route.api !== null);
  const host = plain(origin === "" ? (route.api ?? NO_HOST) : origin);
  const byDefault = isKnown ? "" : plain(route.defaultBase ?? "");
  return { route, host, byDefault, segments: path.split(/\/(?![^{]*\})/).filter((each) => each !== "") };
}

function plain(address: string): string {
  return address.replace(/^https?:\/\//, "").replace(/\/$/, "");
}

/** The requests below these segments, and folders for the next segments that two or more have in common. */
function foldersIn(members: readonly Located[], above: readonly string[]): (Folder | Request)[] {
  const depth = above.length;
  const groups = grouped(members, ({ segments }) => segments[depth] ?? "");
  return [...groups].flatMap(([first, inside]): (Folder | Request)[] => {
    if (new Set(inside.map(({ route }) => route.path)).size === 1) {
      return requestsOf(inside, depth);
    }
    const shared = [...above, first, ...common(inside, depth + 1)];
    const ends = inside.filter(({ segments }) => segments.length === shared.length);
    const deeper = inside.filter(({ segments }) => segments.length > shared.length);
    const name = shared.slice(depth).join("/");
    return [
      folder("folder", name, shared.join("/"), [...requestsOf(ends, shared.length - 1), ...foldersIn(deeper, shared)]),
    ];
  });
}

/** The next segments that all of them share. */
function common(members: readonly Located[], from: number): string[] {
  const [first, ...others] = members.map(({ segments }) => segments.slice(from));
  const end = first?.findIndex((each, index) => others.some((other) => other[index] !== each)) ?? 0;
  return first?.slice(0, end === -1 ? first.length : end) ?? [];
}

function requestsOf(members: readonly Located[], depth: number): Request[] {
  const requests = [...grouped(members, ({ route }) => `${route.verb} ${route.path}`).values()];
  return requests
    .toSorted(([one], [other]) => byVerb(one.route, other.route))
    .map(([first, ...more]) => ({
      kind: "request",
      verb: first.route.verb,
      name: `/${first.segments.slice(depth).join("/")}`,
      path: first.route.path,
      places: [first, ...more].map(({ route }) => ({ kind: "place" as const, route })),
      problems: [...new Set([first, ...more].flatMap(({ route }) => route.problems))],
      severity: worst([first, ...more].map(({ route }) => route.severity)),
    }));
}

function worst(severities: readonly (number | null)[]): number | null {
  const found = severities.filter((each) => each !== null);
  return found.length === 0 ? null : Math.min(...found);
}

/** Where a call is, in as few words as tell files apart for a reader: the tooltip has the whole path. */
export function shortPlaceOf({ route }: Place): string {
  return `${route.uri.slice(route.uri.lastIndexOf("/") + 1)}:${route.range.start.line + 1}`;
}

/** Whether the worst problem is in Problems, where hints are not. */
export function isMarked(severity: number | null): severity is 1 | 2 | 3 {
  return severity !== null && severity <= 3;
}

/** How many letters a row of a side bar shows at its usual width, below a host and two folders. */
const ROOM = 29;
/** What follows the name of an entry is smaller. */
const SMALLER = 0.85;
const MARK = 3;
/** How many more a host's row shows than one below it and two folders. */
const INDENTS = 3;

/** Whether a request has its only place in its own row; otherwise places have rows below it, and nothing is cut off. */
export function isOneRow({ verb, name, places, severity }: Request): boolean {
  const [only, ...others] = places;
  const left = ROOM - (isMarked(severity) ? MARK : 0) - `${verb} ${name} `.length;
  return only !== undefined && others.length === 0 && shortPlaceOf(only).length * SMALLER <= left;
}

/** What stands behind the name of a host or folder: how much is in it, and the address that it is by default. */
export function summaryOf({ name, requests, problems, byDefault }: Folder): string {
  const count = problems === 0 ? `${requests}` : `${requests}, ${problems} ⚠`;
  const room = Math.floor((ROOM + INDENTS - name.length) / SMALLER) - ` =  · ${count}`.length;
  return byDefault === "" ? count : `= ${shortened(byDefault, Math.max(room, SHORTEST))} · ${count}`;
}

/** An address that is cut further says nothing. */
const SHORTEST = 12;

/** Without its middle if it is longer: an address is told by its start and its end. */
function shortened(text: string, room: number): string {
  const start = Math.ceil((room - 1) / 2);
  return text.length <= room ? text : `${text.slice(0, start)}…${text.slice(text.length - (room - 1 - start))}`;
}

function folder(
  kind: Folder["kind"],
  name: string,
  filter: string,
  children: readonly (Folder | Request)[],
  byDefault = "",
): Folder {
  const count = (of: (each: Folder | Request) => number): number => children.reduce((sum, each) => sum + of(each), 0);
  const requests = count((each) => (each.kind === "request" ? 1 : each.requests));
  const problems = count((each) => (each.kind === "request" ? Number(isMarked(each.severity)) : each.problems));
  return { kind, name, byDefault, filter, children, requests, problems };
}

/** Groups in the order of their keys; in each, members by place. */
function grouped<T extends Located>(members: readonly T[], keyOf: (member: T) => string): Map<string, [T, ...T[]]> {
  const groups = new Map<string, [T, ...T[]]>();
  for (const member of members.toSorted((one, other) => byPlace(one.route, other.route))) {
    const group = groups.get(keyOf(member));
    if (group === undefined) {
      groups.set(keyOf(member), [member]);
    } else {
      group.push(member);
    }
  }
  return new Map([...groups].sort(([one], [other]) => compare(one, other)));
}

/** Whether every word of the filter occurs in the route: `get issues` finds `GET /repos/{o}/{r}/issues`. */
function fits(route: Route, filter: string): boolean {
  const { verb, api, defaultBase, path, operation, uri } = route;
  const shown = [verb, api, defaultBase, path, operation, uri].join(" ").toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => shown.includes(word));
}

const VERBS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

function byVerb(one: Route, other: Route): number {
  return VERBS.indexOf(one.verb) - VERBS.indexOf(other.verb) || compare(one.verb, other.verb);
}

function byPlace(one: Route, other: Route): number {
  return compare(one.uri, other.uri) || one.range.start.line - other.range.start.line;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
