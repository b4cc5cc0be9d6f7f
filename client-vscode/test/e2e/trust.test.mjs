// An untrusted workspace must not decide what is started.
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import * as path from "node:path";

import { workbenchTests } from "./workbench.mjs";

const it = workbenchTests({
  name: "trust",
  files: {
    "_typos.toml": '[default]\nlocale = "en_US"\n',
  },
  settings: { "security.workspace.trust.enabled": true, "security.workspace.trust.startupPrompt": "never" },
  extensions: ["python"],
  prepare: (bench) => {
    const interpreter = bench.write("environment/bin/python", `#!/bin/sh\n: > "${bench.workspace}/was-run"\n`, 0o755);
    writeFileSync(path.join(bench.home, "python.json"), JSON.stringify({ active: interpreter }));
    const program = bench.write("server.sh", `#!/bin/sh\n: > "${bench.workspace}/was-run"\n`, 0o755);
    bench.settings({ "waypost.path": program });
  },
});

it("the bundled server checks; neither the workspace's own program is run, nor its environment's interpreter", async (bench) => {
  await bench.page.locator(".statusbar-item", { hasText: "Restricted Mode" }).waitFor();
  await bench.edit("_typos.toml");
  await bench.health("running");
  await bench.problem("en_US");
  const [pid, ...others] = bench.servers();
  assert.deepEqual(others, []);
  assert.ok(!bench.programOf(pid).startsWith(bench.workspace));
  assert.ok(!existsSync(path.join(bench.workspace, "was-run")));
  await bench.screenshot("restricted");
});

it("once trusted, it is", async (bench) => {
  await bench.command("Workspaces: Manage Workspace Trust");
  const editor = bench.page.locator(".workspace-trust-editor");
  await bench.openedBy(
    editor.locator(".monaco-button", { hasText: /^Trust/ }).first(),
    editor.filter({ hasText: "You trust this folder" }),
  );
  await bench.until("the program", () => existsSync(path.join(bench.workspace, "was-run")));
});
