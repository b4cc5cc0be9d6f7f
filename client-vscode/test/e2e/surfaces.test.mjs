// What users see: colors, hovers, lenses, the settings; and all of it at the usual sizes and in each theme.
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


def rendered(text: str):
    return github("POST /markdown", text=text)


def misspelt():
    return github("GTE /user")
`;

const it = workbenchTests({
  name: "surfaces",
  files: {
    "client.py": CLIENT,
    "_typos.toml": '# words\n[default]\nlocale = "en-us"\ncheck-file = "yes"\n\n[default.extend-words]\nTeh = "teh"\n',
    "waypost.toml": 'inlay-hints.routes = "url"\n[rules]\nunknown-rout = "off"\n',
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

it("a brace that is not closed is marked in the view of routes", async (bench) => {
  await bench.edit("client.py");
  await bench.command("Waypost: List Routes");
  const rows = bench.page.locator(".tree-explorer-viewlet-tree-view .monaco-list-row");
  const half = rows.filter({ hasText: "/users/{username" });
  await half.locator("[class*=itemBadge]").first().waitFor();
  await bench.routesAreRead();
  assert.equal(await rows.filter({ hasText: "/markdown" }).locator("[class*=itemBadge]").count(), 0);
  await bench.hovered(half, "This expression is never closed; add `}`");
  await bench.screenshot("routes-half");
});

it("so is a misspelt verb", async (bench) => {
  const misspelt = bench.page.locator(".tree-explorer-viewlet-tree-view .monaco-list-row", { hasText: "GTE /user" });
  await misspelt.locator("[class*=itemBadge]").first().waitFor();
  await bench.hovered(misspelt, "`GTE` is not an HTTP verb");
});

it("a brace that is not closed has its fix", async (bench) => {
  await bench.edit("client.py");
  await bench.squiggle().waitFor();
  await bench.goTo(19, 36);
  await bench.fix("Add `}`");
  await bench.line('github("GET /users/{username}"').waitFor();
  await bench.save("client.py");
  const half = bench.page.locator(".tree-explorer-viewlet-tree-view .monaco-list-row", {
    hasText: "/users/{owner}",
  });
  await half.waitFor();
  await half.locator("[class*=itemBadge]").waitFor({ state: "detached" });
});

it("inlay hints are at the end of their line", async (bench) => {
  const line = bench.line('repo="hello")');
  await bench.line("→ api.github.com").waitFor();
  assert.match((await line.innerText()).replaceAll("\u00a0", " "), /repo="hello"\)\s*→ api\.github\.com\S*$/);
});

it("a hover has the request once, in colors, and one table", async (bench) => {
  await bench.goTo(7, 13);
  const text = await bench.hover("accepts");
  assert.equal(text.match(/https:\/\/api\.github\.com\/repos/g).length, 1);
  const hover = bench.shownHover();
  assert.equal(await hover.locator("table").count(), 1);
  assert.deepEqual(await hover.locator("table th").allInnerTexts(), ["parameter", "in", "value", "from", "accepts"]);
  const shown = hover.locator(".monaco-tokenized-source span");
  const open = await colorOf(shown.filter({ hasText: /^\{owner\}$/ }).first());
  const literal = await colorOf(shown.filter({ hasText: /^https:.*repos\/$/ }).first());
  assert.notEqual(open, literal, "known and unknown parts have different colors");
  await bench.screenshot("hover-table");
  await bench.press("Escape");
});

it("a placeholder is one line", async (bench) => {
  await bench.goTo(7, 34);
  const text = (await bench.hover("{owner}")).trim();
  assert.match(text, /^\{owner\} · path · owner · argument · required · string$/);
  await bench.press("Escape");
});

it("a lens leads to the other calls", async (bench) => {
  bench.settings({ "waypost.codeLens": true });
  const lens = bench.page.locator(".codelens-decoration a", { hasText: "1 other call" }).first();
  const peek = bench.page.locator(".zone-widget .peekview-widget, .zone-widget .reference-zone-widget").first();
  await bench.openedBy(lens, peek.locator(".monaco-list-row").first());
  assert.equal(
    await peek.locator(".monaco-list-row", { hasText: "github(" }).count(),
    1,
    "the call itself is not counted",
  );
  await bench.screenshot("lens-calls");
  await bench.press("Escape");
  bench.settings({});
});

it("settings of a project are checked, complete and are explained", async (bench) => {
  await bench.edit("waypost.toml");
  await bench.problem("unknown-rout");
  await bench.focusEditor();
  await bench.goTo(1, 16);
  await bench.hover(/Inlay hints after calls with a route/);
  await bench.press("Escape", "Control+Home");
  await bench.type("diag");
  await bench.completions("diagnostic-mode");
  await bench.press("Escape");
  await bench.command("File: Revert File");
});

it("several wrong settings are one message", async (bench) => {
  bench.settings({ "waypost.rules": { nope: "off" }, "waypost.exclude": 3, "waypost.configFiles": 4 });
  await bench.notification("and 2 other settings");
  const toasts = bench.page.locator(".notifications-toasts .notification-list-item", { hasText: "Waypost setting" });
  assert.equal(await toasts.count(), 1);
  await bench.clearNotifications();
  bench.settings({});
});

it("verbs have their colors in the view of routes", async (bench) => {
  await bench.command("Waypost: List Routes");
  const rows = bench.page.locator(".tree-explorer-viewlet-tree-view .monaco-list-row");
  const icon = (verb) => colorOf(rows.filter({ hasText: verb }).locator(".custom-view-tree-node-item-icon").first());
  await rows.filter({ hasText: "POST" }).first().waitFor();
  assert.notEqual(await icon("GET"), await icon("POST"));
});

it("Fix All accepts no misspelling", async (bench) => {
  await bench.edit("_typos.toml");
  await bench.problem("`teh`");
  await bench.focusEditor();
  await bench.command("Waypost: Fix All");
  await bench.line("check-file = true").waitFor();
  await bench.save("_typos.toml");
  assert.match(bench.read("_typos.toml"), /^Teh = "teh"$/m);
});

it("settings are in groups, and the trace is in the last one", async (bench) => {
  await bench.command("Preferences: Open Settings (UI)");
  await bench.page
    .locator(
      ".settings-editor .suggest-input-container textarea, .settings-editor .suggest-input-container .native-edit-context",
    )
    .first()
    .focus();
  await bench.type("@ext:waypost.waypost");
  const groups = bench.page.locator(".settings-toc-container .monaco-list-row");
  const above = ["Extensions", "Waypost", "Server"]; // the machine's settings are in a separate tab
  await bench.until("the groups", async () => {
    const listed = (await groups.allInnerTexts()).map((each) => each.split("\n")[0].replace(/\s*\(\d+\)$/, ""));
    return listed.filter((each) => !above.includes(each)).join() === "Checks,Spelling,Routes,Hints,Log";
  });
  await bench.screenshot("settings");
  await bench.press("Escape", "Escape");
  await bench.page.locator(".settings-editor").waitFor({ state: "detached" });
});

const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const THEMES = { light: "Default Light Modern", dark: "Default Dark Modern", contrast: "Default High Contrast" };
const LOOKS = { light: ".vs", dark: ".vs-dark", contrast: ".hc-black" };

for (const size of SIZES) {
  for (const [look, theme] of Object.entries(THEMES)) {
    it(`at ${size.width} pixels, ${look}, everything is there`, async (bench) => {
      await bench.page.setViewportSize(size);
      bench.settings({ "workbench.colorTheme": theme, "waypost.codeLens": true });
      await bench.page.locator(`.monaco-workbench${LOOKS[look]}`).waitFor();
      await bench.command("Waypost: List Routes");
      await bench.page
        .locator(".tree-explorer-viewlet-tree-view .monaco-list-row", { hasText: "GET" })
        .first()
        .waitFor();
      await bench.edit("client.py");
      await bench.goTo(7, 30);
      await bench.command("Waypost: Preview Request at Cursor");
      await bench.editorWith("authorization: token ***").waitFor();
      await bench.page.locator(".codelens-decoration a", { hasText: "Preview" }).first().waitFor();
      await bench.screenshot(`look-${size.width}-${look}`);
      await bench.goTo(7, 13);
      await bench.hover("accepts");
      await bench.screenshot(`look-${size.width}-${look}-hover`);
      await bench.press("Escape");
    });
  }
}
