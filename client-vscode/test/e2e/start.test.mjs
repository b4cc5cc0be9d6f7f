// A fresh profile with only the VSIX and a Python: the server starts, restarts, and shows its state.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import * as path from "node:path";

import { workbenchTests } from "./workbench.mjs";

const it = workbenchTests({
  name: "start",
  files: { "_typos.toml": '[default]\nlocale = "en_US"\n', "other.toml": "a = 1\n", "other.json": "{}\n" },
});

it("an unrelated TOML file does not start the server", async (bench) => {
  await bench.edit("other.toml");
  assert.deepEqual(bench.servers(), []);
  assert.ok(await bench.statusItem().isHidden(), "the status bar shows nothing about it");
});

it("a configuration does", async (bench) => {
  await bench.edit("_typos.toml");
  await bench.health("running");
  await bench.squiggle().waitFor();
});

it("the status item is shown only for its own files", async (bench) => {
  await bench.edit("other.json");
  await bench.statusItem().waitFor({ state: "hidden" });
  await bench.edit("_typos.toml");
  await bench.health("running");
});

it("the menu names the server's version and offers the commands", async (bench) => {
  await bench.openedBy(
    bench.page.locator(".statusbar-item", { hasText: "Waypost" }),
    bench.page.locator(".quick-input-widget", { hasText: /Waypost \d+\.\d+\.\d+: server running/ }),
  );
  await bench.page.locator(".quick-input-list .monaco-list-row", { hasText: "Restart Server" }).waitFor();
  await bench.press("Escape");
});

it("a restart on command shows the problem again", async (bench) => {
  const before = bench.ready();
  await bench.command("Waypost: Restart Server");
  await bench.anotherIsReady(before);
  await bench.problem("en_US");
});

it("the log names the server that was started", async (bench) => {
  await bench.command("Waypost: Show Logs");
  await bench.page.locator(".view-line", { hasText: "bundled, run by" }).first().waitFor();
});

it("its page has its pictures in it, and its links lead to files of the repository", (bench) => {
  const page = readFileSync(path.join(bench.home, "extensions", "waypost.waypost-0.1.0", "readme.md"), "utf8");
  const all = [...page.matchAll(/\]\(([^)#\s]+)/g)].map((match) => match[1]);
  const pictures = all.filter((each) => each.startsWith("data:image/jpeg;base64,/9j/"));
  const repository = path.resolve(import.meta.dirname, "../../..");
  const written = readFileSync(path.join(repository, "client-vscode", "README.md"), "utf8");
  assert.equal(pictures.length, [...written.matchAll(/!\[[^\]]*\]\(images\//g)].length);
  assert.ok(pictures.length > 5);
  const targets = all.filter((each) => !pictures.includes(each));
  const home = /^https:\/\/github\.com\/waypost\/waypost\/(?:blob|raw)\/HEAD\//;
  const files = targets.filter((each) => home.test(each)).map((each) => path.posix.normalize(each.replace(home, "")));
  assert.ok(files.includes("server/docs/rules.md"));
  assert.deepEqual(
    targets.filter((each) => !each.startsWith("https://")),
    [],
  );
  assert.deepEqual(
    files.filter((each) => !existsSync(path.join(repository, each))),
    [],
  );
});

/** The editor's figures for loading and for the call of activate(), in whole milliseconds. */
async function countedByTheEditor(bench) {
  await bench.command("Developer: Startup Performance");
  await bench.page.locator(".tab.active", { hasText: "Startup Performance" }).waitFor();
  await bench.page.locator(".editor-group-container.active .monaco-editor.focused").waitFor();
  await bench.press("Control+F");
  await bench.type("waypost.waypost");
  const row = bench.page
    .locator(".editor-group-container.active .view-line", { hasText: /waypost\.waypost\s+\|/ })
    .first();
  await bench.opened(row, () => bench.press("Enter")); // the document may change once more, and then shows no place
  const [, , , load, call] = (await row.innerText()).replaceAll("\u00a0", " ").split("|");
  await bench.press("Escape");
  await bench.command("View: Revert and Close Editor");
  return { load: Number(load), call: Number(call) };
}

/** The processor's milliseconds for a start of Node.js without a program. */
function emptyStart() {
  const question = "(({ user, system }) => (user + system) / 1000)(process.cpuUsage())";
  return Number(execFileSync(process.execPath, ["--print", question], { encoding: "utf8" }));
}

// Other programs may interrupt the extension host at any time, and machines differ: of several starts, the quickest
// counts, of that the time of the processor, and compared with an empty start of Node.js next to it. The goal is 5 ms
// where that takes 25. The editor's own figure goes by the clock, so it is printed.
it("activation takes a third of an empty start of Node.js at most", async (bench) => {
  const starts = [];
  const empty = [];
  for (let turn = 0; turn < 3; turn++) {
    await bench.reload();
    await bench.edit("_typos.toml");
    await bench.health("running");
    const { load, call } = await countedByTheEditor(bench);
    const said = [...bench.log().matchAll(/Loaded in ([\d.]+) ms, activated in ([\d.]+) ms \(([\d.]+) ms/g)].at(-1);
    const [loaded, activated, processor] = said.slice(1).map(Number);
    console.log(
      `loading ${loaded} ms, activation ${activated} ms, of the processor ${processor} ms; the editor counts ${load} and ${call} ms`,
    );
    starts.push(processor);
    empty.push(emptyStart());
  }
  assert.ok(Math.min(...starts) <= Math.min(...empty) / 3, `${starts.join(", ")} ms; Node.js: ${empty.join(", ")} ms`);
});
