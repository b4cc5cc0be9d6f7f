import assert from "node:assert/strict";
import { test } from "node:test";

import { explained, linksOf, originsOf } from "../../src/explanation";

const reported = [
  { line: "`teh` is wrong according to the dictionary: `the`", at: { line: 1, character: 4 }, entry: null },
  {
    line: "`Foo` is corrected because of extend-words (typos.toml:3): `bar`",
    at: { line: 8, character: 0 },
    entry: { uri: "file:///typos.toml", line: 2 },
  },
];

test("words that are not accepted are listed, the rest are counted", () => {
  assert.equal(
    explained({ reported, accepted: 1, unknown: 0, notes: [], installed: true }),
    "2 words not accepted, 1 word accepted.\n\n" +
      "2:5      `teh` is wrong according to the dictionary: `the`\n" +
      "9:1      `Foo` is corrected because of extend-words (typos.toml:3): `bar`\n",
  );
});

test("without words there is nothing to count", () => {
  assert.equal(
    explained({ reported: [], accepted: 0, unknown: 0, notes: [], installed: true }),
    "There are no words here.\n",
  );
});

test("if typos is not installed, the page says how to install it", () => {
  assert.match(
    explained({ reported: [], accepted: 3, unknown: 9, notes: ["typos skips this file"], installed: false }),
    /^0 words not accepted, 3 words accepted. 9 words not looked up\.\n\ntypos skips this file\n\ntypos is not installed.*`pip install typos`/s,
  );
});

test("links lead to the place and to the entry that decides", () => {
  const explanation = { reported, accepted: 1, unknown: 0, notes: [], installed: true };
  const page = explained(explanation);
  const found = linksOf(page, explanation, "file:///words.txt").map(({ line, start, end, uri, target }) => [
    page.split("\n")[line]?.slice(start, end),
    uri,
    target,
  ]);

  assert.deepEqual(found, [
    ["2:5", "file:///words.txt", 1],
    ["9:1", "file:///words.txt", 8],
    ["typos.toml:3", "file:///typos.toml", 2],
  ]);
});

test("origins in the configuration that applies lead to their lines", () => {
  const text =
    '# a.py\n# type: py, for the glob *.py\n\n[type.py]\n# typos.toml:2\nlocale = "en-us"\n' +
    'extend-ignore-re = [\n  # typos.toml:14, not valid: unclosed\n  # "(",\n]\n# built in\nbinary = false\n# other.toml:3\n';
  const found = originsOf({ text, source: "file:///w/typos.toml" });

  assert.deepEqual(
    found.map(({ line, start, end, target }) => [text.split("\n")[line]?.slice(start, end), target]),
    [
      ["typos.toml:2", 1],
      ["typos.toml:14", 13],
    ],
  );
  assert.deepEqual(originsOf({ text, source: null }), []);
});
