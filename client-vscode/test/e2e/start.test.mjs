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

it("a restart on command shows the problem again", async (bench) => {
  await bench.command("Waypost: Restart Server");
  await bench.health("running");
  await bench.problem("en_US");
});

it("the menu names the server's version and offers the commands", async (bench) => {
  await bench.page.locator(".statusbar-item", { hasText: "Waypost" }).click();
  await bench.page.locator(".quick-input-widget", { hasText: /Waypost \d+\.\d+\.\d+: server running/ }).waitFor();
  await bench.page.locator(".quick-input-list .monaco-list-row", { hasText: "Restart Server" }).waitFor();
  await bench.press("Escape");
});

it("the log names the server that was started", async (bench) => {
  await bench.command("Waypost: Show Logs");
  await bench.page.locator(".view-line", { hasText: "bundled, run by" }).first().waitFor();
});

// The editor's own figure includes waiting for all other extensions, so the extension measures itself.
it("loading and activation block the extension host for less than 50 ms", async (bench) => {
  await bench.command("Waypost: Show Logs");
  const line = bench.page.locator(".view-line", { hasText: "activated in" }).first();
  await line.waitFor();
  const [, loaded, activated] = /Loaded in ([\d.]+) ms, activated in ([\d.]+) ms/.exec(
    (await line.innerText()).replaceAll("\u00a0", " "),
  );
  console.log(`loading: ${loaded} ms, activation: ${activated} ms`);
  assert.ok(Number(loaded) + Number(activated) < 50);
});
