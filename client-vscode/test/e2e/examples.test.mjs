// The workspace of examples, in a fresh profile with only the extension and a Python. The pictures of the READMEs are taken here.
import assert from "node:assert/strict";
import * as path from "node:path";

import { workbenchTests } from "./workbench.mjs";

const it = workbenchTests({
  name: "examples",
  folder: path.resolve(import.meta.dirname, "../../../server/examples"),
  files: { "new.py": "from waypost import endpoint\n\n" },
  settings: { "editor.fontSize": 13 },
  viewport: { width: 1180, height: 720 },
});

it("the configuration's mistakes are all there", async (bench) => {
  await bench.edit("_typos.toml");
  for (const part of ["en_US", "check-file", "extend-ignore-identifier-re", "unclosed counted repetition", "`Teh`"]) {
    await bench.problem(part);
  }
  await bench.picture("problems");
});

it("a hover explains a key", async (bench) => {
  await bench.focusEditor();
  await bench.goTo(9, 3);
  await bench.hover(/extend-ignore-re/);
  await bench.command("View: Hide Panel");
  await bench.goTo(9, 3);
  await bench.hover("extend-ignore-re");
  await bench.picture("config-hover");
  await bench.press("Escape");
});

it("keys complete", async (bench) => {
  await bench.goTo(8, 1);
  await bench.press("Home");
  await bench.type("\n");
  await bench.press("ArrowUp");
  await bench.type("ext");
  const labels = await bench.completions("extend-ignore-words-re");
  assert.ok(!labels.includes("extend-ignore-re"), "a key that is already set is not offered");
  await bench.picture("config-completion");
  await bench.press("Escape", "Control+Z", "Control+Z", "Control+Z", "Control+Z");
});

it("in both themes the routes show their requests", async (bench) => {
  await bench.edit("client.py");
  await bench.line("→ api.github.com").waitFor();
  bench.settings({ "workbench.colorTheme": "Dark Modern" });
  await bench.page.locator(".monaco-workbench.vs-dark").waitFor();
  await bench.goTo(17, 24);
  await bench.hover("https://api.github.com/");
  await bench.picture("hover");
  await bench.press("Escape");
});

it("the preview shows a whole request", async (bench) => {
  await bench.command("View: Close Primary Side Bar");
  await bench.goTo(22, 72);
  await bench.command("Waypost: Preview Request at Cursor");
  await bench.page.locator(".view-line", { hasText: "/repos/octocat/{repo?}/issues" }).waitFor();
  await bench.type(' repo="hello",');
  await bench.page.locator(".view-line", { hasText: "/repos/octocat/hello/issues HTTP/1.1" }).waitFor();
  await bench.press("Escape", "Escape");
  await bench.save("client.py");
  await bench.press("Home"); // which scrolls back
  await bench.goTo(22, 24);
  await bench.page.locator(".view-line", { hasText: "/repos/octocat/hello/issues HTTP/1.1" }).waitFor();
  await bench.picture("preview");
});

it("a route completes by its words", async (bench) => {
  await bench.command("View: Close All Editors");
  await bench.edit("new.py");
  await bench.goTo(3, 1);
  await bench.type('endpoint("issue comment');
  await bench.completions("/repos/{owner}/{repo}/issues/comments");
  // The same key shows the details of the first, and hides them.
  const details = bench.page.locator(".suggest-details-container .suggest-details:not(.hidden)");
  await bench.opened(details, () => bench.press("Control+Space"));
  await bench.picture("completion");
  await bench.press("Escape");
  await bench.command("File: Revert File");
});

it("a test that calls what its app does not serve is told so", async (bench) => {
  await bench.edit("both_ends/tests/test_users.py");
  await bench.squiggle("warning").waitFor();
  await bench.goTo(12, 36);
  const text = await bench.hover("has no route");
  assert.match(text, /did you mean .*\/api\/v1\/users\/1/);
  await bench.picture("served");
  await bench.press("Escape");
});

it("the view lists every route", async (bench) => {
  await bench.edit("client.py");
  await bench.command("Waypost: List Routes");
  await bench.widenSideBar(460);
  const rows = bench.page.locator(".tree-explorer-viewlet-tree-view .monaco-list-row");
  await rows.first().waitFor();
  await bench.routesAreRead();
  const request = rows.filter({ hasText: "GET /{owner}/hello-world/issues" });
  await bench.openedBy(rows.filter({ hasText: "/repos" }).first(), request);
  await rows.filter({ hasText: "/octocat" }).first().click();
  await bench.openedBy(request, bench.page.locator(".statusbar-item", { hasText: "Ln 17," }));
  await bench.picture("routes");
});
