import assert from "node:assert/strict";
import type { Contract } from "../../src/http/contract.ts";
import type { Endpoint } from "../../src/http/endpoint.ts";
import { problemDocument } from "../../src/http/problem.ts";
import { promisedResponses } from "../../src/http/promised_responses.ts";

/** Response of the service to a request of a test, whose body was read completely as bytes. */
export interface ReadResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Returns a check for tests that fails unless the contract of the requested endpoint promises the response: its status,
 * headers, media type and body. A JSON body may have no field that its schema does not know.
 */
export function contractCheck(
  endpoints: readonly Endpoint[],
): (request: { method: string; path: string }, response: ReadResponse) => void {
  return ({ method, path }, response) => {
    checkHeadersOfAll(response.headers);
    const onPath = endpointsAt(path, endpoints);
    const asked = method === "HEAD" ? "GET" : method;
    const endpoint = onPath.find(({ contract }) => contract.method === asked);
    if (endpoint === undefined) return checkNoEndpoint(onPath, method, response);
    if (method === "HEAD") return assert.equal(response.bytes.length, 0);
    checkAnswer(endpoint.contract, response);
  };
}

/**
 * Test helper. Returns the endpoints whose path pattern fits a path best. It does not use the router of the service, so
 * the check tests the router too.
 */
function endpointsAt(path: string, endpoints: readonly Endpoint[]): readonly Endpoint[] {
  const fitting = endpoints.filter(({ contract }) => fits(contract.path.split("/"), path.split("/")));
  const [best] = fitting.map(shapeOf).sort();
  return fitting.filter((endpoint) => shapeOf(endpoint) === best);
}

function fits(pattern: readonly string[], path: readonly string[]): boolean {
  return pattern.length === path.length &&
    pattern.every((part, index) => part.startsWith("{") ? isText(path[index]) : part === path[index]);
}

function isText(segment: string): boolean {
  try {
    return decodeURIComponent(segment) !== "";
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

/**
 * Returns the path pattern of an endpoint with each parameter replaced by a character that sorts after all fixed
 * segments.
 */
function shapeOf({ contract }: Endpoint): string {
  return contract.path.replaceAll(/\{\w+\}/g, "\uffff");
}

function checkHeadersOfAll(headers: Headers): void {
  assert.match(headers.get("x-request-id") ?? "", /^req_[0-9A-HJKMNP-TV-Z]{26}$/);
  assert.equal(headers.get("x-content-type-options"), "nosniff");
  assert.equal(headers.get("referrer-policy"), "no-referrer");
  assert.ok(headers.has("cache-control"));
}

function checkNoEndpoint(onPath: readonly Endpoint[], method: string, response: ReadResponse): void {
  if (method === "HEAD") {
    assert.equal(response.bytes.length, 0);
    return assert.equal(response.status, onPath.length === 0 ? 404 : 405);
  }
  if (response.status === 403) return checkProblem(["https_required"], response);
  if (onPath.length === 0) return checkProblem(["not_found"], response);
  const allowed = onPath.flatMap(({ contract }) => contract.method === "GET" ? ["GET", "HEAD"] : [contract.method]);
  assert.equal(response.headers.get("allow"), allowed.sort().join(", "));
  checkProblem(["method_not_allowed"], response);
}

function checkAnswer(contract: Contract, response: ReadResponse): void {
  const name = `${contract.method} ${contract.path} ${response.status}`;
  const promised = promisedResponses(contract)[response.status];
  assert.ok(promised !== undefined, `${name} is not promised: ${textOf(response)}`);
  if ("problem" in promised) return checkProblem(promised.problem, response);
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
