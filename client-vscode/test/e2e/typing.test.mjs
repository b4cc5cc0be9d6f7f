// While a word is being typed, nothing about it is reported.
import assert from "node:assert/strict";

import { workbenchTests } from "./workbench.mjs";

const it = workbenchTests({ name: "typing", files: { "_typos.toml": "[default]\n" } });

/** The milliseconds from the last key to the first squiggle, both measured in the page. */
const watchSquiggles = (bench) =>
  bench.page.evaluate(() => {
    const seen = { key: 0, squiggle: 0 };
    globalThis.seen = seen;
    document.addEventListener("keydown", () => (seen.key = performance.now()), true);
    new globalThis.MutationObserver(() => {
      if (seen.squiggle === 0 && document.querySelector("[class*=squiggly-]") !== null) {
        seen.squiggle = performance.now();
      }
    }).observe(document.body, { childList: true, subtree: true });
  });

it("a half-typed key has no squiggle before typing pauses", async (bench) => {
  await bench.edit("_typos.toml");
  await bench.health("running");
  await bench.goTo(2, 1);
  await watchSquiggles(bench);
  await bench.type("loc");
  await bench.squiggle().waitFor();
  const waited = await bench.page.evaluate(() => globalThis.seen.squiggle - globalThis.seen.key);
  console.log(`squiggle after ${Math.round(waited)} ms`);
  assert.ok(waited >= 450, `after ${waited} ms`);
});

it("completions do not wait", async (bench) => {
  assert.ok((await bench.completions("locale")).includes("locale"));
  await bench.press("Escape");
});
