import assert from "node:assert/strict";
import { test } from "node:test";

import { isHalfTyped } from "../../src/words";

const cases: [what: string, inserted: string, before: string, expected: boolean][] = [
  ["a letter", "c", "loc", true],
  ["a hyphen, as in a key", "-", "extend-", true],
  ["a letter of another script", "я", "имя", true],
  ["a letter outside the BMP", "𝒳", "a = 𝒳", true],
  ["a backspace in a word", "", "loca", true],
  ["a space", " ", "locale ", false],
  ["a quote", '"', 'locale = "', false],
  ["a new line", "\n", "", false],
  ["a backspace that removed a word", "", "a = ", false],
  ["a completion", "locale", "locale", false],
];

for (const [what, inserted, before, expected] of cases) {
  test(`${what} ${expected ? "leaves" : "does not leave"} a word half typed`, () => {
    assert.equal(isHalfTyped(inserted, before), expected);
  });
}
