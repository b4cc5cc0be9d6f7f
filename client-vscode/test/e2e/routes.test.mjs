// REST routes in Python, as one writes them.
import assert from "node:assert/strict";

import { workbenchTests } from "./workbench.mjs";

const CLIENT = `\
from waypost import endpoint

github = endpoint.defaults(headers={"authorization": "token very-secret"})


def issues(owner: str):
    return github("GET /repos/{owner}/{repo}/issues", owner=owner, repo="hello")


def report(title: str):
    return github("POST /repos/{owner}/{repo}/issues", owner="octocat", title=title)


def close():
    return github("PTACH /repos/octocat/hello/issues/1", state="closed")
`;

const it = workbenchTests({ name: "routes", files: { "client.py": CLIENT, "scratch.py": "" } });

it("the request is shown after the call", async (bench) => {
  await bench.edit("client.py");
  await bench.line("→ GET api.github.com/repos/{owner}/hello/issues").waitFor();
  await bench.screenshot("hints");
});

it("mistakes are listed", async (bench) => {
  await bench.problem("PTACH");
  await bench.problem("repo");
});

it("the hover shows the whole request, and no secret", async (bench) => {
  await bench.edit("client.py");
  await bench.goTo(7, 24);
  const text = await bench.hover();
  assert.match(text, /GET https:\/\/api\.github\.com\/repos\/\{owner\}\/hello\/issues/);
  assert.match(text, /authorization: token \*\*\*/);
  assert.doesNotMatch(text, /very-secret/);
  await bench.screenshot("hover");
  await bench.press("Escape");
});

it("a quick fix mends the verb", async (bench) => {
  await bench.edit("client.py");
  await bench.goTo(15, 22);
  await bench.fix("PATCH");
  await bench.line('github("PATCH /repos/octocat').waitFor();
  await bench.noProblem("PTACH");
});

it("a route completes as it is typed", async (bench) => {
  await bench.edit("scratch.py");
  await bench.type("from waypost import endpoint\n\nendpoint('GET /repos/{owner}/{repo}/issu");
  const labels = await bench.completions("/repos/{owner}/{repo}/issues/comments");
  assert.ok(labels.length > 1);
  await bench.screenshot("completion");
  await bench.press("Escape");
});

it("hints can be turned off, at once", async (bench) => {
  await bench.edit("client.py");
  await bench.line("→ GET api.github.com").waitFor();
  bench.settings({ "waypost.inlayHints.routes": "off" });
  await bench.line("→ GET api.github.com").waitFor({ state: "detached" });
});
