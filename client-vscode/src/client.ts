/** The language client, set up for our server. It is by far the largest part of the extension, so it is loaded with the first start. */
import type { LogOutputChannel } from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  State,
  type LanguageClientOptions,
  type StaticFeature,
} from "vscode-languageclient/node";

import { selectorFor } from "./documents";
import type { Bundle, Health, Launch, Watcher } from "./launch";
import { middleware } from "./middleware";
import { ROUTES_CHANGED } from "./protocol";
import { onlyLogged } from "./quiet";

export function newClient(
  { command, args }: Launch,
  bundle: Bundle,
  schemes: readonly string[],
  keys: readonly string[],
  log: LogOutputChannel,
  watcher: Watcher,
  unanswered: (command: string, error: unknown) => void,
): LanguageClient {
  const options: LanguageClientOptions = {
    documentSelector: selectorFor(schemes),
    outputChannel: log,
    traceOutputChannel: log,
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => {
        watcher.onCrash();
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    },
    initializationFailedHandler: () => false,
    middleware: middleware(keys, unanswered),
  };
  const executable = { command, args: [...args], options: { cwd: bundle.folder } };
  const client = onlyLogged(new LanguageClient("waypost", "Waypost", executable, options));
  client.registerFeature(ownFeatures);
  client.onNotification(ROUTES_CHANGED, () => watcher.onRoutes());
  client.onDidChangeState(({ newState }) => {
    if (newState === State.Running) {
      // The client reports this before it has sent the open documents; its start ends when it has.
      void client.start().then(() => watcher.onHealth("running"));
    } else {
      watcher.onHealth(HEALTH[newState]);
    }
  });
  return client;
}

/** Declares to the server that there is a view of all routes, and that documents of APIs are offered here. */
const ownFeatures: StaticFeature = {
  fillClientCapabilities: (capabilities) => {
    const others = capabilities.experimental as object | undefined;
    capabilities.experimental = { ...others, waypostRoutes: true, waypostOffers: true };
  },
  initialize: () => undefined,
  getState: () => ({ kind: "static" }),
  clear: () => undefined,
};

const HEALTH: Record<State, Health> = {
  [State.Stopped]: "stopped",
  [State.Starting]: "starting",
  [State.Running]: "running",
  [State.StartFailed]: "failed",
};
