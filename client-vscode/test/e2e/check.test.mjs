// The check of a larger workspace: it shows its progress, and can be cancelled.
import assert from "node:assert/strict";

import { workbenchTests } from "./workbench.mjs";

const FILES = 200; // The check takes longer than to stop the server, on a busy machine too.
const call = (number) => `endpoint("GET /repos/{owner}/{repo}/issues", owner=owner, repo="r${number}")\n`;
const SOURCE = `from waypost import endpoint\n\nowner = input()\n${Array.from({ length: 30 }, (_, number) => call(number)).join("")}`;

const it = workbenchTests({
  name: "check",
  files: { "fine.py": "import httpx\n" },
  prepare: (bench) => {
    for (let number = 0; number < FILES; number += 1) {
      bench.write(`code/part${number}.py`, `${SOURCE}endpoint("GET /users/{username}")\n`);
    }
  },
});

const summary = (bench) => bench.page.locator(".statusbar-item", { hasText: "that are not open" });

it("the check shows its progress, and can be cancelled", async (bench) => {
  await bench.startServer("fine.py");
  await bench.filesAreRead(); // Of two notifications, neither is unfolded.
  await bench.command("Waypost: Check Workspace");
  const running = bench.page.locator(".statusbar-item", { hasText: "Checking the workspace" });
  await running.waitFor();
  const progress = bench.page.locator(".notifications-center .notification-list-item", {
    hasText: "Checking the workspace",
  });
  bench.signalServers("SIGSTOP"); // The check does not end before it is cancelled, however slow the editor is.
  try {
    await bench.openedBy(running, progress);
    await bench.screenshot("check-progress");
    await progress.locator(".monaco-button", { hasText: "Cancel" }).click();
  } finally {
    bench.signalServers("SIGCONT");
  }
  await progress.waitFor({ state: "detached" });
  assert.equal(await summary(bench).count(), 0, "it does not say what it has found");
});

it("another one finds everything", async (bench) => {
  await bench.command("Waypost: Check Workspace");
  await summary(bench)
    .filter({ hasText: `${FILES} problems in ${FILES} files` })
    .waitFor();
  await bench.problem("`username` has no value");
});
