import assert from "node:assert/strict";
import { test } from "node:test";

import type { Route } from "../../src/protocol";
import { isOneRow, shortPlaceOf, summaryOf, treeOf, type Node, type Request } from "../../src/routes";

function route(verb: string, path: string, more: Partial<Route> = {}): Route {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  return {
    verb,
    path,
    uri: "file:///a.py",
    operation: null,
    api: "https://api.github.com",
    defaultBase: null,
    problems: [],
    severity: null,
    range,
    ...more,
  };
}

/** The tree as text, a line for each entry. */
function shown(nodes: readonly Node[], indent = ""): string[] {
  return nodes.flatMap((node) => {
    switch (node.kind) {
      case "place":
        return [];
      case "request":
        return [`${indent}${node.verb} ${node.name}${node.places.length > 1 ? ` (${node.places.length})` : ""}`];
      case "host":
      case "folder":
        return [`${indent}${[node.name, node.byDefault].join(" ").trim()}`, ...shown(node.children, `${indent}  `)];
    }
  });
}

const cases: [what: string, routes: Route[], expected: string[]][] = [
  ["one request is below its host", [route("GET", "/user")], ["api.github.com", "  GET /user"]],
  [
    "what paths have in common is one folder",
    [route("GET", "/repos/{o}/{r}/issues"), route("GET", "/repos/{o}/{r}/pulls")],
    ["api.github.com", "  repos/{o}/{r}", "    GET /issues", "    GET /pulls"],
  ],
  [
    "a path that others continue keeps its last segment",
    [route("POST", "/issues"), route("GET", "/issues"), route("GET", "/issues/{n}")],
    ["api.github.com", "  issues", "    GET /issues", "    POST /issues", "    GET /{n}"],
  ],
  [
    "verbs of one path need no folder",
    [route("DELETE", "/a/b"), route("GET", "/a/b"), route("PATCH", "/a/b")],
    ["api.github.com", "  GET /a/b", "  PATCH /a/b", "  DELETE /a/b"],
  ],
  [
    "the same request at two places is one entry",
    [route("GET", "/a"), route("GET", "/a", { uri: "file:///b.py" })],
    ["api.github.com", "  GET /a (2)"],
  ],
  [
    "hosts are those of the URL, otherwise of the API",
    [
      route("GET", "http://localhost:8080/a", { api: null }),
      route("GET", "/b"),
      route("GET", "{base}/c", { api: null }),
      route("GET", "/d", { api: null }),
    ],
    ["Host not known", "  GET /d", "api.github.com", "  GET /b", "localhost:8080", "  GET /a", "{base}", "  GET /c"],
  ],
  [
    "an address that the code may be given shows what it is otherwise",
    [
      route("GET", "{base}/a", { api: null, defaultBase: "https://shop.example/v1" }),
      route("GET", "{base}/b", { api: null }),
      route("GET", "/c", { api: null, defaultBase: "https://shop.example/v1/" }),
      route("GET", "https://own.example/d", { api: null, defaultBase: "https://shop.example" }),
    ],
    [
      "Host not known shop.example/v1",
      "  GET /c",
      "own.example",
      "  GET /d",
      "{base}",
      "  GET /b",
      "{base} shop.example/v1",
      "  GET /a",
    ],
  ],
  [
    "a slash in a placeholder does not separate",
    [route("GET", "/a/{x/y}"), route("GET", "/a/b")],
    ["api.github.com", "  a", "    GET /b", "    GET /{x/y}"],
  ],
  ["a host alone is a path, too", [route("GET", "https://example.com", { api: null })], ["example.com", "  GET /"]],
];

for (const [what, routes, expected] of cases) {
  test(what, () => {
    assert.deepEqual(shown(treeOf(routes, "")), expected);
  });
}

test("places are in the order of files and lines", () => {
  const at = (uri: string, line: number): Partial<Route> => ({
    uri,
    range: { start: { line, character: 0 }, end: { line, character: 1 } },
  });
  const [host] = treeOf(
    [
      route("GET", "/b", at("file:///z.py", 1)),
      route("GET", "/b", at("file:///a.py", 9)),
      route("GET", "/b", at("file:///a.py", 2)),
    ],
    "",
  );
  const [request] = host?.children ?? [];

  assert.ok(request?.kind === "request");
  assert.deepEqual(
    request.places.map(({ route: { uri, range } }) => [uri, range.start.line]),
    [
      ["file:///a.py", 2],
      ["file:///a.py", 9],
      ["file:///z.py", 1],
    ],
  );
});

test("folders count the requests in them and those with problems", () => {
  const [host] = treeOf(
    [
      route("GET", "/a/b"),
      route("GET", "/a/c", { problems: ["one", "two"], severity: 2 }),
      route("GET", "/d", { problems: ["a hint, which Problems do not list"], severity: 4 }),
    ],
    "",
  );

  assert.deepEqual([host?.requests, host?.problems], [3, 1]);
});

test("a filter requires all its words, in verb, host, path, operation or file", () => {
  const all = [
    route("GET", "/repos/{o}/issues"),
    route("POST", "/repos/{o}/issues"),
    route("GET", "/user", { uri: "file:///me.py", operation: "users/get", api: null }),
  ];
  const left = (filter: string): string[] => shown(treeOf(all, filter)).filter((line) => line.includes(" "));

  assert.deepEqual(left("get ISSUES"), ["  GET /repos/{o}/issues"]);
  assert.deepEqual(left("users/get").at(-1), "  GET /user");
  assert.deepEqual(left("me.py").at(-1), "  GET /user");
  assert.deepEqual(left("api.github post"), ["  POST /repos/{o}/issues"]);
  assert.deepEqual(left("nothing"), []);
});

test("the filter of a folder shows what is in it", () => {
  const all = [route("GET", "/repos/{o}/{r}/issues"), route("GET", "/repos/{o}/{r}/pulls"), route("GET", "/user")];
  const folder = treeOf(all, "")[0]?.children[0];

  assert.ok(folder?.kind === "folder");
  assert.deepEqual(treeOf(all, folder.filter)[0]?.requests, 2);
});

const requestOf = (nodes: readonly Node[]): Request => {
  const [node] = nodes;
  assert.ok(node !== undefined && node.kind !== "place");
  return node.kind === "request" ? node : requestOf(node.children);
};

for (const [what, path, more, expected] of [
  ["a short one", "/users/{username}", {}, true],
  ["a long one", "/repos/{owner}/{repo}/branches", {}, false],
  ["one whose query fills the row", "/orders?tokens=***", {}, true],
  ["one whose query leaves no room", "/orders?token=***", { uri: "file:///client.py" }, false],
  ["a marked one that leaves no room for its mark", "/users/{usernames}/abc", { severity: 2 }, false],
] as const) {
  test(`${what} ${expected ? "has its place in its row" : "has its place below it"}`, () => {
    assert.equal(isOneRow(requestOf(treeOf([route("GET", path, more)], ""))), expected);
  });
}

test("a place is named by its file, however deep that is", () => {
  const [place] = requestOf(treeOf([route("GET", "/user", { uri: "file:///w/api/v2/a.py" })], "")).places;
  assert.equal(place && shortPlaceOf(place), "a.py:1");
});

test("a request made twice is as bad as its worst call", () => {
  const routes = [2, 1, null].map((severity) => route("GET", "/user", { severity }));
  assert.equal(requestOf(treeOf(routes, "")).severity, 1);
});

for (const [what, path, byDefault, expected] of [
  ["of a known address", "https://shop.example/users", null, "1"],
  ["of an address by default", "{base}/users", "https://shop.example", "= shop.example · 1"],
  ["of a long one", "{base_url}/users", "https://inventory.internal.example/v2", "= inventory…ample/v2 · 1"],
] as const) {
  test(`the summary ${what} is ${expected}`, () => {
    const [host] = treeOf([route("GET", path, { api: null, defaultBase: byDefault })], "");
    assert.equal(host && summaryOf(host), expected);
  });
}

test("a summary counts problems", () => {
  const [host] = treeOf([route("GET", "/user", { problems: ["wrong"], severity: 1 }), route("GET", "/zen")], "");
  assert.equal(host && summaryOf(host), "2, 1 ⚠");
});
