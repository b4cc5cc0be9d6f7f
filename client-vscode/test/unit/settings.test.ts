import assert from "node:assert/strict";
import { test } from "node:test";

import manifest from "../../package.json";
import { explicitSettings, serverKeys, withOtherServers, type Configuration } from "../../src/settings";

function configuration(values: Record<string, Record<string, unknown>>): Configuration {
  return {
    inspect: (key) => values[key],
    get: (key) => values[key]?.workspaceValue ?? values[key]?.globalValue ?? values[key]?.defaultValue,
  };
}

test("a default is not sent: it would override the project's own settings", () => {
  const settings = configuration({ codeLens: { defaultValue: false }, "inlayHints.routes": { defaultValue: "url" } });

  assert.deepEqual(explicitSettings(settings, ["codeLens", "inlayHints.routes"]), {});
});

test("what a user or a workspace sets is sent, also when it equals the default", () => {
  const settings = configuration({
    codeLens: { defaultValue: false, globalValue: false },
    "inlayHints.routes": { defaultValue: "url", workspaceValue: "all" },
  });

  assert.deepEqual(explicitSettings(settings, ["codeLens", "inlayHints.routes"]), {
    codeLens: false,
    "inlayHints.routes": "all",
  });
});

test("the extension's own settings are not sent to the server", () => {
  const keys = serverKeys(manifest);

  assert.ok(keys.includes("rules") && keys.includes("inlayHints.routes"));
  assert.ok(!keys.some((key) => ["path", "interpreter", "importStrategy", "trace.server"].includes(key)));
});

test("the server learns of another server for TOML, unless the user has named them", () => {
  const isThere = (extension: string): boolean => extension === "tamasfe.even-better-toml";

  assert.deepEqual(withOtherServers({ codeLens: true }, isThere).otherServers, ["taplo"]);
  assert.deepEqual(withOtherServers({ codeLens: true }, isThere).codeLens, true);
  assert.deepEqual(withOtherServers({ otherServers: [] }, isThere).otherServers, []);
  assert.deepEqual(withOtherServers({}, () => false).otherServers, []);
});

test("spelling is shown unless the user or the extension of typos decides otherwise", () => {
  const isThere = (extension: string): boolean => extension === "tekumara.typos-vscode";

  assert.deepEqual(withOtherServers({}, isThere).spelling, "off");
  assert.deepEqual(withOtherServers({ spelling: "auto" }, isThere).spelling, "off");
  assert.deepEqual(withOtherServers({ spelling: "on" }, isThere).spelling, "on");
  assert.deepEqual(withOtherServers({}, () => false).spelling, "on");
  assert.deepEqual(withOtherServers({ spelling: "off" }, () => false).spelling, "off");
});
