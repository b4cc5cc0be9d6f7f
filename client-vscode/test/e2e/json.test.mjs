// JSON has the editor's own support as well as ours: each finding, hover and completion appears once.
import assert from "node:assert/strict";

import { workbenchTests } from "./workbench.mjs";

const MISTAKEN = `\
{
  "default": {
    "locale": "en_US",
    "chek-file": true
  },
  "files": {

  }
}
`;

const it = workbenchTests({
  name: "json",
  files: { "typos.json": MISTAKEN, "broken/_typos.json": '{ "default": { "locale": "en-us", } }\n' },
  prepare: (bench) =>
    bench.settings({ "waypost.interpreter": bench.write("old-python", "#!/bin/sh\necho 3 9\n", 0o755) }),
});

const rows = async (bench) => (await bench.problems()).filter((row) => row.includes("[Ln"));

it("without a server the editor checks by the schema", async (bench) => {
  await bench.edit("typos.json");
  await bench.notification("needs Python 3.11 or later");
  await bench.problem("Value is not accepted");
  await bench.problem("Property chek-file is not allowed");
});

it("with one, the server checks, and the editor is silent", async (bench) => {
  bench.settings({});
  await bench.health("running");
  await bench.problem("`en_US` is not a locale");
  await bench.problem("Unknown key `chek-file`");
  await bench.problem("typos never reads");
  await bench.until("each finding once", async () => (await rows(bench)).length === 3);
});

it("a hover has one text", async (bench) => {
  await bench.focusEditor();
  await bench.goTo(3, 8);
  // The schema's own text has the same words.
  assert.equal((await bench.hover("dialect of English")).match(/dialect of English/g).length, 1);
  await bench.press("Escape");
});

it("a completion is offered once", async (bench) => {
  await bench.goTo(7, 1);
  await bench.type('    "ign');
  const labels = await bench.completions("ignore-hidden");
  assert.deepEqual(labels.toSorted(), [...new Set(labels)].sort());
  await bench.screenshot("json-completion");
  await bench.press("Escape", "Control+Z", "Control+Z", "Control+Z");
});

it("the editor reports a syntax error, and the server still fixes it", async (bench) => {
  await bench.edit("broken/_typos.json");
  await bench.problem("Trailing comma");
  await bench.focusEditor();
  await bench.goTo(1, 33);
  await bench.fix("Remove it");
  await bench.noProblem("Trailing comma");
  assert.ok(!(await rows(bench)).some((row) => row.includes("syntax-error")));
});

it("the outline has one tree", async (bench) => {
  await bench.edit("typos.json");
  await bench.command("Go to Symbol in Editor", { asks: true });
  const symbols = bench.page.locator(".quick-input-list .monaco-list-row", { hasText: "locale" });
  await symbols.first().waitFor();
  assert.equal(await symbols.count(), 1);
  await bench.press("Escape");
});
