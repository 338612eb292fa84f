import assert from "node:assert/strict";
import type { Contract } from "../../src/http/contract.ts";
import type { Endpoint } from "../../src/http/endpoint.ts";
import { problemDocument } from "../../src/http/problem.ts";
import { promisedResponses } from "../../src/http/promised_responses.ts";
import { PAGE_MEDIA } from "../../src/http/refusal_page.ts";

/** Response of the service to a request of a test, whose body was read completely as bytes. */
export interface ReadResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Returns a check for tests that fails unless the contract of the requested endpoint promises the response: its status,
 * headers, media type and body. A JSON body may have no field that its schema does not know. Of a response to HEAD, the
 * check reads only the headers of all responses and that the body is empty.
 */
export function contractCheck(
  endpoints: readonly Endpoint[],
): (request: { method: string; path: string }, response: ReadResponse) => void {
  const patterns = patternsByLength(endpoints);
  return ({ method, path }, response) => {
    checkHeadersOfAll(response.headers);
    const onPath = endpointsAt(path, patterns);
    const asked = method === "HEAD" ? "GET" : method;
    const endpoint = onPath.find(({ contract }) => contract.method === asked);
    const meant = path.endsWith("/") && asked === "GET" ? endpointsAt(path.slice(0, -1), patterns) : [];
    if (meant.some(({ contract }) => contract.isTypedByHand)) return checkLed(path, response);
    if (endpoint === undefined) return checkNoEndpoint(onPath, method, response);
    if (method === "HEAD") return assert.equal(response.bytes.length, 0);
    checkAnswer(endpoint.contract, response);
  };
}

/** Endpoint with the segments of its path pattern. */
interface Pattern {
  readonly endpoint: Endpoint;
  readonly segments: readonly string[];
  /** Path pattern with each parameter replaced by a character that sorts after all fixed segments. */
  readonly shape: string;
}

/** Returns the path patterns of endpoints by their numbers of segments, so that a check looks at few of them. */
function patternsByLength(endpoints: readonly Endpoint[]): ReadonlyMap<number, readonly Pattern[]> {
  const patterns = endpoints.map((endpoint) => ({
    endpoint,
    segments: endpoint.contract.path.split("/"),
    shape: endpoint.contract.path.replaceAll(/\{\w+\}/g, "\uffff"),
  }));
  return Map.groupBy(patterns, ({ segments }) => segments.length);
}

/**
 * Test helper. Returns the endpoints whose path pattern fits a path best. It does not use the router of the service, so
 * the check tests the router too.
 */
function endpointsAt(path: string, patterns: ReadonlyMap<number, readonly Pattern[]>): readonly Endpoint[] {
  const asked = path.split("/");
  const fitting = (patterns.get(asked.length) ?? []).filter(({ segments }) => fits(segments, asked));
  const [best] = fitting.map(({ shape }) => shape).sort();
  return fitting.filter(({ shape }) => shape === best).map(({ endpoint }) => endpoint);
}

function fits(pattern: readonly string[], path: readonly string[]): boolean {
  return pattern.every((part, index) => part.startsWith("{") ? isText(path[index]) : part === path[index]);
}

function isText(segment: string): boolean {
  try {
    return decodeURIComponent(segment) !== "";
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

function checkHeadersOfAll(headers: Headers): void {
  assert.match(headers.get("x-request-id") ?? "", /^req_[0-9A-HJKMNP-TV-Z]{26}$/);
  assert.equal(headers.get("x-content-type-options"), "nosniff");
  assert.equal(headers.get("referrer-policy"), "no-referrer");
  assert.ok(headers.has("cache-control"));
}

function checkLed(path: string, { status, headers, bytes }: ReadResponse): void {
  assert.deepEqual([status, bytes.length], [308, 0]);
  assert.equal(headers.get("location")?.split("?")[0], path.slice(0, -1));
}

function checkNoEndpoint(onPath: readonly Endpoint[], method: string, response: ReadResponse): void {
  if (method === "HEAD") {
    assert.equal(response.bytes.length, 0);
    return assert.equal(response.status, onPath.length === 0 ? 404 : 405);
  }
  if (response.status === 403) return checkProblem(["https_required"], response);
  if (onPath.length === 0) return checkLost(response);
  const allowed = onPath.flatMap(({ contract }) => contract.method === "GET" ? ["GET", "HEAD"] : [contract.method]);
  assert.equal(response.headers.get("allow"), allowed.sort().join(", "));
  checkProblem(["method_not_allowed"], response);
}

function checkLost(response: ReadResponse): void {
  if (response.headers.get("content-type") === PAGE_MEDIA) return assert.equal(response.status, 404);
  checkProblem(["not_found"], response);
}

function checkAnswer(contract: Contract, response: ReadResponse): void {
  const name = `${contract.method} ${contract.path} ${response.status}`;
  const promised = promisedResponses(contract)[response.status];
  assert.ok(promised !== undefined, `${name} is not promised: ${textOf(response)}`);
  if ("problem" in promised) {
    const isPage = promised.isPageToBrowsers && response.headers.get("content-type") === PAGE_MEDIA;
    return isPage ? undefined : checkProblem(promised.problem, response);
  }
  for (const header of promised.headers ?? []) {
    assert.ok(response.headers.has(header), `${name} has no header ${header}`);
  }
  if (promised.body !== undefined) {
    assert.equal(response.headers.get("content-type"), "application/json", name);
    const body: unknown = JSON.parse(textOf(response));
    assert.deepEqual(promised.body.parse(body), body, `${name} has a field that its schema does not know`);
  } else if (promised.media !== undefined) {
    if (promised.media !== "*/*") assert.equal(response.headers.get("content-type"), promised.media, name);
    if (promised.shape !== undefined) promised.shape.parse(JSON.parse(textOf(response)));
  } else assert.equal(response.bytes.length, 0, `${name} has a body`);
}

function checkProblem(codes: readonly string[], response: ReadResponse): void {
  assert.equal(response.headers.get("content-type"), "application/problem+json");
  const problem = problemDocument.parse(JSON.parse(textOf(response)));
  assert.ok(codes.includes(problem.code), `${problem.code} is not promised: ${textOf(response)}`);
  assert.equal(problem.status, response.status);
  assert.equal(problem.request_id, response.headers.get("x-request-id"));
  assert.equal(response.headers.has("www-authenticate"), response.status === 401);
  if (response.status === 429) assert.ok(Number(response.headers.get("retry-after")) >= 1);
}

function textOf({ bytes }: ReadResponse): string {
  return new TextDecoder().decode(bytes);
}
