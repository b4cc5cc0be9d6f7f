import assert from "node:assert/strict";
import { test } from "node:test";

import { isGone, onlyLogged, sentenceOf } from "../../src/quiet";

test("what the client library wants to show is only logged", () => {
  const said: unknown[][] = [];
  const client = onlyLogged({
    name: "waypost",
    error(message: string, data?: unknown, show: boolean | "force" = true) {
      said.push([this.name, "error", message, data, show]);
    },
    warn(message: string, data?: unknown, show: boolean | "force" = true) {
      said.push([this.name, "warn", message, data, show]);
    },
    info(message: string, data?: unknown, show: boolean | "force" = true) {
      said.push([this.name, "info", message, data, show]);
    },
  });
  const error = { code: -32097, stack: "Error: …\n  at …" };
  client.error("Restarting server failed", error, "force");
  client.warn("a", 1);
  client.info("b");

  assert.deepEqual(said, [
    ["waypost", "error", "Restarting server failed", error, false],
    ["waypost", "warn", "a", 1, false],
    ["waypost", "info", "b", undefined, false],
  ]);
});

test("a request is lost when the server is gone, and only then", () => {
  const rejected = Object.assign(new Error("Pending response rejected since connection got disposed"), {
    code: -32097,
  });

  assert.ok(isGone(rejected));
  assert.ok(isGone({ code: -32096 }));
  for (const other of [{ code: -32603 }, new Error("spawn ENOENT"), undefined, null, "-32097", { code: "-32097" }]) {
    assert.ok(!isGone(other));
  }
});

test("people see one sentence, never a stack trace", () => {
  assert.equal(sentenceOf(new Error("spawn python ENOENT\n    at Process.onexit")), "spawn python ENOENT");
  assert.equal(sentenceOf("no"), "no");
  assert.equal(sentenceOf(new Error("")), "Something went wrong");
});
