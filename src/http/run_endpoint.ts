import type { Dependencies } from "../dependencies.ts";
import { AccountMissing } from "../domain/account.ts";
import { DomainError } from "../domain/errors.ts";
import { compressed } from "./compressed.ts";
import { cookiesOf } from "./cookies.ts";
import type { Contract, Deprecation } from "./contract.ts";
import type { AnyAnswer, AnyInput, Endpoint } from "./endpoint.ts";
import { authenticate, authorize } from "./middleware/authenticate.ts";
import { authenticateConnectorRequest } from "./middleware/authenticate_connector_request.ts";
import { BodyBrokeOff } from "./middleware/body_limit.ts";
import { type Concerned, concernedBy, noteAsked, noteRefusal, noteSuccess } from "./middleware/security_notes.ts";
import { requireCsrfWithCookies } from "./middleware/csrf.ts";
import { limitRequest, limitWrongCredentials } from "./middleware/rate_limit.ts";
import type { ResponseHeaders } from "./middleware/security_headers.ts";
import type { Principal } from "./principal.ts";
import { requestParts } from "./request_parts.ts";
import { sentFile } from "./sent_file.ts";
import { takenInTime, type TakenInTimeOptions } from "./taken_in_time.ts";

/**
 * Type of a request whose endpoint the router has found, with its URL, path parameters, request id and client address.
 */
export interface RoutedRequest {
  readonly request: Request;
  readonly url: URL;
  readonly parameters: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly address: string;
  /** Headers that are set on any response to the request, even on an error. */
  readonly headers: ResponseHeaders;
  /** Callback that receives the caller of the request once authentication succeeds. */
  readonly onPrincipal: (principal: Principal) => void;
}

/**
 * Handles a request to an endpoint as its contract says, in this order: credential, rate limit, CSRF, permission,
 * parsing, handler. Notes success or refusal in the security log.
 */
export async function runEndpoint(
  endpoint: Endpoint,
  routed: RoutedRequest,
  dependencies: Dependencies,
): Promise<Response> {
  const { contract } = endpoint;
  const request = { contract, address: routed.address, concerned: { accountId: null, credentialId: null } };
  try {
    const response = await run(endpoint, { ...routed, concerned: request.concerned }, dependencies);
    noteSuccess(request, dependencies);
    return response;
  } catch (error) {
    const told = error instanceof BodyBrokeOff && dependencies.readiness.isEnding ? cutByStop(error) : error;
    noteRefusal(told, request, dependencies);
    throw told;
  }
}

/** Returns the error of a request whose body was cut because the service stops: its sender may send it again. */
function cutByStop(cause: BodyBrokeOff): DomainError {
  const error = new DomainError("not_ready", "The service stops and has not read the whole body: send it again");
  error.cause = cause;
  return error;
}

async function run(
  { contract, handle }: Endpoint,
  routed: RoutedRequest & { readonly concerned: Concerned },
  dependencies: Dependencies,
): Promise<Response> {
  const { request, requestId, address } = routed;
  if (contract.deprecation !== undefined) announceEnd(contract.deprecation, routed.headers);
  const cookies = cookiesOf(request.headers);
  const principal = await principalOf(contract, routed, dependencies);
  await limitRequest(contract.rateLimit, { address, principal }, {
    rateLimiter: dependencies.rateLimiter,
    headers: routed.headers,
  });
  if (principal !== null) {
    Object.assign(routed.concerned, concernedBy(principal));
    const { csrfTokens } = dependencies;
    await requireCsrfWithCookies(contract, { headers: request.headers, cookies }, { principal, csrfTokens });
    authorize(contract, principal);
  }
  using place = contract.maxBytes === undefined || contract.takesFile !== undefined
    ? null
    : dependencies.largeBodyPlaces.of(principal?.account.id ?? address);
  const deadlines = dependencies.clientDeadlines;
  const parts = await requestParts(contract, routed, { deadlines, place: place ?? undefined });
  const input: AnyInput = {
    ...parts,
    ...principal === null ? {} : { principal, account: principal.account },
    address,
    requestId,
    headers: headersOf(request),
    cookies,
    sentFile: sentFile(request, deadlines),
    noteAsked: (accountId) => noteAsked(accountId, { contract, address }, dependencies),
    concerns: (accountId, credentialId = null) => Object.assign(routed.concerned, { accountId, credentialId }),
    // The abort signal of a request is read only when the handler asks for it, because Deno watches the connection of
    // every request whose signal has been read.
    get signal() {
      return request.signal;
    },
  };
  const answer = await answerOf(() => handle(input, dependencies), principal);
  return await responseOf(contract, answer, {
    request: input.headers,
    isHead: request.method === "HEAD",
    headers: routed.headers,
    taken: {
      withinMs: dependencies.clientDeadlines.takesWithinMs,
      inHand: dependencies.answersInHand,
      onBreak: (reason) => dependencies.log.warn("answer broke off", { request_id: requestId, reason }),
    },
  });
}

/**
 * Returns the request headers without `Range` for HEAD: a range has a meaning only for GET (RFC 9110, 14.2), and HEAD
 * describes the whole answer.
 */
function headersOf({ method, headers }: Request): Headers {
  if (method !== "HEAD" || !headers.has("range")) return headers;
  const rest = new Headers(headers);
  rest.delete("range");
  return rest;
}

async function answerOf(handle: () => AnyAnswer | Promise<AnyAnswer>, principal: Principal | null): Promise<AnyAnswer> {
  try {
    return await handle();
  } catch (error) {
    throw error instanceof AccountMissing && principal !== null ? credentialOfDeletedAccount(principal) : error;
  }
}

/**
 * Returns the error that refuses a request whose account was deleted while it ran. It is the same error as for an
 * account that was deleted before.
 */
function credentialOfDeletedAccount({ kind }: Principal): DomainError {
  if (kind === "connector") return new DomainError("token_invalid", "The grant of this connector has ended");
  return kind === "session"
    ? new DomainError("session_revoked", "The session has ended")
    : new DomainError("key_invalid", "The API key was revoked");
}

async function principalOf(
  { credential }: Contract,
  { request, address, onPrincipal, concerned }: RoutedRequest & { readonly concerned: Concerned },
  dependencies: Dependencies,
): Promise<Principal | null> {
  if (credential === "public" || credential === "session cookies") return null;
  const principal = await limitWrongCredentials(
    { address, ofConnector: credential === "connector" },
    dependencies.rateLimiter,
    () =>
      credential === "connector"
        ? authenticateConnectorRequest(request.headers, dependencies)
        : authenticate(request.headers, dependencies, { onOwner: (owner) => Object.assign(concerned, owner) }),
  );
  onPrincipal(principal);
  return principal;
}

/** Sets the headers that announce the deprecation and removal of an endpoint (RFC 9745 and RFC 8594). */
function announceEnd({ since, sunset, link }: Deprecation, headers: ResponseHeaders): void {
  headers["deprecation"] = `@${Date.parse(since) / 1_000}`;
  if (sunset !== undefined) headers["sunset"] = new Date(sunset).toUTCString();
  if (link !== undefined) headers["link"] = `<${link}>; rel="deprecation"; type="text/html"`;
}

/**
 * Builds the HTTP response of a handler's answer. Headers that the handler sets replace the default headers of all
 * responses.
 */
async function responseOf(
  contract: Contract,
  answer: AnyAnswer,
  { request, isHead, headers, taken }: AnswerOptions,
): Promise<Response> {
  const { status, body, bytes, cookies = [] } = answer;
  const promised = contract.responses[status];
  const media = promised !== undefined && "media" in promised ? promised.media : undefined;
  const type = body === undefined ? media : "application/json";
  const own: ResponseHeaders = type === undefined ? { ...headers } : { ...headers, "content-type": type };
  for (const [name, value] of Object.entries(answer.headers ?? {})) own[name.toLowerCase()] = value;
  const whole = body === undefined ? bytes ?? null : JSON.stringify(body);
  const plain = typeof whole === "string" ? new TextEncoder().encode(whole) : whole;
  const { content, headers: sent } = contract.isCompressed && plain !== null && status === WHOLE
    ? await compressed({ content: plain, headers: own }, request)
    : { content: plain, headers: own };
  const length = content instanceof Uint8Array ? { "content-length": String(content.length) } : {};
  const isShort = content === null || (content instanceof Uint8Array && content.length <= SHORT);
  if (isHead && content instanceof ReadableStream) await content.cancel();
  const response = new Response(isHead ? null : isShort ? content : takenInTime(content, taken), {
    status,
    headers: { ...sent, ...length },
  });
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

interface AnswerOptions {
  readonly request: Headers;
  /** Whether only the head of the answer is wanted: what was read of its body is given up. */
  readonly isHead: boolean;
  readonly headers: ResponseHeaders;
  readonly taken: TakenInTimeOptions;
}

const WHOLE = 200;

/**
 * Largest answer in bytes that Deno may hold whole for a client that does not read it. Longer answers are sent in
 * pieces.
 */
const SHORT = 64 * 1_024;
