// The walkthrough: its steps, their pictures, and the commands that complete them.
import assert from "node:assert/strict";

import { workbenchTests } from "./workbench.mjs";

const SHOP = `\
openapi: 3.0.0
info: {title: Shop, version: "1"}
servers: [{url: "https://shop.example/api"}]
paths:
  /orders:
    get:
      responses: {"200": {description: ok}}
`;
const it = workbenchTests({
  name: "walkthrough",
  files: { "_typos.toml": '[default]\nlocale = "en-us"\n', "shop-openapi.yaml": SHOP },
});

const INPUT = ".quick-input-widget input[type=text]";

/** What each step's button does. */
const STEPS = {
  "Create a configuration": async (bench) => {
    await bench.page.locator(".quick-input-list .monaco-list-row", { hasText: "pyproject.toml" }).click();
    await bench.page.locator(".tab.active", { hasText: "pyproject.toml" }).waitFor();
    assert.match(bench.read("pyproject.toml"), /^\[tool\.typos\.default\]$/m);
  },
  "Open an example": async (bench) => {
    const window = await bench.until("another window", () => bench.page.context().pages()[1]);
    await window.locator(".explorer-folders-view .monaco-list-row", { hasText: "client.py" }).waitFor();
    await window.close();
  },
  "Bind an OpenAPI document": async (bench) => {
    await bench.page.locator(".quick-input-list .monaco-list-row", { hasText: "shop-openapi.yaml" }).click();
    await bench.page.locator(`${INPUT}[placeholder="https://api.example.com"]`).press("Enter");
    await bench.notification("Added shop-openapi.yaml");
    await bench.clearNotifications();
  },
  "List every request": async (bench) => {
    await bench.page.locator(".welcome-view-content", { hasText: "Waypost found no requests" }).waitFor();
  },
};

const walkthrough = (bench) => bench.page.locator(".gettingStartedContainer");
const step = (bench, title) => walkthrough(bench).locator(".getting-started-step", { hasText: title });
/** A click on the selected step would close it. */
async function select(bench, title) {
  const selected = walkthrough(bench).locator('.getting-started-step[aria-expanded="true"]', { hasText: title });
  await bench.openedBy(step(bench, title).locator(".step-title"), selected);
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

for (const [title, offered] of [
  ["Create a configuration", "pyproject.toml"],
  ["Bind an OpenAPI document", "Browse…"],
]) {
  it(`“${title}” stays open if its question is not answered`, async (bench) => {
    await select(bench, title);
    await bench.openedBy(
      step(bench, title).locator(".monaco-button"),
      bench.page.locator(".quick-input-list .monaco-list-row", { hasText: offered }),
    );
    await bench.page.locator(INPUT).press("Escape");
    await bench.page.locator(INPUT).waitFor({ state: "hidden" });
    await new Promise((resolve) => setTimeout(resolve, 1_000)); // that nothing comes can only be seen by waiting
    assert.equal(await isDone(bench, title), false);
  });
}

for (const [title, happens] of Object.entries(STEPS)) {
  it(`the button of “${title}” does what it says, which completes the step`, async (bench) => {
    await select(bench, title);
    await step(bench, title).locator(".monaco-button").click();
    await happens(bench);
    await bench.opened(walkthrough(bench), () =>
      bench.commandAndPick("Welcome: Open Walkthrough...", "Get Started with Waypost"),
    );
    await bench.until(`the mark of ${title}`, () => isDone(bench, title));
  });
}
