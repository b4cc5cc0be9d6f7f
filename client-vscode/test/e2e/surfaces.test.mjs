// What users see: colors, hints, hovers, lenses, and the settings of a project.
import assert from "node:assert/strict";

import { workbenchTests } from "./workbench.mjs";

const CLIENT = `\
from waypost import endpoint

github = endpoint.defaults(headers={"authorization": "token very-secret"})


def issues(owner: str):
    return github("GET /repos/{owner}/{repo}/issues", owner=owner, repo="hello")


def all_issues(owner: str):
    return github("GET /repos/{owner}/{repo}/issues", owner=owner, repo="world", state="all")


def report(title: str):
    return github("POST /repos/octocat/hello/issues", title=title, labels=["bug"])


def half(owner: str):
    return github("GET /users/{username", username=owner)
`;

const it = workbenchTests({
  name: "surfaces",
  files: {
    "client.py": CLIENT,
    "_typos.toml": '# words\n[default]\nlocale = "en-us"\ncheck-file = "yes"\n\n[default.extend-words]\nTeh = "teh"\n',
    "waypost.toml": 'inlay-hints.routes = "url"\n[rules]\nunknown-rout = "off"\n',
    "new.py": "from waypost import endpoint\n\n",
    "other.toml": "[table]\nkey = 1\n",
  },
  settings: { "workbench.colorTheme": "Default Light Modern" },
});

const token = (bench, line, text) =>
  bench
    .line(line)
    .locator("span span", { hasText: new RegExp(`^${text}$`) })
    .first();
const colorOf = (element) => element.evaluate((each) => globalThis.getComputedStyle(each).color);

it("TOML is colored without another extension", async (bench) => {
  await bench.edit("other.toml");
  const colors = [await colorOf(token(bench, "key = 1", "key")), await colorOf(token(bench, "key = 1", "1"))];
  assert.notEqual(colors[0], colors[1]);
});

it("inlay hints stand at the end of their line", async (bench) => {
  await bench.edit("client.py");
  const line = bench.line('repo="hello")');
  await bench.line("→ GET api.github.com").waitFor();
  assert.match((await line.innerText()).replaceAll("\u00a0", " "), /repo="hello"\)\s*→ GET api\.github\.com\S*$/);
});

it("a placeholder is one line", async (bench) => {
  await bench.goTo(7, 34);
  const text = (await bench.hover()).trim();
  assert.match(text, /^\{owner\} · path · owner · argument · required · string$/);
  await bench.press("Escape");
});

it("a lens leads to the other calls", async (bench) => {
  bench.settings({ "waypost.codeLens": true });
  const lens = bench.page.locator(".codelens-decoration a", { hasText: "1 other call" }).first();
  await lens.waitFor();
  await lens.click();
  const peek = bench.page.locator(".zone-widget .reference-zone-widget, .zone-widget.peekview-widget").first();
  await peek.locator(".monaco-list-row", { hasText: "state=" }).first().waitFor();
  await bench.screenshot("lens-calls");
  await bench.press("Escape");
  bench.settings({});
});

it("settings of a project are checked, complete and are explained", async (bench) => {
  await bench.edit("waypost.toml");
  await bench.problem("unknown-rout");
  await bench.focusEditor();
  await bench.goTo(1, 16);
  assert.match(await bench.hover(), /Inlay hints after calls with a route/);
  await bench.press("Escape", "Control+Home");
  await bench.type("diag");
  await bench.completions("diagnostic-mode");
  await bench.press("Escape");
  await bench.command("File: Revert File");
});
