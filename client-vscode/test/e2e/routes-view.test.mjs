// The view of every request the workspace can make.
import assert from "node:assert/strict";
import path from "node:path";

import { workbenchTests } from "./workbench.mjs";

const USERS = `\
from waypost import endpoint


def whoami():
    return endpoint("GET /user")


def stars():
    return endpoint("GET /user/starred")
`;
const ISSUES = `\
from waypost import endpoint


def report(owner: str, repo: str):
    return endpoint("POST /repos/{owner}/{repo}/issues", owner=owner, repo=repo)


def issues(owner: str, repo: str):
    return endpoint("GET /repos/{owner}/{repo}/issues", owner=owner, repo=repo)


def all_issues(owner: str, repo: str):
    return endpoint("GET /repos/{owner}/{repo}/issues", owner=owner, repo=repo, state="all")
`;

const SHOP = `\
import httpx


class Shop:
    def __init__(self, base_url: str = "https://shop.example/v1"):
        self.client = httpx.Client(base_url=base_url)

    def orders(self):
        return self.client.get("/orders")
`;

const it = workbenchTests({ name: "routes-view", files: { "users.py": USERS, "api/issues.py": ISSUES } });

const TREE = ".tree-explorer-viewlet-tree-view";
const row = (bench, text) => bench.page.locator(`${TREE} .monaco-list-row`, { hasText: text }).first();
const rows = async (bench) => {
  const texts = await bench.page.locator(`${TREE} .monaco-list-row .label-name`).allInnerTexts();
  return texts.map((each) => each.replaceAll("\u00a0", " "));
};

it("the first List Routes after the start shows all files and has the keyboard, with no file open", async (bench) => {
  await bench.command("Waypost: List Routes");
  await row(bench, "api.github.com").waitFor();
  await row(bench, "/repos/{owner}/{repo}/issues").waitFor();
  await bench.page.locator(`${TREE} .monaco-list:focus`).waitFor();
  await bench.press("Home", "ArrowDown");
  await bench.page.locator(`${TREE} .monaco-list-row.focused`, { hasText: "/repos/{owner}/{repo}/issues" }).waitFor();
  await bench.screenshot("routes-first");
});

it("hosts hold folders, folders hold requests, verb first", async (bench) => {
  await bench.routesAreRead();
  await bench.openedBy(row(bench, "/user"), row(bench, "GET /starred"));
  await bench.agrees(
    () => rows(bench),
    [
      "api.github.com",
      "GET /repos/{owner}/{repo}/issues",
      "POST /repos/{owner}/{repo}/issues",
      "/user",
      "GET /user",
      "GET /starred",
    ],
  );
});

it("a request with a problem is marked", async (bench) => {
  const mark = "[class*=itemBadge]";
  await bench.routesAreRead();
  await row(bench, "POST /repos").locator(mark).first().waitFor();
  assert.equal(await row(bench, "GET /repos").locator(mark).count(), 0);
  await bench.hovered(row(bench, "POST /repos"), "`title` has no value");
});

it("a request expands to its calls, and a click jumps there", async (bench) => {
  await bench.openedBy(row(bench, "GET /repos/{owner}/{repo}/issues"), row(bench, "issues.py:9"));
  await bench.screenshot("routes");
  await bench.openedBy(row(bench, "issues.py:9"), bench.page.locator(".tab.active", { hasText: "issues.py" }));
  await bench.cursorIsAt(9);
});

it("a request is previewed from the list", async (bench) => {
  await bench.pressInRoutes(row(bench, "GET /starred"), "Preview Request");
  await bench.page.locator(".view-line", { hasText: "GET https://api.github.com/user/starred" }).waitFor();
});

it("and copied", async (bench) => {
  await bench.pressInRoutes(row(bench, "GET /starred"), "Copy Request");
  await bench.page.locator(".quick-input-list .monaco-list-row", { hasText: "curl" }).click();
  await bench.until("the clipboard", async () => (await bench.clipboard()).includes("/user/starred"));
});

it("a folder filters the view to what is in it", async (bench) => {
  await bench.pressInRoutes(row(bench, "/user"), "Show Only These");
  await bench.agrees(() => rows(bench), ["api.github.com", "/user", "GET /user", "GET /starred"]);
  await bench.command("Waypost: Clear Route Filter");
  await row(bench, "POST /repos").waitFor();
});

it("the filter shows what contains all its words, and a message if nothing does", async (bench) => {
  // What had the keyboard before gets it back when the input closes: if that were the list, nobody would see that the
  // extension's own request for it is still on its way, and takes the keyboard from what is opened next.
  await bench.edit("users.py");
  await bench.command("Waypost: Filter Routes", { asks: true });
  const input = bench.page.locator('.quick-input-widget input[type=text]:not([placeholder*="name of a command"])');
  await input.fill("get star");
  await bench.agrees(() => rows(bench), ["api.github.com", "GET /user/starred"]); // with each key
  await input.press("Enter");
  await bench.page.locator(`${TREE} .monaco-list:focus`).waitFor();
  await bench.command("Waypost: Filter Routes", { asks: true });
  await bench.answer("nothing at all");
  const welcome = bench.page.locator(".welcome-view-content", { hasText: "No route matches the filter" });
  await welcome.waitFor();
  await bench.openedBy(welcome.locator(".monaco-button", { hasText: "Clear Filter" }), row(bench, "POST /repos"));
  await bench.command("View: Close All Editors");
});

it("the list is exported from the view's title", async (bench) => {
  await bench.clicked(bench.page.locator('.sidebar .action-label[aria-label^="Export Routes"]:visible').first(), () =>
    bench.page.locator(".sidebar .pane-header, .sidebar .composite.title").first().hover(),
  );
  await bench.page.locator(".quick-input-list .monaco-list-row", { hasText: "OpenAPI" }).click();
  await bench.editorWith('"openapi": "3.1.0"').waitFor();
  await bench.command("View: Revert and Close Editor");
});

it("an address that the code may be given shows what it is otherwise", async (bench) => {
  bench.write("shop.py", SHOP);
  await row(bench, "{base_url}").waitFor();
  await row(bench, "= shop.example/v1 · 1").waitFor();
  await bench.hovered(row(bench, "{base_url}"), "shop.example/v1 unless the code is given another address");
  bench.write("shop.py", "");
  await row(bench, "{base_url}").waitFor({ state: "detached" });
});

it("a new route appears once it is saved", async (bench) => {
  await bench.edit("users.py");
  await bench.press("Control+End");
  await bench.type('\n\nendpoint("GET /zen")\n');
  await bench.save("users.py");
  await row(bench, "GET /zen").waitFor();
});

it("the keyboard is enough", async (bench) => {
  await bench.command("Waypost: List Routes");
  await bench.page.locator(`${TREE} .monaco-list:focus`).waitFor();
  await bench.routesAreRead();
  await bench.opened(bench.page.locator(`${TREE} .monaco-list-row.focused`, { hasText: "GET /zen" }), () =>
    bench.press("Home", "ArrowDown", "ArrowDown", "End"),
  );
  await bench.press("Enter");
  await bench.page.locator(".tab.active", { hasText: "users.py" }).waitFor();
  await bench.cursorIsAt(12);
});

it("a workspace without requests differs from one whose server is not running", async (bench) => {
  bench.write("users.py", "");
  bench.write("api/issues.py", "");
  await bench.page.locator(".welcome-view-content", { hasText: "Waypost found no requests" }).waitFor();
  assert.doesNotMatch(await bench.page.locator(".welcome-view-content").innerText(), /`/);
  bench.settings({ "waypost.interpreter": bench.write("old-python", "#!/bin/sh\necho 3 9\n", 0o755) });
  const welcome = bench.page.locator(".welcome-view-content", { hasText: "The server is not running" });
  await welcome.waitFor();
  await bench.screenshot("routes-failed");
  bench.settings({});
  await bench.page.locator(".welcome-view-content", { hasText: "Waypost found no requests" }).waitFor();
});

it("while the server starts, the view says so", async (bench) => {
  const go = path.join(bench.workspace, "go");
  const waits = `#!/bin/sh\ncase "$*" in *" lsp"*) while [ ! -e '${go}' ]; do sleep 0.1; done; esac\nexec python3 "$@"\n`;
  bench.settings({ "waypost.interpreter": bench.write("slow-python", waits, 0o755) });
  await bench.page.locator(".welcome-view-content", { hasText: "Starting the server and reading" }).waitFor();
  await bench.screenshot("routes-loading");
  bench.write("go", "");
  await bench.page.locator(".welcome-view-content", { hasText: "Waypost found no requests" }).waitFor();
});
