// The walkthrough: its steps, their pictures, and the commands that complete them.
import assert from "node:assert/strict";

import { workbenchTests } from "./workbench.mjs";

const it = workbenchTests({ name: "walkthrough", files: { "_typos.toml": '[default]\nlocale = "en-us"\n' } });

const FIRST = "Open a file of the workspace first";
/** The buttons of each step, and what is shown when no file is open. */
const STEPS = {
  "Check a typos configuration": { "Fix All": FIRST },
  "See what typos will do": { "Show Effective Configuration": FIRST, "Explain Spelling": FIRST },
  "Preview a request": { "Copy Request at Cursor As…": FIRST, "Preview Request at Cursor": "Request at Cursor" },
  "List every request": { "List Routes": "Waypost found no requests" },
};

const walkthrough = (bench) => bench.page.locator(".gettingStartedContainer");
const step = (bench, title) => walkthrough(bench).locator(".getting-started-step", { hasText: title });
/** A click on the selected step would close it. */
async function select(bench, title) {
  const selected = walkthrough(bench).locator('.getting-started-step[aria-expanded="true"]', { hasText: title });
  await bench.opened(selected, () => step(bench, title).locator(".step-title").click());
}
const isDone = async (bench, title) => (await step(bench, title).getAttribute("aria-checked")) === "true";

it("it has four steps, none of them done", async (bench) => {
  await bench.startServer("_typos.toml");
  await bench.command("View: Close Primary Side Bar"); // if there is room, pictures are next to the steps
  await bench.commandAndPick("Welcome: Open Walkthrough...", "Get Started with Waypost");
  const titles = walkthrough(bench).locator(".getting-started-step .step-title");
  await titles.first().waitFor();
  assert.deepEqual(await titles.allInnerTexts(), Object.keys(STEPS));
  for (const title of Object.keys(STEPS)) {
    assert.equal(await isDone(bench, title), false);
  }
});

it("each step has a picture of its own", async (bench) => {
  const picture = walkthrough(bench).locator(".getting-started-media img").first();
  const shown = new Set();
  for (const title of Object.keys(STEPS)) {
    await select(bench, title);
    const source = await bench.until(`the picture of ${title}`, () =>
      picture.evaluate(
        (each, known) =>
          each.complete && each.naturalWidth > 0 && each.offsetWidth > 100 && !known.includes(each.currentSrc)
            ? each.currentSrc
            : "",
        [...shown],
      ),
    );
    shown.add(source);
    await bench.screenshot(`walkthrough-${shown.size}`);
  }
});

for (const [title, buttons] of Object.entries(STEPS)) {
  it(`the buttons of “${title}” do what they say, which completes the step`, async (bench) => {
    for (const [button, outcome] of Object.entries(buttons)) {
      await select(bench, title);
      await step(bench, title).locator(".monaco-button", { hasText: button }).click();
      const shown = bench.page
        .locator(".notifications-toasts .notification-list-item, .tab, .welcome-view-content", { hasText: outcome })
        .first();
      await shown.waitFor();
      await bench.until(`the mark of ${title}`, () => isDone(bench, title));
      if (outcome === FIRST) {
        await shown.hover();
        await shown.locator(".codicon-notifications-clear").click(); // so that the next button shows its own
        await shown.waitFor({ state: "detached" });
      }
    }
  });
}
