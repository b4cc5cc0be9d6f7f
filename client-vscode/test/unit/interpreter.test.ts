import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { test } from "node:test";

import { candidates, explain, firstUsable, pythonsOnPath, type Version } from "../../src/interpreter";

const anyVersion = (): undefined => undefined;

function folderWith(...names: string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), "waypost-"));
  for (const name of names) {
    writeFileSync(path.join(folder, name), "#!/bin/sh\n");
    chmodSync(path.join(folder, name), 0o755);
  }
  return folder;
}

test("only the setting is tried", () => {
  const tried = candidates({ setting: "/my/python", active: "/venv/python" }, ["/usr/bin/python3"]);

  assert.deepEqual(
    tried.map((each) => each.path),
    ["/my/python"],
  );
});

test("without a setting the Python extension's choice comes before PATH", () => {
  const tried = candidates({ setting: "", active: "/venv/python" }, ["/usr/bin/python3"]);

  assert.deepEqual(
    tried.map((each) => each.path),
    ["/venv/python", "/usr/bin/python3"],
  );
});

test("PATH is read in order, python3 before python", () => {
  const one = folderWith("python");
  const two = folderWith("python3", "python");

  assert.deepEqual(pythonsOnPath({ PATH: `${one}:${two}` }, "linux"), [
    `${two}/python3`,
    `${one}/python`,
    `${two}/python`,
  ]);
});

test("a relative folder on PATH is not searched", () => {
  assert.deepEqual(pythonsOnPath({ PATH: ".:bin" }, "linux"), []);
});

test("a folder named python3 is not an interpreter", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "waypost-"));
  symlinkSync(folder, path.join(folder, "python3"));

  assert.deepEqual(pythonsOnPath({ PATH: folder }, "linux"), []);
});

test("old and broken interpreters are skipped and named", async () => {
  const versions: Record<string, Version> = { "/old": [3, 9], "/good": [3, 12] };
  const versionOf = (program: string): Promise<Version> => {
    const version = versions[program];
    return version ? Promise.resolve(version) : Promise.reject(new Error("no such file"));
  };
  const tried = ["/old", "/gone", "/good"].map((each) => ({ path: each, from: "PATH" }));

  const { python, refusals } = await firstUsable(tried, anyVersion, versionOf);

  assert.deepEqual(python, { path: "/good", version: [3, 12] });
  assert.deepEqual(
    refusals.map(({ path, reason }) => [path, reason]),
    [
      ["/old", "is Python 3.9"],
      ["/gone", "does not run"],
    ],
  );
});

test("one that the caller objects to is skipped", async () => {
  const tried = [{ path: "/new", from: "PATH" }];

  const { python, refusals } = await firstUsable(
    tried,
    () => "is too new",
    () => Promise.resolve([3, 99]),
  );

  assert.equal(python, undefined);
  assert.equal(refusals[0]?.reason, "is too new");
});

test("a real Python reports its version", async () => {
  const onPath = pythonsOnPath(process.env).map((each) => ({ path: each, from: "PATH" }));

  const { python } = await firstUsable(onPath, anyVersion);

  assert.ok(python?.version[0] === 3 && python.version[1] >= 11);
});

test("a program that is not Python is rejected", async () => {
  const { python } = await firstUsable([{ path: "/bin/ls", from: "PATH" }], anyVersion);

  assert.equal(python, undefined);
});

test("the message is one sentence that says what is wrong with the first that was tried", () => {
  const old = { path: "/usr/bin/python3", from: "PATH", reason: "is Python 3.9" };
  const needed = "The server needs Python 3.11 or later: /usr/bin/python3 (from PATH) is Python 3.9";

  assert.equal(explain([old]), needed);
  assert.equal(explain([old, old, old]), `${needed}, and 2 more cannot run it`);
});

test("one that does not exist is told from one that does not run", async () => {
  const { refusals } = await firstUsable([{ path: "/nowhere/python3", from: "a setting" }], anyVersion);

  assert.deepEqual(
    refusals.map(({ reason }) => reason),
    ["does not exist"],
  );
});

test("the message says if there is no Python at all", () => {
  assert.match(explain([]), /there is none on PATH/);
});
