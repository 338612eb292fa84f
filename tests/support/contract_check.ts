import assert from "node:assert/strict";
import type { Contract } from "../../src/http/contract.ts";
import type { Endpoint } from "../../src/http/endpoint.ts";
import { problemDocument } from "../../src/http/problem.ts";
import { promisedResponses } from "../../src/http/promised_responses.ts";
import { router } from "../../src/http/router.ts";

/** A response that was read to its end. */
export interface ReadResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Fails unless a response is one that its endpoint promises: status, headers, media type, and a body without a field too many. */
export function contractCheck(
  endpoints: readonly Endpoint[],
): (request: { method: string; path: string }, response: ReadResponse) => void {
  const find = router(endpoints);
  return ({ method, path }, response) => {
    checkHeadersOfAll(response.headers);
    const route = find(method, path);
    if (route === null || "allow" in route) return checkNoEndpoint(route, response);
    if (method === "HEAD") return assert.equal(response.bytes.length, 0);
    checkAnswer(route.endpoint.contract, response);
  };
}

function checkHeadersOfAll(headers: Headers): void {
  assert.match(headers.get("x-request-id") ?? "", /^req_[0-9A-HJKMNP-TV-Z]{26}$/);
  assert.equal(headers.get("x-content-type-options"), "nosniff");
  assert.equal(headers.get("referrer-policy"), "no-referrer");
  assert.ok(headers.has("cache-control"));
}

function checkNoEndpoint(route: { allow: readonly string[] } | null, response: ReadResponse): void {
  if (response.status === 403) return checkProblem(["https_required"], response);
  if (route === null) return checkProblem(["not_found"], response);
  assert.equal(response.headers.get("allow"), route.allow.join(", "));
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
