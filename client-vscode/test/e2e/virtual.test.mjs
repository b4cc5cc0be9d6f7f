// A workspace that is not on disk: open documents are checked, as the manifest says, and nothing breaks.
import { workbenchTests } from "./workbench.mjs";

const it = workbenchTests({ name: "virtual", extensions: ["memory"], opens: () => "folder=memfs:/project" });

// Quick Open asks for files by name, which such a file system cannot list.
const open = async (bench, name) => {
  const row = bench.page.locator(".explorer-folders-view .monaco-list-row", { hasText: name });
  await bench.openedBy(row, bench.page.locator(".tab.active", { hasText: name }), { clickCount: 2 });
  await bench.isEdited(`/project/${name}`);
};

it("a configuration is checked", async (bench) => {
  await open(bench, "_typos.toml");
  await bench.health("running");
  await bench.squiggle().waitFor();
  await bench.problem("en_US");
});

it("so is one in JSON", async (bench) => {
  await open(bench, "typos.json");
  await bench.problem("british");
});

it("the request in an open file is shown, with its problems", async (bench) => {
  await open(bench, "client.py");
  await bench.line("→ api.github.com").waitFor();
  await bench.problem("`repo` has no value");
  await bench.focusEditor();
  await bench.goTo(3, 20);
  await bench.hover(/GET https:\/\/api\.github\.com\/repos\/octocat\//);
  await bench.press("Escape");
  await bench.screenshot("virtual");
});

it("the view lists the routes of open files", async (bench) => {
  await bench.command("Waypost: List Routes");
  const row = bench.page.locator(".tree-explorer-viewlet-tree-view .monaco-list-row", {
    hasText: "/repos/octocat/{repo?}/issues",
  });
  await row.waitFor();
  await bench.routesAreRead();
  await bench.openedBy(row, bench.page.locator(".statusbar-item", { hasText: "Ln 3," }));
  await bench.screenshot("virtual-routes");
});
