import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { CONNECTOR_SCOPES } from "../../src/domain/connector_scope.ts";
import { type Browser, verifiedBrowser } from "./browser.ts";
import { OAuthClient } from "./oauth_client.ts";
import type { RunningService } from "./running_service.ts";

export const REVISIONS = ["2026-07-28", "2025-11-25"] as const;
export type Revision = typeof REVISIONS[number];

/** Assistant that a person has let in, with the person's browser and the tokens of its connector. */
export interface ConnectedAssistant {
  readonly person: Browser;
  readonly connector: OAuthClient;
  readonly token: string;
  readonly client: Client;
  /** Sends a request to the endpoint of connectors with the token, and returns the answer unread. */
  post(body: unknown, init?: PostInit): Promise<Response>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface PostInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface AssistantOptions {
  readonly scopes?: readonly string[];
  readonly revision?: Revision;
  readonly person?: Browser;
  readonly client?: ClientOptions;
}

/** Test helper. Lets a new person connect an assistant, whose client speaks the given revision of the protocol. */
export async function connectedAssistant(
  service: RunningService,
  { scopes = CONNECTOR_SCOPES, revision = "2026-07-28", person: known, client: options = {} }: AssistantOptions = {},
): Promise<ConnectedAssistant> {
  const person = known ?? await verifiedBrowser(service);
  const connector = await OAuthClient.register(service);
  const code = await connector.code(person, { parameters: { scope: scopes.join(" ") }, scopes });
  const { body: { access_token: token } } = await connector.exchange(code);
  const http = Deno.createHttpClient({ caCerts: [service.certificate] });
  const client = new Client({ name: "test", version: "1" }, {
    versionNegotiation: { mode: revision === "2025-11-25" ? "legacy" : { pin: revision } },
    ...options,
  });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), {
      fetch: (url, init) => fetch(url, { ...init, client: http }),
      authProvider: { token: () => Promise.resolve(token) },
    }),
  );
  return {
    person,
    connector,
    token,
    client,
    post: (body, { method = "POST", headers = {}, signal } = {}) =>
      fetch(`${service.url}/mcp`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
        ...method === "POST" ? { body: typeof body === "string" ? body : JSON.stringify(body) } : {},
        ...signal === undefined ? {} : { signal },
        client: http,
      }),
    async [Symbol.asyncDispose]() {
      await client.close();
      http.close();
    },
  };
}

/** Test helper. Returns the text of the answer of a tool. */
export function textOf({ content }: Awaited<ReturnType<Client["callTool"]>>): string {
  return content.map((part) => part.type === "text" ? part.text : "").join("\n");
}
