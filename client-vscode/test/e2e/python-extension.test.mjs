// The interpreter chosen in the Python extension, for which a stand-in has its id and its public API.
import assert from "node:assert/strict";
import { symlinkSync, writeFileSync } from "node:fs";
import * as path from "node:path";

import { workbenchTests } from "./workbench.mjs";

const interpreter = (bench, name) => path.join(bench.workspace, "environments", name);
/** Interpreters with unusual names, none of them on PATH; the stand-in chooses the first when it starts. */
const interpreters = (bench) => {
  bench.write("environments/old", "#!/bin/sh\necho 3 9\n", 0o755);
  for (const name of ["first", "second"]) {
    symlinkSync(path.join(bench.home, "bin", "python3"), interpreter(bench, name));
  }
  writeFileSync(path.join(bench.home, "python.json"), JSON.stringify({ active: interpreter(bench, "first") }));
};
const files = { "_typos.toml": '[default]\nlocale = "en_US"\n' };
const it = workbenchTests({ name: "python-extension", extensions: ["python"], files, prepare: interpreters });

const runs = (bench, program) =>
  bench.until(`a server run by ${program}`, () => {
    const running = bench.servers();
    return running.length === 1 && bench.programOf(running[0]) === program;
  });
const runsByPath = (bench) =>
  bench.until("a server run by a Python from PATH", () => {
    const running = bench.servers();
    return running.length === 1 && !bench.programOf(running[0]).startsWith(bench.workspace);
  });
const choose = async (bench, program) => {
  await bench.command("Python: Select Interpreter", { asks: true });
  await bench.answer(program);
};

it("the chosen interpreter runs the server", async (bench) => {
  await bench.edit("_typos.toml");
  await bench.health("running");
  await runs(bench, interpreter(bench, "first"));
  await bench.problem("en_US");
});

it("another choice restarts it, once", async (bench) => {
  await choose(bench, interpreter(bench, "second"));
  await runs(bench, interpreter(bench, "second"));
  await bench.health("running");
  await bench.problem("en_US");
  assert.equal(bench.log().match(/Starting the server/g).length, 2);
});

it("a choice that changes nothing does not", async (bench) => {
  const before = bench.servers();
  const looks = () => bench.log().split("The server stays as it is").length;
  const earlier = looks();
  await choose(bench, interpreter(bench, "second"));
  await bench.until("the choice to be processed", () => looks() > earlier);
  assert.deepEqual(bench.servers(), before);
});

it("one that is too old is not used", async (bench) => {
  await choose(bench, interpreter(bench, "old"));
  await runsByPath(bench);
  await bench.health("running");
  assert.match(bench.log(), /Not used: .*environments\/old \(from the Python extension\) is Python 3\.9/);
});

it("nor is one that cannot be resolved", async (bench) => {
  await choose(bench, interpreter(bench, "first"));
  await runs(bench, interpreter(bench, "first"));
  await choose(bench, "broken");
  await runsByPath(bench);
  assert.match(bench.log(), /The Python extension does not answer: .*cannot be resolved/);
});

it("a setting overrides it", async (bench) => {
  bench.settings({ "waypost.interpreter": interpreter(bench, "second") });
  await runs(bench, interpreter(bench, "second"));
});
