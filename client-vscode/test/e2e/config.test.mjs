// A spell checker's configuration, as it is typed.
import assert from "node:assert/strict";

import { workbenchTests } from "./workbench.mjs";

const it = workbenchTests({
  name: "config",
  files: {
    "mistakes/_typos.toml": '[default]\nlocale = "en_US"\ncheck-file = "yes"\n',
    "fine/typos.toml": '[default]\nlocale = "en-gb"\n\n[default.extend-words]\nFoV = "FoV"\n',
    "new/.typos.toml": "",
    "words.txt": "wether\nteh words\n",
    "pyproject.toml": '[project]\nname = "x"\n\n[tool.typos.default]\nlocale = "british"\n',
    "in-json/typos.json": '{ "default": { "locale": "en_US" } }\n',
  },
});

it("every mistake is underlined and listed", async (bench) => {
  await bench.edit("mistakes/_typos.toml");
  await bench.squiggle().waitFor();
  await bench.problem("is not a locale");
  await bench.problem("must be `true` or `false`");
  await bench.screenshot("problems");
});

it("a quick fix fixes one", async (bench) => {
  await bench.edit("mistakes/_typos.toml");
  await bench.goTo(2, 12);
  await bench.fix('Change to "en-us"');
  await bench.line('locale = "en-us"').waitFor();
  await bench.noProblem("is not a locale");
});

it("Fix All fixes the rest", async (bench) => {
  await bench.edit("mistakes/_typos.toml");
  await bench.command("Waypost: Fix All");
  await bench.line("check-file = true").waitFor();
  await bench.save("mistakes/_typos.toml");
  await bench.until(
    "the saved file",
    () => bench.read("mistakes/_typos.toml") === '[default]\nlocale = "en-us"\ncheck-file = true\n',
  );
});

it("a mistake appears as it is typed, and disappears as it is undone", async (bench) => {
  await bench.edit("new/.typos.toml");
  await bench.type("[defualt]\n");
  await bench.problem("defualt");
  await bench.focusEditor();
  await bench.press("Control+A", "Delete");
  await bench.type("[default]\n");
  await bench.noProblem("defualt");
});

it("keys complete where they fit, and leave the cursor in the value", async (bench) => {
  await bench.edit("new/.typos.toml");
  await bench.press("Control+End");
  await bench.type("loc");
  await bench.completions("locale");
  await bench.page.locator(".suggest-widget.visible .monaco-list-row.focused", { hasText: "locale" }).waitFor();
  await bench.screenshot("config-completion");
  await bench.press("Enter");
  await bench.line("locale = ").waitFor();
  await bench.completions("en-gb");
  await bench.press("Escape", "Escape");
});

it("the hover shows what a key does, and which value applies", async (bench) => {
  await bench.edit("fine/typos.toml");
  await bench.goTo(2, 3);
  await bench.hover(/en-gb/);
  await bench.screenshot("config-hover");
  await bench.press("Escape");
});

it("only the table in another tool's file is checked", async (bench) => {
  await bench.edit("pyproject.toml");
  await bench.problem("british");
});

it("JSON is checked as well", async (bench) => {
  await bench.edit("in-json/typos.json");
  await bench.problem("`en_US` is not a locale");
});

it("a setting takes effect at once", async (bench) => {
  await bench.edit("pyproject.toml");
  await bench.problem("british");
  bench.settings({ "waypost.rules": { "unknown-locale": "off" } });
  await bench.noProblem("british");
  bench.settings({});
  await bench.problem("british");
});

it("so does a change of the project's own settings on disk", async (bench) => {
  await bench.edit("in-json/typos.json");
  await bench.problem("`en_US` is not a locale");
  bench.write("pyproject.toml", '[tool.waypost.rules]\nunknown-locale = "off"\n');
  await bench.noProblem("`en_US` is not a locale");
});

it("nothing else was reported", async (bench) => {
  assert.deepEqual(
    (await bench.problems()).filter((row) => row.includes("syntax")),
    [],
  );
});

it("the effective configuration is shown with its origins", async (bench) => {
  await bench.command("View: Hide Panel");
  await bench.edit("fine/typos.toml");
  await bench.command("Waypost: Show Effective Spell-Checker Configuration");
  await bench.page.locator(".tab", { hasText: "Effective configuration for typos.toml" }).waitFor();
  await bench.page.locator(".view-line", { hasText: /#\stypos\.toml:2/ }).waitFor();
});

it("an origin leads to its line", async (bench) => {
  await bench.follow(bench.page.locator(".detected-link", { hasText: "typos.toml:2" }).first());
  await bench.cursorIsAt(2);
  await bench.page.locator(".editor-group-container.active .tab.active", { hasText: /^typos/ }).waitFor();
  await bench.command("View: Revert and Close Editor");
  await bench.page.locator(".tab.active", { hasText: "Effective configuration" }).waitFor(); // which nothing replaced
  await bench.press("Control+1"); // beside it
});

it("it follows edits of the configuration", async (bench) => {
  await bench.edit("fine/typos.toml");
  await bench.goTo(2, 16);
  await bench.press("Backspace", "Backspace");
  await bench.type("us");
  await bench.page
    .locator(".view-line", { hasText: /locale\s=\s"en-us"/ })
    .nth(1)
    .waitFor();
  await bench.save("fine/typos.toml");
});

it("an invalid value is shown as invalid", async (bench) => {
  await bench.edit("fine/typos.toml");
  await bench.goTo(2, 16);
  await bench.press("Backspace", "Backspace");
  await bench.type("zz");
  await bench.page.locator(".view-line", { hasText: /#\stypos\.toml:2,\snot\svalid:/ }).waitFor();
  await bench.screenshot("effective-invalid");
  await bench.press("Backspace", "Backspace");
  await bench.type("us");
  await bench.save("fine/typos.toml");
});

it("closed and reopened, it is computed afresh", async (bench) => {
  const shown = bench.page.locator(".view-line", { hasText: /locale\s=\s"en-ca"/ });
  await bench.press("Escape");
  const page = bench.page.locator(".tab", { hasText: "Effective configuration" });
  await page.click({ button: "middle" });
  await page.waitFor({ state: "detached" });
  bench.write("fine/typos.toml", bench.read("fine/typos.toml").replace("en-us", "en-ca"));
  await bench.line('locale = "en-ca"').waitFor();
  await bench.command("Waypost: Show Effective Spell-Checker Configuration");
  await shown.nth(1).waitFor();
});

it("the spelling of a selection is explained", async (bench) => {
  await bench.edit("words.txt");
  await bench.goTo(2, 1);
  await bench.press("Shift+End");
  await bench.command("Waypost: Explain Spelling");
  await bench.page.locator(".tab", { hasText: "Spelling of words.txt" }).waitFor();
  const shown = bench.editorWith("0 words not accepted, 0 words accepted. 2 words not looked up.");
  await shown.waitFor();
  await bench.editorWith("typos is not installed").waitFor();
  assert.doesNotMatch(await shown.innerText(), /wether/);
  await bench.screenshot("explained");
});

it("and explained again when the configuration changes", async (bench) => {
  bench.write("typos.toml", '[default.extend-words]\nteh = "the"\n');
  await bench.editorWith("teh` is corrected because of extend-words").waitFor();
});

it("its links lead to the word and to the entry that decides", async (bench) => {
  const link = bench.page.locator(".view-line .detected-link", { hasText: "typos.toml:2" });
  await bench.follow(link);
  await bench.isEdited("/workspace/typos.toml");
  await bench.cursorIsAt(2);
});
