/** The server's life cycle: one code path for first start and restart, limited restarts after crashes, never two servers at once. */
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

import { isSame, type Bundle, type Health, type Launch, type Watcher } from "./launch";
import { NoInterpreter, resolveLaunch } from "./resolve";
import { isGone, sentenceOf } from "./quiet";
import { BackOff, Coalesced } from "./restarts";
import { hideTrouble, showTrouble, type Trouble } from "./trouble";

/** How long a command waits for the server to start before it shows a message. */
const PATIENCE = 20_000;
const STARTING: Trouble = { message: "The server is still starting", buttons: ["Restart Server", "Show Logs"] };
const CRASHED: Trouble = {
  message: "The server crashed repeatedly and was stopped",
  buttons: ["Restart Server", "Show Logs"],
};

const NO_ANSWER: Trouble = { message: "The server could not answer", buttons: ["Show Logs"] };
const AGAIN = "Waypost: The server ended unexpectedly and is started again…";

export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private forced = false;
  private schemes: readonly string[] = [];
  private trouble: Trouble | undefined;
  private readonly starts = new Coalesced(() => this.start());
  private readonly backOff = new BackOff();
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly routesChanged = new vscode.EventEmitter<void>();
  readonly onDidChangeRoutes = this.routesChanged.event;
  health: Health = "stopped";
  launch: Launch | undefined;

  constructor(
    private readonly bundle: Bundle,
    private readonly keys: readonly string[],
    readonly log: vscode.LogOutputChannel,
  ) {}

  get version(): string | undefined {
    return this.client?.initializeResult?.serverInfo?.version;
  }

  /** Whether the server runs or is about to. */
  get isThere(): boolean {
    return this.health === "running" || this.health === "starting";
  }

  /** Starts the server; a running one is replaced if another one would be started now. */
  refresh(): Promise<void> {
    return this.starts.run();
  }

  restart(): Promise<void> {
    this.forced = true;
    this.backOff.forget();
    return this.starts.run();
  }

  /** Starts the server if nothing has yet. After a failure or repeated crashes it waits for a change or a restart. */
  async ensureStarted(): Promise<void> {
    if (this.client === undefined && this.health === "stopped") {
      await this.starts.run();
    }
  }

  /** For every command that needs the server: starts it, waits for it, and shows why it cannot answer. */
  async isReady(): Promise<boolean> {
    if (this.health !== "running" && this.trouble === undefined) {
      const location = vscode.ProgressLocation.Window;
      await vscode.window.withProgress({ location, title: "Waypost: starting the server…" }, () => this.started());
    }
    if (this.health === "running") {
      return true;
    }
    showTrouble(this.trouble ?? STARTING);
    return false;
  }

  /** Asks the server to execute one of its commands; null if it has no answer or does not run. */
  async ask<T>(command: string, argument: object = {}): Promise<T | null> {
    if (this.client?.isRunning() !== true) {
      return null;
    }
    try {
      return await this.client.sendRequest<T | null>("workspace/executeCommand", { command, arguments: [argument] });
    } catch (error) {
      this.unanswered(command, error);
      return null;
    }
  }

  /** A command without an answer. Why the server is gone is shown elsewhere. */
  unanswered(command: string, error: unknown): void {
    this.log.error(`${command}: ${String(error)}`);
    if (!isGone(error)) {
      showTrouble(NO_ANSWER);
    }
  }

  /** An edit from the server's answer, in the editor's types. */
  async editOf(edit: object): Promise<vscode.WorkspaceEdit | undefined> {
    return this.client?.protocol2CodeConverter.asWorkspaceEdit(edit);
  }

  uriOf(document: vscode.TextDocument): string {
    return this.client?.code2ProtocolConverter.asUri(document.uri) ?? document.uri.toString();
  }

  async dispose(): Promise<void> {
    vscode.Disposable.from(this.changed, this.routesChanged).dispose();
    await this.stop();
  }

  /** Resolves when the server runs or has failed, or when that takes too long. */
  private started(): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        watch.dispose();
        resolve();
      };
      const timer = setTimeout(end, PATIENCE);
      const watch = this.onDidChange(() => (this.health === "running" || this.health === "failed") && end());
      void this.ensureStarted();
    });
  }

  private async start(): Promise<void> {
    const forced = this.forced;
    this.forced = false;
    try {
      const launch = await resolveLaunch(this.bundle, this.log);
      const schemes = folderSchemes();
      if (!forced && this.stands(launch, schemes)) {
        this.log.info("The server stays as it is.");
        return;
      }
      await this.stop();
      this.launch = launch;
      this.schemes = schemes;
      const isRepaired = this.trouble !== undefined;
      this.trouble = undefined;
      this.log.info(`Starting the server: ${launch.from}`);
      this.client = await this.newClient(launch);
      await this.client.start();
      if (isRepaired) {
        await hideTrouble();
      }
    } catch (error) {
      if (isGone(error)) {
        this.log.error(`The server ended while it started: ${String(error)}`); // it has crashed
        return;
      }
      await this.stop(); // so that the old server does not answer instead
      this.fail(troubleOf(error));
    }
  }

  /** Whether the running server is the one that would be started now, and gets the documents of all folders. */
  private stands(launch: Launch, schemes: readonly string[]): boolean {
    const isIt = this.client !== undefined && this.launch !== undefined && isSame(launch, this.launch);
    return isIt && schemes.every((scheme) => this.schemes.includes(scheme));
  }

  private async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client?.needsStop()) {
      await client.stop().catch((error: unknown) => this.log.warn(`Stopping the server: ${String(error)}`));
    }
    await client?.dispose();
  }

  private async newClient(launch: Launch): Promise<LanguageClient> {
    const { newClient } = await import("./client.js");
    const events: Watcher = {
      onHealth: (health) => {
        if (client === this.client) {
          this.enter(health);
        }
      },
      onRoutes: () => this.routesChanged.fire(),
      onCrash: () => {
        if (client === this.client) {
          void this.startAgain(client);
        }
      },
    };
    const client: LanguageClient = newClient(
      launch,
      this.bundle,
      this.schemes,
      this.keys,
      this.log,
      events,
      (...what) => this.unanswered(...what),
    );
    return client;
  }

  /** After a crash. What is shown meanwhile goes when the server runs again, or has failed. */
  private async startAgain(crashed: LanguageClient): Promise<void> {
    const delay = this.backOff.delay();
    if (delay === undefined) {
      this.fail(CRASHED);
      return;
    }
    this.log.warn(`The server ended unexpectedly; it is started again in ${delay / 1000} s.`);
    const location = delay === 0 ? vscode.ProgressLocation.Window : vscode.ProgressLocation.Notification;
    await vscode.window.withProgress({ location, title: AGAIN }, async () => {
      await new Promise((resolve) => setTimeout(resolve, delay));
      // Meanwhile, another client may have replaced it.
      if (crashed === this.client) {
        this.forced = true;
        await this.starts.run();
      }
    });
  }

  private fail(trouble: Trouble): void {
    this.trouble = trouble;
    this.log.error(trouble.message);
    this.enter("failed");
    showTrouble(trouble);
  }

  /** A client that was given up finally reports that it stopped, but it counts as failed. */
  private enter(health: Health): void {
    this.health = this.trouble === undefined ? health : "failed";
    this.log.info(`The server: ${this.health}.`);
    this.changed.fire();
  }
}

function troubleOf(error: unknown): Trouble {
  return {
    message: sentenceOf(error),
    buttons: error instanceof NoInterpreter ? ["Open Setting"] : ["Restart Server", "Show Logs"],
  };
}

function folderSchemes(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme);
}
