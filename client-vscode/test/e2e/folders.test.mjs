// A workspace of several folders: one server, each folder with its own settings and configuration.
import assert from "node:assert/strict";
import * as path from "node:path";

import { workbenchTests } from "./workbench.mjs";

const MISTAKEN = '[default]\nlocale = "en_US"\n';
const calls = (route) => `from waypost import endpoint\n\nendpoint("GET ${route}")\n`;
const off = (rule) => JSON.stringify({ "waypost.rules": { [rule]: "off" } });
const folder = (each) => (typeof each === "string" ? { path: each } : each);
const open = (bench, ...folders) => bench.write("all.code-workspace", JSON.stringify({ folders: folders.map(folder) }));

const it = workbenchTests({
  name: "folders",
  extensions: ["memory"],
  files: {
    "one/_typos.toml": MISTAKEN,
    "one/pyproject.toml": '[tool.waypost.rules]\nunknown-key = "off"\n',
    "one/client.py": calls("/user"),
    "two/_typos.toml": `${MISTAKEN}chek-file = true\n`,
    "two/.vscode/settings.json": off("unknown-locale"),
    "two/client.py": calls("/zen"),
    "three/_typos.toml": MISTAKEN,
    "three/client.py": calls("/emojis"),
  },
  prepare: (bench) => open(bench, "one", "two"),
  opens: (bench) => `workspace=${path.join(bench.workspace, "all.code-workspace")}`,
});

const TREE = ".tree-explorer-viewlet-tree-view";
const row = (bench, text) => bench.page.locator(`${TREE} .monaco-list-row`, { hasText: text });
const names = async (bench) => {
  const labels = await bench.page.locator(`${TREE} .monaco-list-row .label-name`).allInnerTexts();
  return labels.map((each) => each.replaceAll("\u00a0", " ")).filter((each) => each.startsWith("GET "));
};
const findings = async (bench) =>
  (await bench.problems()).filter((each) => each.includes("[Ln")).map((each) => each.split("\n")[0]);

it("one server answers for both, with the settings of each", async (bench) => {
  await bench.edit("one/_typos.toml");
  await bench.problem("`en_US` is not a locale");
  await bench.edit("two/_typos.toml");
  await bench.problem("Unknown key `chek-file`");
  // The first is still listed: its folder does not turn the rule off.
  assert.deepEqual((await findings(bench)).map((each) => /`(.+?)`/.exec(each)[1]).sort(), ["chek-file", "en_US"]);
  assert.equal(bench.servers().length, 1);
});

it("a folder's setting applies only to that folder", async (bench) => {
  bench.write("one/.vscode/settings.json", off("unknown-locale"));
  await bench.noProblem("`en_US` is not a locale");
  bench.write("two/.vscode/settings.json", "{}");
  await bench.problem("`en_US` is not a locale");
  assert.equal((await findings(bench)).filter((each) => each.includes("en_US")).length, 1);
});

it("the view lists the routes of both", async (bench) => {
  await bench.command("Waypost: List Routes");
  await row(bench, "/zen").waitFor();
  await bench.until("the routes of both", async () => (await names(bench)).join() === "GET /user,GET /zen");
  await row(bench, "/zen").filter({ hasText: "client.py:3" }).waitFor();
  await bench.screenshot("folders");
});

it("an added folder is checked at once", async (bench) => {
  open(bench, "one", "two", "three");
  await row(bench, "/emojis").waitFor();
  await bench.edit("three/_typos.toml");
  await bench.until(
    "a finding of its own",
    async () => (await findings(bench)).filter((each) => each.includes("en_US")).length === 2,
  );
  assert.equal(bench.servers().length, 1);
});

it("and a removed one is gone", async (bench) => {
  open(bench, "one", "two");
  await row(bench, "/emojis").waitFor({ state: "detached" });
  await bench.until("the routes of the others", async () => (await names(bench)).join() === "GET /user,GET /zen");
});

it("a folder that is not on disk is served, too", async (bench) => {
  await bench.command("View: Show Explorer");
  open(bench, "one", "two", { uri: "memfs:/project", name: "in memory" });
  const rows = bench.page.locator(".explorer-folders-view .monaco-list-row");
  await rows.filter({ hasText: "in memory" }).waitFor();
  await bench.openedBy(
    rows.filter({ hasText: "typos.json" }),
    bench.page.locator(".tab.active", { hasText: "typos.json" }),
    {
      clickCount: 2,
    },
  );
  await bench.problem("`british` is not a locale");
  await bench.until("one server", () => bench.servers().length === 1);
});
