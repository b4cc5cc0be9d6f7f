// The view of every request the workspace can make.
import assert from "node:assert/strict";

import { workbenchTests } from "./workbench.mjs";

const USERS = `\
from waypost import endpoint


def whoami():
    return endpoint("GET /user")


def stars():
    return endpoint("GET /user/starred")
`;
const ISSUES = `\
from waypost import endpoint


def report(title: str):
    return endpoint("POST /repos/{owner}/{repo}/issues", owner="octocat", repo="hello", title=title)


def issues():
    return endpoint("GET /repos/{owner}/{repo}/issues", owner="octocat", repo="hello")
`;

const it = workbenchTests({ name: "routes-view", files: { "users.py": USERS, "api/issues.py": ISSUES } });

const TREE = ".tree-explorer-viewlet-tree-view";
const row = (bench, text) => bench.page.locator(`${TREE} .monaco-list-row`, { hasText: text });
const names = (bench) => bench.page.locator(`${TREE} .monaco-list-row[aria-level="1"] .label-name`).allInnerTexts();

it("List Routes shows the paths of all files, with no file open", async (bench) => {
  await bench.command("Waypost: List Routes");
  await row(bench, "/repos/{owner}/{repo}/issues").waitFor();
  await row(bench, "/user/starred").waitFor();
  assert.deepEqual(await names(bench), ["/repos/{owner}/{repo}/issues", "/user", "/user/starred"]);
});

it("a path opens to the calls of it, and a click jumps there", async (bench) => {
  await row(bench, "/repos/{owner}/{repo}/issues").click();
  await row(bench, "api/issues.py:5").waitFor();
  await bench.screenshot("routes");
  await row(bench, "api/issues.py:5").click();
  await bench.page.locator(".tab.active", { hasText: "issues.py" }).waitFor();
  await bench.page.locator(".statusbar-item", { hasText: "Ln 5," }).waitFor();
});

it("the filter leaves what holds all its words", async (bench) => {
  await bench.command("Waypost: Filter Routes", { asks: true });
  await bench.answer("get star");
  await row(bench, "/repos/{owner}/{repo}/issues").waitFor({ state: "detached" });
  assert.deepEqual((await names(bench))[0], "/user/starred");
  await bench.command("Waypost: Clear Route Filter");
  await row(bench, "/repos/{owner}/{repo}/issues").waitFor();
});

it("a route that is written and saved appears", async (bench) => {
  await bench.edit("users.py");
  await bench.press("Control+End");
  await bench.type('\n\nendpoint("GET /zen")\n');
  await bench.save("users.py");
  await row(bench, "/zen").waitFor();
});

it("the keyboard is enough", async (bench) => {
  await bench.command("Waypost: List Routes");
  await bench.page.locator(`${TREE} .monaco-list:focus`).waitFor();
  const focused = (text) => bench.page.locator(`${TREE} .monaco-list-row.focused`, { hasText: text }).waitFor();
  await bench.press("Home");
  await focused("/repos/{owner}/{repo}/issues");
  await bench.press("ArrowRight");
  await row(bench, "api/issues.py:9").waitFor();
  await bench.press("ArrowDown");
  await focused("api/issues.py:9");
  await bench.press("Enter");
  await bench.page.locator(".tab.active", { hasText: "issues.py" }).waitFor();
});
