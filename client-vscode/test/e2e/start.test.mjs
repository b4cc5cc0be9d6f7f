// A fresh profile with only the VSIX and a Python: the server starts, restarts, and shows its state.
import assert from "node:assert/strict";

import { workbenchTests } from "./workbench.mjs";

const it = workbenchTests({
  name: "start",
  files: { "_typos.toml": '[default]\nlocale = "en_US"\n', "other.toml": "a = 1\n", "other.json": "{}\n" },
});

it("an unrelated TOML file does not start the server", async (bench) => {
  await bench.edit("other.toml");
  assert.deepEqual(bench.servers(), []);
  assert.ok(await bench.statusItem().isHidden(), "the status bar shows nothing about it");
});

it("a configuration does", async (bench) => {
  await bench.edit("_typos.toml");
  await bench.health("running");
  await bench.squiggle().waitFor();
});

it("the status item is shown only for its own files", async (bench) => {
  await bench.edit("other.json");
  await bench.statusItem().waitFor({ state: "hidden" });
  await bench.edit("_typos.toml");
  await bench.health("running");
});

it("the menu names the server's version and offers the commands", async (bench) => {
  await bench.page.locator(".statusbar-item", { hasText: "Waypost" }).click();
  await bench.page.locator(".quick-input-widget", { hasText: /Waypost \d+\.\d+\.\d+: server running/ }).waitFor();
  await bench.page.locator(".quick-input-list .monaco-list-row", { hasText: "Restart Server" }).waitFor();
  await bench.press("Escape");
});

it("a restart on command shows the problem again", async (bench) => {
  const before = bench.servers();
  await bench.command("Waypost: Restart Server");
  await bench.until("another server", () => bench.servers().length === 1 && bench.servers()[0] !== before[0]);
  await bench.health("running");
  await bench.problem("en_US");
});

it("the log names the server that was started", async (bench) => {
  await bench.command("Waypost: Show Logs");
  await bench.page.locator(".view-line", { hasText: "bundled, run by" }).first().waitFor();
});

/** The editor's figures for loading and for the call of activate(), in whole milliseconds. */
async function countedByTheEditor(bench) {
  await bench.command("Developer: Startup Performance");
  await bench.page.locator(".tab.active", { hasText: "Startup Performance" }).waitFor();
  await bench.page.locator(".editor-group-container.active .monaco-editor.focused").waitFor();
  await bench.press("Control+F");
  await bench.type("waypost.waypost");
  const row = bench.page
    .locator(".editor-group-container.active .view-line", { hasText: /waypost\.waypost\s+\|/ })
    .first();
  await row.waitFor();
  const [, , , load, call] = (await row.innerText()).replaceAll("\u00a0", " ").split("|");
  await bench.press("Escape");
  await bench.command("View: Revert and Close Editor");
  return { load: Number(load), call: Number(call) };
}

// Other programs may interrupt the extension host at any time: of several starts, the quickest counts, and of that the
// time of the processor. The goal is 5 ms, which idle machines reach; on a busy one the caches are cold, which costs as
// much again. The editor's own figure goes by the clock, so it is printed.
it("activation takes a few milliseconds", async (bench) => {
  const starts = [];
  for (let turn = 0; turn < 3; turn++) {
    await bench.reload();
    await bench.edit("_typos.toml");
    await bench.health("running");
    const { load, call } = await countedByTheEditor(bench);
    const said = [...bench.log().matchAll(/Loaded in ([\d.]+) ms, activated in ([\d.]+) ms \(([\d.]+) ms/g)].at(-1);
    const [loaded, activated, processor] = said.slice(1).map(Number);
    console.log(
      `loading ${loaded} ms, activation ${activated} ms, of the processor ${processor} ms; the editor counts ${load} and ${call} ms`,
    );
    starts.push(processor);
  }
  assert.ok(Math.min(...starts) <= 15, `${starts.join(", ")} ms`);
});
