// Finding a Python, saying so where there is none that will do, and getting over a crash.
import assert from "node:assert/strict";

import { workbenchTests } from "./workbench.mjs";

const it = workbenchTests({
  name: "interpreter",
  files: { "_typos.toml": '[default]\nlocale = "en_US"\n' },
  prepare: (bench) =>
    bench.settings({ "waypost.interpreter": bench.write("old-python", "#!/bin/sh\necho 3 9\n", 0o755) }),
});

it("a Python that is too old is named, with what to do", async (bench) => {
  await bench.edit("_typos.toml");
  const message = await bench.notification("needs Python 3.11 or later");
  assert.match(await message.innerText(), /old-python \(from the setting waypost\.interpreter\) is Python 3\.9/);
  await message.locator(".monaco-button", { hasText: "Open Setting" }).waitFor();
  await bench.health("failed");
  await bench.screenshot("no-python");
});

it("the view of routes does not ask for it again and again", async (bench) => {
  await bench.command("Notifications: Clear All Notifications");
  await bench.command("Waypost: List Routes");
  await bench.page
    .locator(".tree-explorer-viewlet-tree-view, .welcome-view-content", { hasText: "No routes were found" })
    .first()
    .waitFor();
  assert.equal(await bench.page.locator(".notifications-toasts .notification-list-item").count(), 0);
});

it("the setting mended, the server starts by itself", async (bench) => {
  bench.settings({});
  await bench.health("running");
  await bench.problem("en_US");
});

it("a server that crashed is started again", async (bench) => {
  const [crashed] = bench.servers();
  process.kill(crashed, "SIGKILL");
  await bench.until("another server", () => bench.servers().some((pid) => pid !== crashed));
  await bench.health("running");
  await bench.problem("en_US");
});

it("one that crashes again and again is left alone, and one may start it by hand", async (bench) => {
  for (let round = 0; round < 3; round += 1) {
    const [pid] = await bench.until("a server", () => (bench.servers().length === 1 ? bench.servers() : undefined));
    await bench.health("running");
    process.kill(pid, "SIGKILL");
    await bench.until("its end", () => !bench.servers().includes(pid));
  }
  const [last] = await bench.until("a server", () => (bench.servers().length === 1 ? bench.servers() : undefined));
  await bench.health("running");
  process.kill(last, "SIGKILL");
  const message = await bench.notification("crashed several times");
  await message.locator(".monaco-button", { hasText: "Restart" }).click();
  await bench.health("running");
  await bench.problem("en_US");
});
