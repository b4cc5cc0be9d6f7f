// Makes typos ignore words and lines from an editor, and checks the result by running typos.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";

import { workbenchTests } from "./workbench.mjs";

const TYPOS = execFileSync("sh", ["-c", "command -v typos"], { encoding: "utf8" }).trim();
const TITLE = "Accept or Ignore Spelling…";

const it = workbenchTests({
  name: "spelling",
  files: {
    "notes.py": "# teh\n# wether\n# word\n",
    "_typos.toml": '[default]\nlocale = "en-us"\n',
  },
  machine: { "waypost.typosPath": TYPOS },
});

/** The words that typos reports in the workspace. */
function reported(bench) {
  const { stdout } = spawnSync(TYPOS, ["--format", "brief"], { cwd: bench.workspace, encoding: "utf8" });
  return [...stdout.matchAll(/`(\w+)` should be/g)].map((match) => match[1]);
}

it("typos reports both words at first", (bench) => {
  assert.deepEqual(reported(bench), ["teh", "wether"]);
});

it("without a file, the command shows what it needs", async (bench) => {
  await bench.startServer("_typos.toml");
  await bench.command(`Waypost: ${TITLE}`);
  await bench.notification("Open a file of the workspace first");
  await bench.clearNotifications();
});

it("the word at the cursor is accepted in the project", async (bench) => {
  await bench.edit("notes.py");
  await bench.goTo(1, 4);
  await bench.commandAndPick(`Waypost: ${TITLE}`, "Accept “teh” in the project");
  await bench.notification("Added `teh` to `default.extend-words` in _typos.toml");
  await bench.screenshot("spelling-accepted");
  await bench.clearNotifications();
  await bench.edit("_typos.toml");
  await bench.line('teh = "teh"').waitFor();
  await bench.save("_typos.toml");
  assert.deepEqual(reported(bench), ["wether"]);
});

it("a line is ignored from the context menu", async (bench) => {
  await bench.edit("notes.py");
  const entry = bench.page.locator(".monaco-menu .action-menu-item", { hasText: TITLE });
  await bench.opened(entry, async () => {
    await bench.press("Escape");
    await bench.line("wether").locator("span span", { hasText: "wether" }).last().click({ button: "right" });
  });
  await bench.screenshot("spelling-menu");
  await entry.click();
  await bench.page.locator(".quick-input-list .monaco-list-row", { hasText: "Accept “wether”" }).first().waitFor();
  await bench.screenshot("spelling-ways");
  await bench.page.locator(".quick-input-list .monaco-list-row", { hasText: "Ignore this line" }).click();
  await bench.line("spellchecker:disable-line").waitFor();
  await bench.save("notes.py");
  await bench.edit("_typos.toml");
  await bench.line("extend-ignore-re").waitFor();
  await bench.save("_typos.toml");
  assert.match(bench.read("notes.py"), /^# wether {2}# spellchecker:disable-line$/m);
  assert.deepEqual(reported(bench), []);
});

it("a word that typos does not report is left alone, and the reason shown", async (bench) => {
  await bench.edit("notes.py");
  await bench.goTo(3, 4);
  await bench.commandAndPick(`Waypost: ${TITLE}`, "Accept “word” in the project");
  await bench.notification("typos does not report `word` here: nothing to add");
});
