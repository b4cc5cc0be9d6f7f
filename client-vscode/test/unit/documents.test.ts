import assert from "node:assert/strict";
import { test } from "node:test";

import { concerns, selectorFor } from "../../src/documents";

const cases: [what: string, languageId: string, path: string, head: string, expected: boolean][] = [
  ["a configuration", "toml", "/a/_typos.toml", "", true],
  ["a configuration in an unknown language", "plaintext", "/a/typos.toml", "", true],
  ["a project file", "toml", "/a/pyproject.toml", "", true],
  ["the project's own settings", "toml", "/a/waypost.toml", "", true],
  ["other TOML", "toml", "/a/rustfmt.toml", "", false],
  ["a name that only ends like one", "toml", "/a/mytypos.toml", "", false],
  ["a configuration in JSON", "json", "/a/.typos.json", "", true],
  [
    "JSON that names the schema",
    "jsonc",
    "/a/spelling.json",
    '{ "$schema" : "https://x/typos/config.schema.json"',
    true,
  ],
  ["other JSON", "json", "/a/package.json", '{"$schema": "https://x/package.json"', false],
  ["Python", "python", "/a/client.py", "", true],
  ["an untitled Python document", "python", "Untitled-1", "", true],
  ["text", "plaintext", "/a/typos.txt", "", false],
];

for (const [what, languageId, path, head, expected] of cases) {
  test(`${what} ${expected ? "starts" : "does not start"} the server`, () => {
    assert.equal(concerns({ languageId, path, head }), expected);
  });
}

test("documents of a folder's scheme are sent, whatever the scheme, and none twice", () => {
  const schemes = selectorFor(["file", "memfs"]).map(({ scheme }) => scheme);
  assert.deepEqual([...new Set(schemes)], ["file", "untitled", "vscode-notebook-cell", "memfs"]);
  assert.equal(schemes.filter((each) => each === "file").length, schemes.filter((each) => each === "memfs").length);
});

test("the old side of a comparison is not", () => {
  assert.ok(selectorFor(["file"]).every(({ scheme }) => scheme !== "git"));
});

test("any YAML is sent: settings may name it as the description of an API", () => {
  assert.ok(selectorFor(["file"]).some(({ scheme, language }) => scheme === "file" && language === "yaml"));
});
