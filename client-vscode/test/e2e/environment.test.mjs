// The server that is installed with the interpreter, if the setting asks for it.
import * as path from "node:path";

import { workbenchTests } from "./workbench.mjs";

// An environment with waypost in it: a Python that sees the bundled packages of the extension as its own.
const ENVIRONMENT = (libs) => `#!/bin/sh
version=$(python3 -c 'import sys; print("cp%d%d" % sys.version_info[:2])')
PYTHONPATH="${libs}/any:${libs}/$version" exec python3 "$@"
`;

const it = workbenchTests({ name: "environment", files: { "_typos.toml": '[default]\nlocale = "en_US"\n' } });

let seen = 0;
const started = async (bench, words) => {
  await bench.anotherIsReady(seen);
  seen = bench.ready();
  await bench.command("Waypost: Show Menu", { asks: true });
  await bench.page.locator(".quick-input-widget", { hasText: words }).waitFor();
  await bench.press("Escape");
};

it("the bundled server is started by default", async (bench) => {
  await bench.edit("_typos.toml");
  await started(bench, "bundled, run by");
});

it("a change of the setting starts the installed one at once", async (bench) => {
  const libs = path.join(bench.home, "extensions", "waypost.waypost-0.1.0", "bundled", "libs");
  const interpreter = bench.write("bin/env-python", ENVIRONMENT(libs), 0o755);
  bench.settings({ "waypost.importStrategy": "fromEnvironment", "waypost.interpreter": interpreter });
  await started(bench, "installed with");
  await bench.problem("en_US");
});

it("if none is installed, the bundled server is used again", async (bench) => {
  bench.settings({ "waypost.importStrategy": "fromEnvironment" });
  await started(bench, "bundled, run by");
});
