/** The routes of a workspace as a tree: paths in order, beneath each the places that use it. */
import type { Route } from "./protocol";

export interface PathGroup {
  readonly path: string;
  readonly routes: readonly Route[];
}

export function grouped(routes: readonly Route[], filter: string): PathGroup[] {
  const groups = new Map<string, Route[]>();
  for (const route of routes.filter((each) => fits(each, filter))) {
    const group = groups.get(route.path);
    if (group === undefined) {
      groups.set(route.path, [route]);
    } else {
      group.push(route);
    }
  }
  return [...groups]
    .map(([path, members]) => ({ path, routes: members.toSorted(byVerbAndPlace) }))
    .sort((one, other) => compare(one.path, other.path));
}

/** Every word of the filter occurs somewhere in the route: `get issues` finds `GET /repos/{o}/{r}/issues`. */
function fits(route: Route, filter: string): boolean {
  const shown = `${route.verb} ${route.path} ${route.operation ?? ""} ${route.uri}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => shown.includes(word));
}

function byVerbAndPlace(one: Route, other: Route): number {
  return compare(one.verb, other.verb) || compare(one.uri, other.uri) || one.range.start.line - other.range.start.line;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
