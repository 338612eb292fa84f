import { createHash } from "node:crypto";
import { z } from "zod";
import type { ConnectorParts } from "../../../connector/connector_parts.ts";
import { connectorServer } from "../../../connector/connector_server.ts";
import { needsOfMessage } from "../../../connector/needs_of_message.ts";
import { runEvents } from "../../../connector/run_events.ts";
import type { Dependencies } from "../../../dependencies.ts";
import { DomainError } from "../../../domain/errors.ts";
import { traceOf } from "../../../domain/trace_of.ts";
import { isConnectorHeld } from "../../../oauth/authenticate_connector.ts";
import { noteConnectorCall } from "../../../oauth/note_connector_call.ts";
import { documentedAs } from "../../documented_as.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { bearerOf } from "../../middleware/authenticate.ts";
import { connectorChallenge, grantEnded } from "../../middleware/authenticate_connector_request.ts";
import { RefusalWithHeaders } from "../../problem.ts";
import type { ConnectorPrincipal } from "../../principal.ts";
import { rpcMessage } from "../../rpc_refusal.ts";
import { answerMessage } from "./answer_message.ts";
import { GrantHold } from "./grant_hold.ts";
import { apiOfEndpoints, type EndpointCaller } from "./api_of_endpoints.ts";

/** Largest message in bytes. A longer history of prices comes by an upload. */
const MOST_BYTES = 2 * 1_024 ** 2;
/** Largest number of values in a message: the library looks at each several times on the answering thread. */
const MOST_VALUES = 60_000;
const REFUSED = { media: "application/json", shape: rpcMessage } as const;

/** Endpoint that answers every message of the Model Context Protocol, each for itself. */
export const callConnector = defineEndpoint({
  method: "POST",
  path: "/mcp",
  credential: "connector",
  rateLimit: "connector calls",
  refusals: "json-rpc",
  summary: "Send a message of the Model Context Protocol",
  description:
    "Revisions 2026-07-28 and 2025-11-25, without sessions. The answer is JSON, or events where it takes time or is a " +
    "subscription.",
  body: documentedAs(rpcMessage, "input"),
  maxBytes: MOST_BYTES,
  mostValues: MOST_VALUES,
  tooLargeAdvice: "send prices by an upload and name it",
  isCompressed: true,
  responses: {
    200: { description: "The answer", media: "*/*" },
    202: { description: "A notification, taken" },
    400: { description: "The message cannot be answered", ...REFUSED },
    403: problem("missing_scope"),
    404: { description: "The protocol has no such method", ...REFUSED },
    406: { description: "The client takes neither JSON nor events", ...REFUSED },
  },
}, async ({ body, headers, signal, ...caller }, dependencies) => {
  refuseForeignPage(headers, dependencies);
  refuseBatch(body);
  requireScopesOf(body, caller, dependencies);
  const { eventStreams } = dependencies;
  // Only what may stay open for long takes a place, and does so before anything is carried out.
  const leave = methodOf(body) === LISTEN ? eventStreams.enter(caller.account.id) : () => undefined;
  const hold = new GrantHold(
    signal,
    () => isStillAllowed({ headers, body, principal: caller.principal }, dependencies),
    () => grantEnded(dependencies),
  );
  const onFailure = (error: unknown): void =>
    dependencies.log.error("connector call failed", { error: traceOf(error) });
  const api = apiOfEndpoints(caller, dependencies);
  const url = `${dependencies.config.publicUrl}/mcp`;
  let isStreaming = false;
  try {
    const answer = await answerMessage({ url, body, headers, hold }, {
      serverOf: ({ canSubscribe }) => serverFor({ ...caller, api, onFailure, canSubscribe }, dependencies),
      bus: runEvents(followedIn(body), { api, signal: hold.signal, onFailure }),
      onRefused: (error) => dependencies.log.debug("connector message refused", { reason: error.message }),
    });
    if (answer.status === 202 || !("stream" in answer)) return answer;
    const { stream, ...rest } = answer;
    isStreaming = true;
    if (methodOf(body) === LISTEN) {
      const { principal, address, requestId } = caller;
      noteConnectorCall(principal, { address, requestId, tool: LISTEN, runId: null, code: null }, dependencies);
    }
    return { ...rest, bytes: eventStreams.pass(stream, hold.signal, leave) };
  } finally {
    if (!isStreaming) leave();
  }
});

function serverFor(
  { principal, requestId, address, ...parts }:
    & EndpointCaller
    & Pick<ConnectorParts, "api" | "onFailure" | "canSubscribe">,
  dependencies: Dependencies,
): ReturnType<typeof connectorServer> {
  const { access } = principal;
  return connectorServer({
    ...parts,
    scopes: access.scopes,
    digest: (...texts) => createHash("sha256").update(JSON.stringify([access.grantId, ...texts])).digest("hex"),
    onCall: ({ tool, runId, refusal: code }) =>
      noteConnectorCall(principal, { tool, runId, code, address, requestId }, dependencies),
  });
}

/** Returns the addresses of the resources whose changes a message asks to hear of. */
function followedIn(body: unknown): readonly string[] {
  const parsed = listening.safeParse(body);
  return parsed.success ? parsed.data.params.notifications.resourceSubscriptions : [];
}

const LISTEN = "subscriptions/listen";
const listening = z.object({
  method: z.literal(LISTEN),
  params: z.object({ notifications: z.object({ resourceSubscriptions: z.array(z.string().max(2_000)).max(1_000) }) }),
});

function methodOf(body: unknown): unknown {
  return typeof body === "object" && body !== null && "method" in body ? body.method : null;
}

/**
 * Whether the grant of a request still allows all that it allowed when the request came. A call may outlast its token
 * by the time that it waits; a subscription ends with it.
 */
async function isStillAllowed(
  { headers, body, principal }: {
    readonly headers: Headers;
    readonly body: unknown;
    readonly principal: ConnectorPrincipal;
  },
  dependencies: Dependencies,
): Promise<boolean> {
  if (methodOf(body) === LISTEN && principal.access.expiresAt <= dependencies.clock.now()) return false;
  return await isConnectorHeld(bearerOf(headers.get("authorization")) ?? "", principal, dependencies);
}

/** Throws `csrf_failed` for a request that a page of another site lets a browser send. */
function refuseForeignPage(headers: Headers, { config }: Pick<Dependencies, "config">): void {
  const origin = headers.get("origin");
  if (origin === null || origin === new URL(config.publicUrl).origin) return;
  throw new DomainError("csrf_failed", "A page of another origin may not call the connector");
}

/** Throws `invalid_request` for several messages at once, which the protocol has no longer since 2025-06-18. */
function refuseBatch(body: unknown): void {
  if (!Array.isArray(body)) return;
  throw new DomainError("invalid_request", "Cannot answer several messages at once: send each by itself");
}

/** Throws `missing_scope` with every scope that a message needs, for which a client can ask the person. */
function requireScopesOf(body: unknown, { principal, ...call }: EndpointCaller, dependencies: Dependencies): void {
  const { name, scopes } = needsOfMessage(body);
  const { access } = principal;
  const missing = scopes.filter((scope) => !access.scopes.includes(scope));
  if (missing.length === 0) return;
  noteConnectorCall(principal, { ...call, tool: name, runId: null, code: "missing_scope" }, dependencies);
  const wanted = [...access.scopes, ...missing].join(" ");
  const detail = `The grant of this connector does not allow ${name}: it needs ${missing.join(" ")}`;
  throw new RefusalWithHeaders("missing_scope", detail, {
    "www-authenticate": connectorChallenge({ error: "insufficient_scope", scope: wanted }, dependencies),
  });
}
