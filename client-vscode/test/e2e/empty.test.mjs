// A window without a folder: every button of the walkthrough does something, and nothing speaks of a workspace.
import assert from "node:assert/strict";

import { workbenchTests } from "./workbench.mjs";

const it = workbenchTests({ name: "empty", opens: null });
const welcome = (bench, text) => bench.page.locator(".welcome-view-content", { hasText: text });

it("the view of routes says that no folder is open", async (bench) => {
  await bench.command("Waypost: List Routes");
  await welcome(bench, "No folder is open").waitFor();
  assert.doesNotMatch(await welcome(bench, "No folder is open").innerText(), /workspace/);
  await bench.screenshot("routes-empty-window");
});

it("a configuration is written where the reader says", async (bench) => {
  await bench.command("Waypost: Create Configuration", { asks: true });
  await bench.page.locator(".quick-input-list .monaco-list-row", { hasText: "pyproject.toml" }).click();
  const place = bench.page.locator('.quick-input-widget input[placeholder="Folder path"]');
  await bench.agrees(() => place.inputValue(), `${bench.home}/pyproject.toml`); // where a reader may write
  await place.fill(`${bench.workspace}/pyproject.toml`);
  const button = bench.page.locator(".quick-input-widget .monaco-button", { hasText: "OK" });
  await bench.page.locator(".quick-input-list .monaco-list-row", { hasText: ".." }).waitFor();
  await bench.openedBy(button, bench.page.locator(".tab.active", { hasText: "pyproject.toml" }));
  assert.match(bench.read("pyproject.toml"), /^\[tool\.typos\.default\]$/m);
});

it("the example opens in this window", async (bench) => {
  await bench.command("Waypost: List Routes");
  await bench.openedBy(
    welcome(bench, "No folder is open").locator(".monaco-button", { hasText: "Open an Example" }),
    bench.page.locator(".explorer-folders-view .monaco-list-row", { hasText: "client.py" }),
  );
});
