// Drives VS Code's real workbench: code-server with the packaged extension in a fresh profile, in headless Chromium.
// Every wait is on a condition that a person could see.
import { createVSIX } from "@vscode/vsce";
import { build } from "esbuild";
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import * as path from "node:path";
import { after, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { chromium } from "playwright-core";

const CLIENT = path.resolve(import.meta.dirname, "../..");
const CACHE =
  process.env.WAYPOST_EDITORS ??
  path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache"), "waypost-editors");
/** The extensions folder of a user who has installed the package; each editor begins with a copy of it. */
const INSTALLED = path.join(CLIENT, "out", "installed");
const ARTIFACTS = path.resolve(CLIENT, "../tests/artifacts");
const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const INPUT = ".quick-input-widget input[type=text]";
const PALETTE = `${INPUT}[placeholder*="name of a command"]`;
const PATIENCE = Number(process.env.WAYPOST_PATIENCE ?? 120_000);
/** How many times slower the page runs, to find tests that act before what they act on is there. */
const SLOWER = Number(process.env.WAYPOST_SLOWER ?? 1);

// The quietest settings of the editor; none of them changes what the extension does.
const QUIET = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "window.commandCenter": false,
  "chat.disableAIFeatures": true,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "git.enabled": false,
  "security.workspace.trust.enabled": false,
  "editor.hover.delay": 100,
  "editor.minimap.enabled": false,
  "files.autoSave": "off",
};

export class Workbench {
  /**
   * Starts an editor on a folder made of `files` (name → text), copied from `folder`, or written by `prepare`. `machine` are
   * settings that no workspace may have. `opens` is opened instead of that folder, and nothing if it is null; `extensions`
   * are folders next to this file, which are installed, too.
   */
  static async open(options) {
    const bench = new Workbench(options.name);
    try {
      await bench.#start(options);
      return bench;
    } catch (error) {
      await bench.close();
      throw error;
    }
  }

  /** Installs the package as a user does: once for all tests, since that takes as long as to start an editor. */
  static async install() {
    const bench = new Workbench("install");
    bench.#install([vsix()]);
    rmSync(INSTALLED, { recursive: true, force: true });
    cpSync(bench.#extensions, INSTALLED, { recursive: true });
    await bench.close();
  }

  constructor(name) {
    this.name = name;
    this.home = mkdtempSync(path.join(tmpdir(), "waypost-vscode-"));
    this.workspace = path.join(this.home, "workspace");
  }

  async #start({
    files = {},
    folder,
    prepare = () => {},
    settings = {},
    machine = {},
    viewport = { width: 1280, height: 800 },
    opens = ({ workspace }) => `folder=${workspace}`,
    extensions = [],
  }) {
    mkdirSync(this.workspace);
    if (folder) {
      cpSync(folder, this.workspace, { recursive: true });
    }
    for (const [name, text] of Object.entries(files)) {
      this.write(name, text);
    }
    prepare(this);
    for (const [name, own] of Object.entries({ User: { ...QUIET, ...settings }, Machine: machine })) {
      const home = path.join(this.home, "data", name);
      mkdirSync(home, { recursive: true });
      writeFileSync(path.join(home, "settings.json"), JSON.stringify(own));
    }
    cpSync(INSTALLED, this.#extensions, { recursive: true });
    this.#install(await Promise.all(extensions.map((each) => this.#packed(each))));
    this.server = spawn(node(), [...this.#arguments(), "--bind-addr", "127.0.0.1:0", this.workspace], {
      env: this.#environment(),
      stdio: ["ignore", "pipe", "pipe"],
      detached: true, // a separate process group, so that everything it started ends with it
    });
    const [, address] = await heard(this.server, /HTTP server listening on (http\S+)/);
    this.browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: CHROMIUM_FLAGS,
      timeout: PATIENCE,
    });
    const context = await this.browser.newContext({ viewport, permissions: ["clipboard-read", "clipboard-write"] });
    context.setDefaultTimeout(PATIENCE);
    this.page = await context.newPage();
    await this.#slowDown();
    await this.page.goto(`${address}?${opens?.(this) ?? "ew=true"}`);
    const shown = opens ? ".explorer-folders-view .monaco-list-row" : ".statusbar-item";
    await this.page.locator(`.monaco-workbench ${shown}`).first().waitFor();
  }

  async #slowDown() {
    const session = await this.page.context().newCDPSession(this.page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  }

  async close() {
    await this.browser?.close();
    if (this.server?.exitCode === null && this.server.signalCode === null) {
      const ended = once(this.server, "exit"); // not `close`, which waits for all that it printed to be read
      process.kill(-this.server.pid, "SIGKILL");
      await ended;
    }
    rmSync(this.home, { recursive: true, force: true });
  }

  // -- files and settings

  write(name, text, mode = 0o644) {
    const file = path.join(this.workspace, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text, { mode });
    return file;
  }

  read(name) {
    return readFileSync(path.join(this.workspace, name), "utf8");
  }

  /** The workspace's settings; the editor notices the change by itself. */
  settings(settings) {
    this.write(".vscode/settings.json", JSON.stringify(settings));
  }

  // -- what a person does

  async edit(name) {
    // By the whole path: for `typos.json` alone, `_typos.json` is listed, too.
    const label = this.page.locator(".label-name").getByText(path.basename(name), { exact: true });
    const found = this.page.locator(".quick-input-list .monaco-list-row.focused", { has: label });
    const row = found.filter({ hasText: path.dirname(name) === "." ? "" : path.dirname(name) });
    await this.until(`the editor of ${name}`, async () => {
      await this.opened(row, async () => {
        await this.press("Escape");
        await this.#enter("Control+P", path.join(this.workspace, name));
      });
      await this.press("Enter");
      await this.page.locator(INPUT).waitFor({ state: "hidden" });
      // Enter may have chosen from the list as it was before the name was typed.
      return hasHappened(this.isEdited(path.join(this.workspace, name), { timeout: 5_000 }));
    });
  }

  /** Waits until the editor of this file has the keyboard: another file may have the same name. */
  async isEdited(file, options = {}) {
    const editor = `.editor-group-container.active .monaco-editor.focused[data-uri$="${file}"]`;
    await this.page.locator(editor).waitFor(options);
  }

  async command(title, { asks = false } = {}) {
    await this.#command(title);
    if (!asks) {
      await this.page.locator(INPUT).waitFor({ state: "hidden" });
    }
  }

  /** Answers what a command asks for. */
  async answer(text) {
    await this.page.locator(`${INPUT}:not([placeholder*="name of a command"])`).fill(text);
    await this.press("Enter");
    await this.page.locator(INPUT).waitFor({ state: "hidden" });
  }

  /** Runs a command that offers a choice, and picks an entry. */
  async commandAndPick(title, entry) {
    await this.#command(title);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: entry }).click();
    await this.page.locator(INPUT).waitFor({ state: "hidden" });
  }

  /**
   * The palette lists the commands known when it opened: it is reopened where it has none of this name, and says so, or
   * lists similar ones. It may take any time to list them, and is closed by what takes the focus meanwhile.
   */
  async #command(title) {
    const palette = this.page.locator(PALETTE);
    const row = this.page.locator(".quick-input-list .monaco-list-row.focused", { hasText: title });
    const others = this.page.locator(".quick-input-list .monaco-list-row", {
      hasText: /no matching|similar commands/i,
    });
    await this.until(`the command ${title}`, async () => {
      if (await row.isVisible()) {
        return true;
      }
      if (!(await palette.isVisible())) {
        await this.press("F1");
        await hasHappened(palette.waitFor({ timeout: 5_000 }));
      } else if ((await palette.inputValue({ timeout: 5_000 }).catch(() => "")) !== `>${title}`) {
        await hasHappened(palette.fill(`>${title}`, { timeout: 5_000 }));
      } else if (await others.first().isVisible()) {
        await this.press("Escape");
      }
      return false;
    });
    await this.page.keyboard.press("Enter");
  }

  /** Opens the input by a key and fills it; what happens elsewhere meanwhile may close it again, which is the answer. */
  async #enter(key, text) {
    await this.press(key);
    return hasHappened(this.page.locator(INPUT).fill(text, { timeout: 5_000 }));
  }

  async goTo(line, column = 1) {
    await this.until("the line to go to", () => this.#enter("Control+G", `:${line}:${column}`));
    await this.page.keyboard.press("Enter");
    await this.page.locator(INPUT).waitFor({ state: "hidden" });
    await this.cursorIsAt(line, column);
  }

  /** The line and column of the cursor, as the status bar shows them. */
  async place() {
    const [shown] = await this.page.locator(".statusbar-item", { hasText: /Ln \d/ }).allInnerTexts();
    return shown?.match(/\d+/g).slice(0, 2);
  }

  /** Waits until the status bar shows the cursor at this place. */
  async cursorIsAt(line, column = "\\d+") {
    const place = new RegExp(`Ln ${line}, Col ${column}(?!\\d)`);
    await this.page.locator(".statusbar-item", { hasText: place }).waitFor();
  }

  async type(text) {
    await this.page.keyboard.type(text, { delay: 15 });
  }

  async press(...keys) {
    for (const key of keys) {
      await this.page.keyboard.press(key);
    }
  }

  /** Saves the changed file of the active editor. */
  async save(name) {
    const tab = this.page.locator(
      `.editor-group-container.active .tab.active[data-resource-name="${path.basename(name)}"]`,
    );
    await tab.and(this.page.locator(".dirty")).waitFor();
    await this.press("Control+S");
    await tab.and(this.page.locator(":not(.dirty)")).waitFor();
  }

  // -- what a person sees

  /** The text of the rows of the Problems panel. */
  async problems() {
    const panel = this.page.locator(".markers-panel-container");
    // The workbench may move the focus at the same time, and hide the panel.
    await this.opened(panel, () => this.command("Problems: Focus on Problems View"));
    return this.page.locator(".markers-panel-container .monaco-list-row").allInnerTexts();
  }

  /** Does `open` for as long as `locator` stays invisible: once too often may close it again. */
  async opened(locator, open) {
    await this.until(`${locator}`, async () => {
      if (!(await locator.isVisible())) {
        await open();
      }
      return hasHappened(locator.waitFor({ timeout: 5_000 }));
    });
  }

  /** Clicks for as long as `shown` stays invisible: a click is lost on what is drawn anew, or does not listen yet. */
  async openedBy(clicked, shown, options = {}) {
    await this.opened(shown, () => hasHappened(clicked.click({ timeout: 5_000, ...options })));
  }

  /** Clicks what may be drawn anew meanwhile, after `prepare`, which makes it visible. */
  async clicked(locator, prepare) {
    await this.until(`a click on ${locator}`, async () => {
      await prepare();
      return hasHappened(locator.click({ timeout: 5_000 }));
    });
  }

  /** Waits until the routes of all files are known, where that takes long enough to be shown. */
  async filesAreRead() {
    const reading = this.page.locator(".statusbar-item", { hasText: "Reading routes" });
    await hasHappened(reading.waitFor({ timeout: 10_000 }));
    do {
      await reading.waitFor({ state: "detached" });
    } while (await hasHappened(reading.waitFor({ timeout: 3_000 }))); // Settings that arrive meanwhile start it again.
  }

  async problem(text) {
    await this.problems();
    await this.page.locator(".markers-panel-container .monaco-list-row", { hasText: text }).first().waitFor();
  }

  async noProblem(text) {
    await this.problems();
    await this.page
      .locator(".markers-panel-container .monaco-list-row", { hasText: text })
      .first()
      .waitFor({ state: "detached" });
  }

  async focusEditor() {
    await this.command("View: Focus Active Editor Group");
    await this.page.locator(".monaco-editor.focused").waitFor();
  }

  /** Drags the border of the side bar to this width. */
  async widenSideBar(width) {
    const border = this.page.locator(".part.sidebar");
    const { x, y, width: before } = await this.until("the side bar", () => border.boundingBox());
    await this.page.mouse.move(x + before, y + 300);
    await this.page.mouse.down();
    await this.page.mouse.move(x + width, y + 300, { steps: 5 });
    await this.page.mouse.up();
  }

  /** Follows a link in an editor, which is one only while the key is held, with the mouse on it. */
  async follow(link) {
    await this.page.keyboard.down("Control");
    await this.clicked(this.page.locator(".detected-link-active"), async () => {
      await this.page.mouse.move(0, 0);
      await link.hover();
    });
    await this.page.keyboard.up("Control");
  }

  squiggle(kind = "error") {
    return this.page.locator(`.editor-group-container.active .squiggly-${kind}`).first();
  }

  /**
   * Opens the list of completions and returns its labels once `label` is among them. The editor may have opened one as
   * the text was typed: it is closed first, because the same key shows the details of an open list.
   */
  async completions(label) {
    const rows = this.page.locator(".suggest-widget.visible .monaco-list-row");
    await this.opened(rows.filter({ hasText: label }).first(), () => this.press("Escape", "Control+Space"));
    // What was typed last still changes the list: nobody reads it so quickly, and a click would meet another row.
    let shown = [];
    await this.until("a list that stays as it is", async () => {
      const before = shown.join("\n");
      await new Promise((resolve) => setTimeout(resolve, 250));
      shown = await rows.allInnerTexts();
      return shown.length > 0 && shown.join("\n") === before;
    });
    return shown.map((row) => row.split("\n")[0]);
  }

  /** Opens the hover at the cursor and returns its text once it has what is expected. */
  async hover(expected) {
    const hover = this.shownHover();
    await this.opened(hover.filter({ hasText: expected, hasNotText: "Loading..." }), async () => {
      await this.press("Escape");
      await this.command("Show or Focus Hover");
    });
    return hover.innerText();
  }

  /** The hover in the editor; there are others, such as that of the entry under the mouse. */
  shownHover() {
    return this.page.locator(".monaco-editor .monaco-resizable-hover > .monaco-hover:not(.hidden)");
  }

  /** Holds the mouse on an entry until its text is shown: a view that is drawn anew drops it. */
  async hovered(entry, text) {
    await this.opened(this.page.locator(".monaco-hover", { hasText: text }).first(), async () => {
      await this.page.mouse.move(0, 0);
      await entry.hover();
    });
  }

  /** Waits for the view of routes to stay where it is: the note above its rows vanishes, and they move up. */
  async routesAreRead() {
    const note = this.page.locator(".tree-explorer-viewlet-tree-view .message", { hasText: "Reading the workspace" });
    await note.waitFor({ state: "hidden" });
  }

  /** Presses a button of an entry in the view of routes, which has it while the mouse is over it. */
  async pressInRoutes(entry, button) {
    await this.routesAreRead();
    await this.clicked(entry.locator(`.action-label[aria-label^="${button}"]`), () => entry.hover());
  }

  /**
   * Opens the fixes at the cursor and applies the one with this title. The editor asks for them shortly after the cursor
   * or a finding has moved, which drops what a key has asked for in the meantime: the light bulb shows that it has them.
   * It may still be that of the last place, and vanish under the mouse, which then moves the cursor: both are put right.
   */
  async fix(title) {
    const inLine = ".lightBulbWidget";
    const inMargin =
      ".glyph-margin-widgets [class*=codicon-light], .glyph-margin-widgets [class*=codicon-gutter-light]";
    const bulb = this.page.locator(`.monaco-editor.focused :is(${inLine}, ${inMargin}):visible`).first();
    const row = this.page.locator(".action-widget .monaco-list-row", { hasText: title }).first();
    const place = await this.place();
    await this.opened(row, async () => {
      await this.press("Escape");
      if (!isDeepStrictEqual(await this.place(), place)) {
        await this.goTo(...place);
      }
      if (!(await hasHappened(bulb.click({ timeout: 5_000 })))) {
        await this.press("Control+.");
      }
    });
    await row.click();
    await row.waitFor({ state: "hidden" });
  }

  /** A line of the active editor as shown, including hints. */
  line(text) {
    return this.page.locator(".editor-group-container.active .view-line", { hasText: text }).first();
  }

  /** The text of any visible editor, with plain spaces. */
  editorWith(text) {
    return this.page.locator(".editor-instance .view-lines", { hasText: text }).first();
  }

  statusItem() {
    return this.page.locator('.statusbar-item a[aria-label*="Waypost, server"]');
  }

  /** Waits until the status item shows this state of the server. */
  async health(state) {
    await this.page.locator(`.statusbar-item a[aria-label*="Waypost, server ${state}"]`).waitFor();
  }

  async notification(text) {
    const shown = this.page.locator(".notifications-toasts .notification-list-item", { hasText: text }).first();
    await shown.waitFor();
    return shown;
  }

  /** Starts the server with one of its files, and closes that: a command alone waits only so long for the server. */
  async startServer(name) {
    await this.edit(name);
    await this.health("running");
    await this.command("View: Close All Editors");
    await this.page.locator(".tab").first().waitFor({ state: "detached" });
  }

  /** Remembers each notification from here on, also one that soon goes again. */
  async rememberNotifications() {
    await this.page.evaluate(() => {
      globalThis.notificationsShown = new Set();
      new globalThis.MutationObserver(() => {
        for (const shown of document.querySelectorAll(".notification-list-item-message")) {
          globalThis.notificationsShown.add(shown.textContent);
        }
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
  }

  /** The texts of those, each once. */
  async rememberedNotifications() {
    return this.page.evaluate(() => [...globalThis.notificationsShown]);
  }

  async clearNotifications() {
    // Another one may come in the meantime.
    await this.until("no notification", async () => {
      await this.command("Notifications: Clear All Notifications");
      return (await this.page.locator(".notifications-toasts .notification-list-item").count()) === 0;
    });
  }

  /** How many servers have been ready since the extension was activated: the status bar may still show the last one. */
  ready() {
    return this.log().split("The server: running.").length - 1;
  }

  /** Waits until another server than before is ready. */
  async anotherIsReady(before) {
    await this.until("another server", () => this.ready() > before);
    await this.health("running");
  }

  /** The log of the extension since the last time that it was activated. */
  log() {
    const logs = path.join(this.home, "data", "logs");
    const [last] = readdirSync(logs, { recursive: true })
      .filter((name) => name.endsWith(path.join("waypost.waypost", "Waypost.log")))
      .map((name) => path.join(logs, name))
      .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
    return last ? readFileSync(last, "utf8") : "";
  }

  /** Reloads the window, as "Developer: Reload Window" does, and waits until it is ready. */
  async reload() {
    await this.page.reload();
    await this.page.locator(".monaco-workbench .explorer-folders-view .monaco-list-row").first().waitFor();
  }

  clipboard() {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  async until(what, ask) {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const answer = await ask();
      if (answer) {
        return answer;
      }
      assert.ok(Date.now() < end, `waited for ${what}, which did not come`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** A screenshot for the documentation, without distractions; scripts/pictures.sh copies it there. */
  async picture(name) {
    await this.page.mouse.move(0, 0);
    const shown = await this.screenshot(`readme-${name}`);
    const blank = await this.browser.newPage();
    writeFileSync(shown.replace(/png$/, "jpg"), await thumbnail(blank, readFileSync(shown)));
    await blank.close();
    return shown;
  }

  /** Waits until what is shown equals this. */
  async agrees(ask, expected) {
    let shown;
    await hasHappened(this.until("what is expected", async () => isDeepStrictEqual((shown = await ask()), expected)));
    assert.deepEqual(shown, expected);
  }

  async screenshot(name) {
    mkdirSync(ARTIFACTS, { recursive: true });
    const file = path.join(ARTIFACTS, `vscode-${name}.png`);
    await this.page.screenshot({ path: file });
    return file;
  }

  // -- processes

  /** The process ids of the servers that this workbench has started. */
  servers() {
    const isServer = (pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, "utf8");
        return words.includes("waypost_server.py") && words.includes(this.home);
      } catch {
        return false; // ended in the meantime
      }
    };
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name) && isServer(name))
      .map(Number);
  }

  signalServers(signal) {
    for (const pid of this.servers()) process.kill(pid, signal);
  }

  /** The command line of a process. */
  programOf(pid) {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")[0];
  }

  #arguments() {
    const home = path.join(this.home, "data");
    const flags = [
      "--auth",
      "none",
      "--disable-telemetry",
      "--disable-update-check",
      "--disable-getting-started-override",
    ];
    return [
      entry(),
      ...flags,
      "--config",
      path.join(this.home, "config.yaml"),
      "--user-data-dir",
      home,
      "--extensions-dir",
      this.#extensions,
    ];
  }

  get #extensions() {
    return path.join(this.home, "extensions");
  }

  /** One of the extensions in `extensions/`, built and packaged. */
  async #packed(name) {
    const source = path.join(import.meta.dirname, "extensions", name);
    const folder = path.join(this.home, "packed", name);
    mkdirSync(folder, { recursive: true });
    cpSync(path.join(source, "package.json"), path.join(folder, "package.json"));
    const common = { bundle: true, platform: "node", format: "cjs", external: ["vscode"] };
    await build({
      ...common,
      entryPoints: [path.join(source, "extension.ts")],
      outfile: path.join(folder, "extension.js"),
    });
    const packagePath = `${folder}.vsix`;
    await createVSIX({
      cwd: folder,
      packagePath,
      dependencies: false,
      allowMissingRepository: true,
      skipLicense: true,
    });
    return packagePath;
  }

  #install(packages) {
    if (packages.length > 0) {
      const each = packages.flatMap((name) => ["--install-extension", name]);
      execFileSync(node(), [...this.#arguments(), ...each], {
        env: this.#environment(),
        stdio: ["ignore", "pipe", "inherit"],
      });
    }
  }

  /** PATH holds only one Python, without any packages that could help. */
  #environment() {
    const bin = path.join(this.home, "bin");
    if (!existsSync(bin)) {
      mkdirSync(bin);
      symlinkSync(python(), path.join(bin, "python3"));
    }
    writeFileSync(path.join(this.home, "config.yaml"), "auth: none\n");
    return { HOME: this.home, PATH: bin, SHELL: "/bin/sh", LANG: "C.UTF-8" };
  }
}

/** A picture for the walkthrough: it is in the package, where every kilobyte counts. */
export async function thumbnail(page, png, width = 760) {
  const address = await page.evaluate(
    async ([data, width]) => {
      const picture = new globalThis.Image();
      picture.src = `data:image/png;base64,${data}`;
      await picture.decode();
      const canvas = document.createElement("canvas");
      canvas.width = width;
      canvas.height = Math.round((picture.height * width) / picture.width);
      const context = canvas.getContext("2d");
      context.imageSmoothingQuality = "high";
      context.drawImage(picture, 0, 0, canvas.width, canvas.height);
      return canvas.toDataURL("image/jpeg", 0.6);
    },
    [png.toString("base64"), width],
  );
  return Buffer.from(address.split(",")[1], "base64");
}

/** Tests that share one workbench, opened before the first and closed after the last. A failed test leaves a screenshot. */
export function workbenchTests(options) {
  let bench;
  before(async () => (bench = await Workbench.open(options)));
  after(() => bench?.close());
  return (name, run) => {
    void test(name, async () => {
      try {
        await run(bench);
      } catch (error) {
        const shown = await bench.screenshot(`failed-${name.replaceAll(/\W+/g, "-")}`);
        writeFileSync(`${shown}.log`, bench.log());
        throw error;
      }
    });
  };
}

function hasHappened(promise) {
  return promise.then(
    () => true,
    () => false,
  );
}

function node() {
  return path.join(CACHE, "node", "bin", "node");
}

function entry() {
  const installed = existsSync(CACHE) ? readdirSync(CACHE).filter((name) => /^code-server-[\d.]+$/.test(name)) : [];
  assert.ok(installed.length > 0, `no code-server in ${CACHE}: tests/editors/setup.sh installs it`);
  return path.join(CACHE, installed.sort().at(-1), "node_modules", "code-server", "out", "node", "entry.js");
}

function vsix() {
  const made = readdirSync(CLIENT).filter((name) => name.endsWith(".vsix"));
  assert.equal(made.length, 1, `expected one VSIX in ${CLIENT}, there are ${made.length}: npm run package`);
  return path.join(CLIENT, made[0]);
}

function python() {
  const question = "import sys; print(getattr(sys, '_base_executable', sys.executable))";
  return execFileSync(process.env.PYTHON ?? "python3", ["-c", question], { encoding: "utf8" }).trim();
}

function heard(child, words) {
  return new Promise((resolve, reject) => {
    let said = "";
    const listen = (chunk) => {
      said += chunk;
      const match = words.exec(said);
      if (match !== null) {
        resolve(match);
      }
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("exit", (code) => reject(new Error(`code-server ended with ${code}: ${said}`)));
  });
}
