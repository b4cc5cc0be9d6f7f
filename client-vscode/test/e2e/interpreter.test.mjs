// Finding a Python, reporting if there is none, and recovering from a crash.
import assert from "node:assert/strict";

import { workbenchTests } from "./workbench.mjs";

const it = workbenchTests({
  name: "interpreter",
  files: {
    "_typos.toml": '[default]\nlocale = "en_US"\n',
    "client.py": 'from waypost import endpoint\n\nendpoint("GET /user")\n',
  },
  prepare: (bench) =>
    bench.settings({ "waypost.interpreter": bench.write("old-python", "#!/bin/sh\necho 3 9\n", 0o755) }),
});

it("a Python that is too old is named, with a way to fix it", async (bench) => {
  await bench.edit("_typos.toml");
  const message = await bench.notification("needs Python 3.11 or later");
  assert.match(await message.innerText(), /old-python \(from the setting waypost\.interpreter\) is Python 3\.9/);
  await message.locator(".monaco-button", { hasText: "Open Setting" }).waitFor();
  await bench.health("failed");
  await bench.screenshot("no-python");
});

it("Open Setting leads to the setting", async (bench) => {
  const message = await bench.notification("needs Python 3.11 or later");
  await bench.openedBy(
    message.locator(".monaco-button", { hasText: "Open Setting" }),
    bench.page.locator(".settings-editor", { hasText: "The Python (3.11 or later) that runs the server" }),
  );
  await bench.page.locator(".settings-editor .action-label.checked", { hasText: "Remote" }).waitFor();
  await bench.screenshot("open-setting");
  await bench.press("Escape");
  await bench.page.locator(".settings-editor").waitFor({ state: "hidden" });
});

for (const [command, file] of [
  ["Preview Request at Cursor", "client.py"],
  ["Copy Request at Cursor As", "client.py"],
  ["Fix All", "_typos.toml"],
  ["Explain Spelling", "_typos.toml"],
  ["Show Effective Spell-Checker Configuration", "_typos.toml"],
  ["Refresh Routes", "_typos.toml"],
]) {
  it(`${command} shows what is wrong, and nothing more`, async (bench) => {
    await bench.edit(file);
    await bench.clearNotifications();
    await bench.command(`Waypost: ${command}`);
    const message = await bench.notification("needs Python 3.11 or later");
    await message.locator(".monaco-button", { hasText: "Open Setting" }).waitFor();
    assert.equal(await bench.page.locator(".notifications-toasts .notification-list-item").count(), 1);
  });
}

it("the view of routes does not ask for it again and again", async (bench) => {
  await bench.clearNotifications();
  await bench.command("Waypost: List Routes");
  await bench.page
    .locator(".tree-explorer-viewlet-tree-view, .welcome-view-content", { hasText: "The server is not running" })
    .first()
    .waitFor();
  assert.equal(await bench.page.locator(".notifications-toasts .notification-list-item").count(), 0);
});

it("once the setting is fixed, the server starts by itself", async (bench) => {
  bench.settings({});
  await bench.health("running");
  await bench.problem("en_US");
});

const onlyServer = async (bench) => {
  const [pid] = await bench.until("one server", () => (bench.servers().length === 1 ? bench.servers() : undefined));
  return pid;
};

/** Ends the server, and waits for the next one: one that ends before it is ready has failed to start. */
const crash = async (bench) => {
  const before = bench.ready();
  process.kill(await onlyServer(bench), "SIGKILL");
  await bench.anotherIsReady(before);
};

it("a crashed server is restarted", async (bench) => {
  await bench.rememberNotifications();
  await crash(bench);
  await bench.problem("en_US");
});

it("one that crashes repeatedly stays stopped, and can be started by hand", async (bench) => {
  for (let round = 0; round < 3; round += 1) {
    await crash(bench);
  }
  process.kill(await onlyServer(bench), "SIGKILL");
  const message = await bench.notification("crashed repeatedly and was stopped");
  await bench.health("failed");
  await bench.screenshot("crashed");
  await message.locator(".monaco-button", { hasText: "Restart" }).click();
  await bench.health("running");
  await bench.problem("en_US");
  await bench.page.locator(".notifications-toasts .notification-list-item").first().waitFor({ state: "detached" });
});

it("all that was shown meanwhile is one sentence each, without codes or stack traces", async (bench) => {
  assert.deepEqual((await bench.rememberedNotifications()).toSorted(), [
    "Waypost: The server crashed repeatedly and was stopped",
    "Waypost: The server ended unexpectedly and is started again…",
  ]);
});
