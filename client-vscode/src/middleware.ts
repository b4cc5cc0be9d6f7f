/** Where the editor's side differs from the language client's defaults. */
import * as vscode from "vscode";
import type { Middleware } from "vscode-languageclient/node";

import { copied } from "./clipboard";
import { HalfTyped } from "./halfTyped";
import { withPreview } from "./lenses";
import { isJson, withoutWhatJsonSays } from "./ownJson";
import { COPY_REQUEST, type CopiedRequest } from "./protocol";
import { explicitSettings, withOtherServers } from "./settings";

export function middleware(keys: readonly string[], unanswered: (command: string, error: unknown) => void): Middleware {
  const typing = new HalfTyped();
  return {
    didChange: (event, next) => {
      typing.edited(event);
      return next(event);
    },
    provideDiagnostics: async (document, previous, token, next) => {
      if (!("languageId" in document)) {
        return next(document, previous, token);
      }
      await typing.left(document, token);
      return withoutWhatJsonSays(document, await next(document, previous, token));
    },
    provideCompletionItem: async (document, position, context, token, next) => {
      const offered = await next(document, position, context, token);
      typing.offered(document, position, offered);
      return offered;
    },
    provideHover: async (document, position, token, next) => {
      const hover = await next(document, position, token);
      return hover && new vscode.Hover(hover.contents.map(colored), hover.range);
    },
    provideCodeLenses: async (document, token, next) => {
      const lenses = await next(document, token);
      return lenses && withPreview(document, lenses);
    },
    // The outline would show the same tree several times.
    provideDocumentSymbols: (document, token, next) => (isJson(document) ? [] : next(document, token)),
    // The server offers "Copy as curl" but has no clipboard.
    executeCommand: async (command, args, next) => {
      try {
        const answer: unknown = await next(command, args);
        if (command === COPY_REQUEST) {
          await copied(answer as CopiedRequest | null);
        }
        return answer;
      } catch (error) {
        unanswered(command, error); // the editor would show the error as it is
        return null;
      }
    },
    workspace: {
      configuration: ({ items }) =>
        items.map(({ scopeUri, section }) => {
          const scope = scopeUri ? vscode.Uri.parse(scopeUri) : null;
          return section === "waypost"
            ? withOtherServers(
                explicitSettings(vscode.workspace.getConfiguration(section, scope), keys),
                (extension) => vscode.extensions.getExtension(extension) !== undefined,
              )
            : null;
        }),
      // The notification only says that something changed; the server asks for what it needs.
      didChangeConfiguration: (_sections, next) => next(undefined),
    },
  };
}

/** Colours requests by our own grammar: the editor has none for `http`. */
function colored<C extends vscode.Hover["contents"][number]>(content: C): C {
  if (content instanceof vscode.MarkdownString) {
    content.value = content.value.replace(/^```http$/gm, "```waypost-request");
  }
  return content;
}
