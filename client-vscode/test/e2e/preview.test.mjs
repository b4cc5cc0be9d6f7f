// The request at the cursor, next to the code and on the clipboard.
import assert from "node:assert/strict";

import { workbenchTests } from "./workbench.mjs";

const CLIENT = `\
from waypost import endpoint

github = endpoint.defaults(headers={"authorization": "token very-secret"})


def issues(owner: str):
    return github("GET /repos/{owner}/{repo}/issues", owner=owner, repo="hello")


def report(title: str):
    return github("POST /repos/octocat/hello/issues", title=title, labels=["bug"])
`;

// Wide enough for no line of the preview to be wrapped.
const viewport = { width: 1800, height: 800 };
const it = workbenchTests({ name: "preview", files: { "client.py": CLIENT }, viewport });

it("the request is shown next to the code, without its secret", async (bench) => {
  await bench.edit("client.py");
  await bench.goTo(7, 24);
  await bench.command("Waypost: Preview Request at Cursor");
  await bench.page.locator(".tab", { hasText: "Request at Cursor" }).waitFor();
  await bench.page
    .locator(".view-line", { hasText: "GET https://api.github.com/repos/{owner}/hello/issues HTTP/1.1" })
    .waitFor();
  await bench.page.locator(".view-line", { hasText: "authorization: token ***" }).waitFor();
});

it("it follows the cursor", async (bench) => {
  await bench.goTo(11, 24);
  await bench.page
    .locator(".view-line", { hasText: "POST https://api.github.com/repos/octocat/hello/issues HTTP/1.1" })
    .waitFor();
  await bench.page.locator(".view-line", { hasText: '"labels"' }).waitFor();
  await bench.screenshot("preview");
});

it("it follows what is typed", async (bench) => {
  await bench.goTo(11, 36);
  await bench.type("X");
  await bench.page.locator(".view-line", { hasText: "/repos/octoXcat/hello/issues HTTP/1.1" }).waitFor();
  await bench.press("Backspace");
});

it("away from a route, the last request stays visible", async (bench) => {
  await bench.goTo(7, 24);
  await bench.page.locator(".view-line", { hasText: "/hello/issues HTTP/1.1" }).waitFor();
  await bench.goTo(1, 1);
  assert.ok(await bench.page.locator(".view-line", { hasText: "/hello/issues HTTP/1.1" }).isVisible());
  await bench.goTo(11, 24);
  await bench.page.locator(".view-line", { hasText: "/repos/octocat/hello/issues HTTP/1.1" }).waitFor();
  assert.equal(await bench.page.locator(".view-line", { hasText: "Put the cursor on" }).count(), 0);
});

it("without a request, no format is asked for", async (bench) => {
  await bench.goTo(1, 1);
  await bench.command("Waypost: Copy Request at Cursor As");
  await bench.notification("No request at the cursor");
  await bench.clearNotifications();
});

it("a request is copied as a command", async (bench) => {
  await bench.goTo(11, 24);
  await bench.commandAndPick("Waypost: Copy Request at Cursor As", "curl");
  await bench.notification("Copied as curl. Fill in: title. Masked: authorization.");
  const text = await bench.clipboard();
  assert.match(text, /^curl --request POST/m);
  assert.match(text, /token '"\$TOKEN"'/);
  await bench.clearNotifications();
});

it("unknown values are listed, and a call of requests is one of the formats", async (bench) => {
  await bench.goTo(7, 5);
  await bench.commandAndPick("Waypost: Copy Request at Cursor As", "requests");
  await bench.notification("Copied as requests. Fill in: owner. Masked: authorization.");
  assert.match(await bench.clipboard(), /^requests\.request\(/m);
  await bench.clearNotifications();
});

it("lenses preview and copy", async (bench) => {
  bench.settings({ "waypost.codeLens": true });
  await bench.goTo(1, 1);
  const lens = (title) => bench.page.locator(".codelens-decoration a", { hasText: title });
  const previewed = { hasText: "POST https://api.github.com/repos/octocat/hello/issues" };
  await bench.openedBy(lens("Preview").nth(1), bench.page.locator(".view-line", previewed));
  await bench.screenshot("lenses");
  const format = bench.page.locator(".quick-input-list .monaco-list-row", { hasText: "curl" });
  await bench.openedBy(lens("Copy").first(), format);
  await format.click();
  await bench.notification("Fill in: owner.");
  await bench.clearNotifications();
  bench.settings({});
  await bench.page.locator(".codelens-decoration").first().waitFor({ state: "detached" });
});

it("the code action copies as well", async (bench) => {
  await bench.goTo(7, 24);
  const action = bench.page.locator(".action-widget .monaco-list-row", { hasText: "Copy as HTTPie" });
  await bench.opened(action, async () => {
    await bench.press("Escape");
    await bench.command("Source Action...");
  });
  await action.click();
  await bench.until("the clipboard", async () => /^http /m.test(await bench.clipboard()));
});

it("a reloaded window has its preview again, and no empty group", async (bench) => {
  await bench.reload();
  await bench.page.locator(".tab", { hasText: "Request at Cursor" }).waitFor();
  // The editor may not have saved the place of the cursor in time.
  await bench.edit("client.py");
  await bench.goTo(11, 24);
  await bench.page.locator(".view-line", { hasText: "/repos/octocat/hello/issues HTTP/1.1" }).waitFor();
  assert.equal(await bench.page.locator(".editor-group-container.empty").count(), 0);
});

// Last, because a document without a file may come back when the window is reloaded.
it("a request opens as a document with variables", async (bench) => {
  await bench.edit("client.py");
  await bench.goTo(7, 24);
  await bench.command("Waypost: Open Request at Cursor as .http");
  await bench.page.locator(".view-line", { hasText: "@owner =" }).waitFor();
  await bench.page
    .locator(".view-line", { hasText: "GET https://api.github.com/repos/{{owner}}/hello/issues" })
    .waitFor();
  await bench.screenshot("http");
  await bench.command("View: Revert and Close Editor");
  await bench.command("View: Focus First Editor Group");
  await bench.page.locator(".editor-group-container.active .tab.active", { hasText: "client.py" }).waitFor();
});
