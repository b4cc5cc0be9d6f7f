// REST routes in Python, as they are typed.
import assert from "node:assert/strict";

import { workbenchTests } from "./workbench.mjs";

const CLIENT = `\
from waypost import endpoint

github = endpoint.defaults(headers={"authorization": "token very-secret"})


def issues(owner: str):
    return github("GET /repos/{owner}/{repo}/issues", owner=owner, repo="hello")


def report(title: str):
    return github("POST /repos/{owner}/{repo}/issues", owner="octocat", title=title)
`;

const it = workbenchTests({ name: "routes", files: { "client.py": CLIENT, "scratch.py": "" } });

it("the request is shown after the call", async (bench) => {
  await bench.edit("client.py");
  await bench.line("→ api.github.com/").waitFor();
  await bench.screenshot("hints");
});

it("mistakes are listed", async (bench) => {
  await bench.problem("`repo` has no value");
});

it("the hover shows the whole request, and no secret", async (bench) => {
  await bench.edit("client.py");
  await bench.goTo(7, 24);
  const text = await bench.hover("authorization:");
  assert.match(text, /GET https:\/\/api\.github\.com\/repos\/\{owner\}\/hello\/issues/);
  assert.match(text, /authorization: token \*\*\*/);
  assert.doesNotMatch(text, /very-secret/);
  await bench.screenshot("hover");
  await bench.press("Escape");
});

it("a quick fix adds the missing argument", async (bench) => {
  await bench.edit("client.py");
  await bench.goTo(11, 42);
  await bench.fix("Add `repo`");
  await bench.noProblem("`repo` has no value");
  await bench.line("repo=").waitFor();
});

it("a route completes as it is typed", async (bench) => {
  await bench.edit("scratch.py");
  await bench.type("from waypost import endpoint\n\nendpoint('GET /repos/{owner}/{repo}/issu");
  const labels = await bench.completions("/repos/{owner}/{repo}/issues/comments");
  assert.ok(labels.length > 1);
  await bench.screenshot("completion");
  await bench.press("Escape");
});

it("one route is counted as one", async (bench) => {
  await bench.edit("scratch.py");
  await bench.press("Control+A", "Delete");
  await bench.type("from waypost import endpoint\n\nendpoint('GET /user/dock");
  await bench.completions("docker");
  await bench.press("ArrowUp"); // from the first to the last, which shows its detail, in its row or next to it
  const focused = ".suggest-widget.visible .monaco-list-row.focused";
  const shown = bench.page.locator(`${focused}, .suggest-details-container .suggest-details:not(.hidden)`);
  await bench.until("one route", async () =>
    /^docker\s+1 route$/.test((await shown.allInnerTexts()).join(" ").replaceAll("\u00a0", " ").trim()),
  );
  await bench.press("Escape");
});

it("an accepted route has the names that exist there, and places to type the other values", async (bench) => {
  await bench.edit("scratch.py");
  await bench.press("Control+A", "Delete");
  await bench.type(
    'from waypost import endpoint\n\ngh = endpoint.defaults({"owner": "octocat"})\nname = "bug"\ngh(\'repo label\')',
  );
  await bench.press("ArrowLeft", "ArrowLeft"); // a busy editor may not have closed the text by itself
  const route = "GET /repos/{owner}/{repo}/labels/{name}";
  await bench.completions(route);
  await bench.page.locator(".suggest-widget.visible .monaco-list-row", { hasText: route }).first().click();
  await bench.line(`gh('${route}', repo='…', name=name)`).waitFor();
  await bench.type("hello"); // at the first place
  await bench.line(`gh('${route}', repo='hello', name=name)`).waitFor();
  await bench.press("Escape", "Escape");
});

it("a message is no route", async (bench) => {
  await bench.edit("scratch.py");
  await bench.press("Control+A", "Delete");
  await bench.type("from waypost import endpoint\n\nroute = 'GET /re");
  await bench.completions("/repos/{owner}/{repo}"); // there it may be one
  await bench.press("Escape", "Control+A", "Delete");
  await bench.type("from waypost import endpoint\n\nprint('GET /re");
  await bench.press("Control+Space");
  await new Promise((resolve) => setTimeout(resolve, 1_500)); // that nothing comes can only be seen by waiting
  const routes = bench.page.locator(".suggest-widget.visible .monaco-list-row", { hasText: "{owner}" });
  assert.equal(await routes.count(), 0);
  await bench.press("Escape");
});

it("hints can be turned off, at once", async (bench) => {
  await bench.edit("client.py");
  await bench.line("→ api.github.com").waitFor();
  bench.settings({ "waypost.inlayHints.routes": "off" });
  await bench.line("→ api.github.com").waitFor({ state: "detached" });
});
