import assert from "node:assert/strict";
import { test } from "node:test";

import { Bundle, bundledServer, installedServer, isSame, ownProgram } from "../../src/launch";

const python = { path: "/usr/bin/python3", version: [3, 12] as const };
const bundle = new Bundle("/extension");

test("the bundled server sees nothing of the environment", () => {
  const { command, args } = bundledServer(python, bundle);

  assert.equal(command, "/usr/bin/python3");
  assert.deepEqual(args, ["-I", "-S", "/extension/bundled/waypost_server.py", "lsp"]);
});

test("the installed server is not looked for in the current folder", () => {
  assert.deepEqual(installedServer(python).args, ["-P", "-m", "waypost", "lsp"]);
});

test("the user's own program is started as it is", () => {
  assert.deepEqual(ownProgram("/opt/waypost"), {
    command: "/opt/waypost",
    args: ["lsp"],
    from: "the setting waypost.path",
  });
});

test("compiled parts are those for the version", () => {
  assert.equal(bundle.compiledFor([3, 13]), "/extension/bundled/libs/cp313");
});

test("two launches are the same when they start the same", () => {
  assert.ok(isSame(bundledServer(python, bundle), bundledServer(python, bundle)));
  assert.ok(!isSame(bundledServer(python, bundle), installedServer(python)));
});
