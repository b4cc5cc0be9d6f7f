// While a word is being typed, nothing about it is reported.
import assert from "node:assert/strict";

import { workbenchTests } from "./workbench.mjs";

const it = workbenchTests({ name: "typing", files: { "_typos.toml": "[default]\n" } });

/** Notes in the page when the keys are pressed, and when the first squiggle comes after them. */
const watch = (bench) =>
  bench.page.evaluate(() => {
    globalThis.keys = [];
    document.addEventListener("keydown", () => globalThis.keys.push(performance.now()), true);
    new globalThis.MutationObserver(() => {
      if (document.querySelector("[class*=squiggly-]") !== null) {
        globalThis.squiggle ??= performance.now();
      }
    }).observe(document.body, { childList: true, subtree: true });
  });

/** The milliseconds between two keys at most, and from the last key to the first squiggle. */
async function typed(bench, text) {
  await bench.page.evaluate(() => {
    globalThis.keys = [];
    globalThis.squiggle = undefined;
  });
  await bench.type(text);
  await bench.squiggle().waitFor();
  return bench.page.evaluate(() => {
    const { keys, squiggle } = globalThis;
    return { pause: Math.max(...keys.slice(1).map((each, at) => each - keys[at])), waited: squiggle - keys.at(-1) };
  });
}

it("a half-typed key has no squiggle before typing pauses", async (bench) => {
  await bench.edit("_typos.toml");
  await bench.health("running");
  await bench.goTo(2, 1);
  await watch(bench);
  // A busy machine may stop between two keys, which is a pause of its own.
  const { waited } = await bench.until("keys without a pause", async () => {
    const times = await typed(bench, "zzq"); // which nothing is offered for
    if (times.pause < 250) {
      return times;
    }
    await bench.press("Escape", "Shift+Home", "Delete");
    await bench.squiggle().waitFor({ state: "detached" });
    return undefined;
  });
  console.log(`squiggle after ${Math.round(waited)} ms`);
  assert.ok(waited >= 450, `after ${waited} ms`);
});

it("with the list open there is none, until the cursor leaves", async (bench) => {
  await bench.press("Escape", "Shift+Home", "Delete");
  await bench.squiggle().waitFor({ state: "detached" });
  await bench.type("loc");
  await bench.page.locator(".suggest-widget.visible .monaco-list-row", { hasText: "locale" }).waitFor();
  await new Promise((resolve) => setTimeout(resolve, 1_500)); // that nothing comes can only be seen by waiting
  assert.ok(!(await bench.squiggle().isVisible()));
  await bench.press("Escape", "Home");
  await bench.squiggle().waitFor();
  await bench.press("End");
});

it("completions do not wait", async (bench) => {
  assert.ok((await bench.completions("locale")).includes("locale"));
  await bench.press("Escape");
});
