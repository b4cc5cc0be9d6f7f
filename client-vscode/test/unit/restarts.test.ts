import assert from "node:assert/strict";
import { test } from "node:test";

import { BackOff, Coalesced } from "../../src/restarts";

/** Work that ends on demand. */
function heldWork(): { work: Coalesced; ends: (() => void)[] } {
  const ends: (() => void)[] = [];
  const work = new Coalesced(() => new Promise((resolve) => ends.push(resolve)));
  return { work, ends };
}

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("requests during a run cause one more run, however many there are", async () => {
  const { work, ends } = heldWork();
  const first = work.run();
  const later = [work.run(), work.run(), work.run()];
  ends[0]?.();
  await first;
  await soon();

  assert.equal(ends.length, 2);

  ends[1]?.();
  await Promise.all(later);
  assert.equal(ends.length, 2);
});

test("a run that fails does not keep the next one from running", async () => {
  let runs = 0;
  const work = new Coalesced(() => {
    runs += 1;
    return runs === 1 ? Promise.reject(new Error("no luck")) : Promise.resolve();
  });
  const failed = work.run();
  const next = work.run();

  await assert.rejects(failed);
  await next;
  assert.equal(runs, 2);
});

test("pauses after crashes get longer, until the server is not restarted", () => {
  const backOff = new BackOff(() => 0, 1000, [0, 10, 20]);

  assert.deepEqual(
    [1, 2, 3, 4].map(() => backOff.delay()),
    [0, 10, 20, undefined],
  );
});

test("an old crash does not count", () => {
  let now = 0;
  const backOff = new BackOff(() => now, 1000, [0, 10]);
  backOff.delay();
  now = 1000;

  assert.equal(backOff.delay(), 0);
});

test("a restart by hand starts afresh", () => {
  const backOff = new BackOff(() => 0, 1000, [0]);
  backOff.delay();
  backOff.forget();

  assert.equal(backOff.delay(), 0);
});
