import assert from "node:assert/strict";
import { test } from "node:test";

import { isHalfTyped, isListed } from "../../src/words";

const cases: [what: string, inserted: string, before: string, expected: boolean][] = [
  ["a letter", "c", "loc", true],
  ["a hyphen, as in a key", "-", "extend-", true],
  ["a letter of another script", "я", "имя", true],
  ["a letter outside the BMP", "𝒳", "a = 𝒳", true],
  ["a backspace in a word", "", "loca", true],
  ["a space after a word", " ", "locale ", true],
  ["a quote", '"', 'locale = "', true],
  ["a quote that brings its pair", '""', 'locale = "', true],
  ["a slash of a route", "/", 'endpoint("GET /', true],
  ["a bracket that closes", ")", 'endpoint("GET /user")', false],
  ["a new line", "\n", "", false],
  ["a backspace that removed a line", "", "", false],
  ["a completion", "locale", "locale", false],
];

for (const [what, inserted, before, expected] of cases) {
  test(`${what} ${expected ? "leaves" : "does not leave"} a word half typed`, () => {
    assert.equal(isHalfTyped(inserted, before), expected);
  });
}

for (const [typed, text, expected] of [
  ["", "locale", true],
  ["loc", "locale", true],
  ["GET /re", "GET /repos/{owner}", true],
  ["exre", "extend-ignore-re", true],
  ["EN", "en-us", true],
  ["en_", "en-us", false],
  ["locale ", "locale", false],
  ["clo", "locale", false],
] as const) {
  test(`for “${typed}”, “${text}” is ${expected ? "listed" : "not listed"}`, () => {
    assert.equal(isListed(typed, text), expected);
  });
}
