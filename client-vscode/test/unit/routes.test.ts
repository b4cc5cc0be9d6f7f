import assert from "node:assert/strict";
import { test } from "node:test";

import type { Route } from "../../src/protocol";
import { grouped } from "../../src/routes";

function route(verb: string, path: string, uri = "file:///a.py", line = 0, operation: string | null = null): Route {
  return { verb, path, uri, operation, range: { start: { line, character: 0 }, end: { line, character: 1 } } };
}

test("routes stand by path, beneath it by verb and place", () => {
  const groups = grouped(
    [
      route("POST", "/b", "file:///z.py"),
      route("GET", "/b", "file:///a.py", 9),
      route("GET", "/b", "file:///a.py", 2),
      route("GET", "/a"),
    ],
    "",
  );

  assert.deepEqual(
    groups.map(({ path, routes }) => [path, routes.map((each) => [each.verb, each.range.start.line])]),
    [
      ["/a", [["GET", 0]]],
      [
        "/b",
        [
          ["GET", 2],
          ["GET", 9],
          ["POST", 0],
        ],
      ],
    ],
  );
});

test("a filter asks for all its words, in verb, path, operation or file", () => {
  const all = [
    route("GET", "/repos/{o}/issues"),
    route("POST", "/repos/{o}/issues"),
    route("GET", "/user", "file:///me.py", 0, "users/get"),
  ];
  const paths = (filter: string): string[] =>
    grouped(all, filter).flatMap(({ routes }) => routes.map((each) => `${each.verb} ${each.path}`));

  assert.deepEqual(paths("get ISSUES"), ["GET /repos/{o}/issues"]);
  assert.deepEqual(paths("users/get"), ["GET /user"]);
  assert.deepEqual(paths("me.py"), ["GET /user"]);
  assert.deepEqual(paths("nothing"), []);
});
