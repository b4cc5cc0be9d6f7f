// The workspace as a whole: every file checked, and the documents that describe its APIs.
import assert from "node:assert/strict";

import { workbenchTests } from "./workbench.mjs";

const WRONG = 'from waypost import endpoint\n\nendpoint("GET /users/{username}")\n';
const PETS = 'import httpx\n\nhttpx.get("https://pets.example/v1/pets", params={"kinds": "cat"})\n';
const OPENAPI = `\
openapi: 3.1.0
info: {title: Pets, version: "1"}
servers: [{url: https://pets.example/v1}]
paths:
  /pets:
    get:
      parameters: [{name: kind, in: query, schema: {type: string}}]
      responses: {"200": {description: Pets}}
`;

const NOTEBOOK = {
  cells: [
    { cell_type: "markdown", metadata: {}, source: ["# Users"] },
    { cell_type: "code", execution_count: null, metadata: {}, outputs: [], source: WRONG.split(/(?<=\n)/) },
  ],
  metadata: { kernelspec: { name: "python3", language: "python", display_name: "Python 3" } },
  nbformat: 4,
  nbformat_minor: 5,
};

const it = workbenchTests({
  name: "workspace",
  files: {
    "wrong.py": WRONG,
    "inner/also_wrong.py": WRONG,
    "users.ipynb": JSON.stringify(NOTEBOOK, undefined, 1),
    "pets.py": PETS,
    "openapi.yaml": OPENAPI,
    "fine.py": "import httpx\n",
    "_typos.toml": '[default]\nlocale = "en_US"\n',
    "waypost.toml": "code-lens = false\n",
  },
});

const HINT = "openapi.yaml describes an API";

it("a document that no settings name causes a hint", async (bench) => {
  await bench.edit("fine.py");
  await bench.health("running");
  await bench.notification(HINT);
  await bench.screenshot("apis-hint");
  await bench.clearNotifications();
});

it("once", async (bench) => {
  await bench.reload();
  await bench.edit("fine.py");
  await bench.health("running");
  await bench.command("Waypost: List Routes"); // answered after the server has been asked for other things
  await bench.page.locator(".tree-explorer-viewlet-tree-view .monaco-list-row").first().waitFor();
  assert.equal(await bench.page.locator(".notification-list-item", { hasText: HINT }).count(), 0);
});

it("closed files have no problems before a check", async (bench) => {
  assert.deepEqual(await bench.problems(), []);
});

it("Check Workspace lists the problems of every file", async (bench) => {
  await bench.command("Waypost: Check Workspace");
  await bench.problem("wrong.py");
  await bench.problem("also_wrong.py");
  await bench.problem("`username` has no value");
  await bench.problem("`en_US` is not a locale");
  assert.ok(!(await bench.problems()).some((row) => row.includes("pets.py")), "the pets API is not known yet");
  await bench.screenshot("check-workspace");
});

it("a closed notebook has its problems at the lines of its file, an open one at those of its cells", async (bench) => {
  const rows = (place) =>
    bench.page.locator(".markers-panel-container .monaco-list-row", { hasText: "`username` has no value" }).filter({
      hasText: place,
    });
  await bench.problem("users.ipynb");
  const line =
    bench
      .read("users.ipynb")
      .split("\n")
      .findIndex((each) => each.includes('endpoint(\\"GET')) + 1;
  await rows(`[Ln ${line}, `).waitFor();
  const before = await rows("[Ln 3, ").count();
  await bench.openedBy(
    rows(`[Ln ${line}, `),
    bench.page.locator(".notebook-editor .cell .view-line", { hasText: "GET /users" }).first(),
    { clickCount: 2 },
  );
  await bench.problems();
  await rows(`[Ln ${line}, `).waitFor({ state: "detached" });
  await bench.until("the finding of the cell", async () => (await rows("[Ln 3, ").count()) === before + 1);
  await bench.screenshot("notebook-open");
  await bench.command("View: Revert and Close Editor");
  await bench.problem("users.ipynb"); // the editor keeps a notebook for a while: they may still be those of its cells
});

it("problems that are fixed elsewhere disappear without another check", async (bench) => {
  bench.write("inner/also_wrong.py", WRONG.replace("{username}", "octocat"));
  await bench.noProblem("also_wrong.py");
  await bench.problem("wrong.py");
});

it("a file that is opened and closed again keeps its problems", async (bench) => {
  await bench.edit("wrong.py");
  await bench.squiggle().waitFor();
  await bench.command("View: Revert and Close Editor");
  await bench.problem("`username` has no value");
});

it("a document is bound in the project's settings, with the URL that it names", async (bench) => {
  await bench.command("Waypost: Add OpenAPI Document", { asks: true });
  await bench.page.locator(".quick-input-list .monaco-list-row", { hasText: "openapi.yaml" }).click();
  const url = bench.page.locator(".quick-input-widget input[type=text]");
  await bench.page.locator(".quick-input-title", { hasText: "Base URL of Pets" }).waitFor();
  assert.equal(await url.inputValue(), "https://pets.example/v1");
  await bench.press("Enter");
  await bench.page.locator(".tab.active", { hasText: "waypost.toml" }).waitFor();
  await bench.until("the settings", () =>
    bench.read("waypost.toml").includes('"https://pets.example/v1" = "openapi.yaml"'),
  );
  assert.ok(bench.read("waypost.toml").startsWith("code-lens = false\n"));
});

it("and applies to the whole workspace at once", async (bench) => {
  await bench.problem("`kinds`");
  await bench.problem("pets.py");
  await bench.screenshot("apis-bound");
});

it("an invalid URL is refused as it is typed", async (bench) => {
  await bench.command("Waypost: Add OpenAPI Document", { asks: true });
  await bench.page.locator(".quick-input-list .monaco-list-row", { hasText: "openapi.yaml" }).click();
  await bench.page.locator(".quick-input-title", { hasText: "Base URL of Pets" }).waitFor();
  await bench.page.locator(".quick-input-widget input[type=text]").fill("pets.example");
  await bench.page.locator(".quick-input-message", { hasText: "A URL starts with http://" }).waitFor();
  await bench.press("Escape");
});

it("with the setting, problems are listed without a command", async (bench) => {
  bench.settings({ "waypost.diagnosticMode": "workspace" });
  await bench.command("Waypost: Restart Server"); // which forgets that it was asked
  await bench.problem("wrong.py");
  await bench.problem("`en_US` is not a locale");
  bench.settings({});
  await bench.noProblem("wrong.py");
});
