// A fresh profile with nothing but the VSIX: the server starts, is restarted, and says so.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { keepingPicture, Workbench } from "./workbench.mjs";

let bench;
before(async () => {
  bench = await Workbench.open({ name: "start", files: { "_typos.toml": '[default]\nlocale = "en-us\n', "other.toml": "a = 1\n" } });
});
after(() => bench?.close());

const it = (name, run) => test(name, () => keepingPicture(bench, name, run));

it("starts the server for a configuration", async () => {
  await bench.edit("_typos.toml");
  await bench.running();
});

it("restarts the server on command", async () => {
  await bench.command("Waypost: Restart Server");
  await bench.running();
});

it("shows the log", async () => {
  await bench.command("Waypost: Show Logs");
  await bench.page.locator(".output-view-container, .output .view-lines", { hasText: "Starting the server" }).first().waitFor();
  const text = await bench.page.locator(".pane-body .view-lines").last().innerText();
  assert.match(text.replaceAll("\u00a0", " "), /bundled, run by/);
});
