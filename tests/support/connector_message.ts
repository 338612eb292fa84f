import type { ServiceOfConnector } from "./oauth_client.ts";

const REVISION = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": REVISION,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Test helper. Sends one message of the newest revision to the resource of connectors, and returns the answer. */
export function sendMessage(
  { fetch }: ServiceOfConnector,
  token: string,
  { method, params = {}, signal }: {
    readonly method: string;
    readonly params?: Readonly<Record<string, unknown>>;
    readonly signal?: AbortSignal;
  },
): Promise<Response> {
  return fetch("/mcp", {
    method: "POST",
    headers: {
      "authorization": `Bearer ${token}`,
      "content-type": "application/json",
      "accept": "application/json, text/event-stream",
      "mcp-protocol-version": REVISION,
      "mcp-method": method,
      ...typeof params.name === "string" ? { "mcp-name": params.name } : {},
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: META } }),
    ...signal === undefined ? {} : { signal },
  });
}

/** Test helper. Calls a tool by one message. */
export function callTool(
  service: ServiceOfConnector,
  token: string,
  { name, given, signal }: {
    readonly name: string;
    readonly given: Readonly<Record<string, unknown>>;
    readonly signal?: AbortSignal;
  },
): Promise<Response> {
  const params = { name, arguments: given };
  return sendMessage(service, token, { method: "tools/call", params, ...signal === undefined ? {} : { signal } });
}

/** Test helper. Subscribes to the changes of a run. */
export function listenToRun(service: ServiceOfConnector, token: string, runId: string): Promise<Response> {
  const params = { notifications: { resourceSubscriptions: [`portfolio://runs/${runId}/summary`] } };
  return sendMessage(service, token, { method: "subscriptions/listen", params });
}
