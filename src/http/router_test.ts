import assert from "node:assert/strict";
import { z } from "zod";
import type { Method } from "./contract.ts";
import { defineEndpoint, type Endpoint } from "./endpoint.ts";
import { router } from "./router.ts";

function endpoint(method: Method, path: `/${string}`): Endpoint {
  return defineEndpoint({
    method,
    path,
    credential: "public",
    rateLimit: "none",
    summary: path,
    parameters: Object.fromEntries((path.match(/(?<=\{)\w+/g) ?? []).map((name) => [name, z.string()])),
    responses: { 204: { description: "Done" } },
  }, () => ({ status: 204 }));
}

const find = router([
  endpoint("GET", "/jobs/history"),
  endpoint("GET", "/jobs/{run_id}"),
  endpoint("DELETE", "/jobs/{run_id}"),
  endpoint("GET", "/runs/{run_id}/tags/{tag_name}"),
  endpoint("GET", "/jobs/history/{page}"),
]);

function found(method: string, path: string): unknown {
  const route = find(method, path);
  if (route === null) return null;
  return "allow" in route ? route.allow : [route.endpoint.contract.path, route.parameters];
}

Deno.test("a fixed segment wins over a parameter, and a parameter where the fixed one leads nowhere", () => {
  assert.deepEqual(found("GET", "/jobs/history"), ["/jobs/history", {}]);
  assert.deepEqual(found("GET", "/jobs/run_1"), ["/jobs/{run_id}", { run_id: "run_1" }]);
  assert.deepEqual(found("DELETE", "/jobs/run_1"), ["/jobs/{run_id}", { run_id: "run_1" }]);
});

Deno.test("parameters are decoded, each to its name", () => {
  assert.deepEqual(found("GET", "/runs/a%2Fb/tags/c%20d"), ["/runs/{run_id}/tags/{tag_name}", {
    run_id: "a/b",
    tag_name: "c d",
  }]);
});

Deno.test("a path that is none, ends in a slash or cannot be decoded leads nowhere", () => {
  for (
    const path of [
      "/",
      "/job",
      "/jobs",
      "/jobs/",
      "/jobs/x/",
      "/jobs//x",
      "/jobs/%zz",
      "/JOBS/history",
      "/jobs/history/1/2",
    ]
  ) {
    assert.equal(found("GET", path), null, path);
  }
});

Deno.test("another method is answered with those that are allowed, and HEAD is GET", () => {
  assert.deepEqual(found("PUT", "/jobs/run_1"), ["DELETE", "GET", "HEAD"]);
  assert.deepEqual(found("OPTIONS", "/jobs/history"), ["GET", "HEAD"]);
  assert.deepEqual(found("HEAD", "/jobs/history"), ["/jobs/history", {}]);
  assert.deepEqual(found("constructor", "/jobs/history"), ["GET", "HEAD"]);
});

Deno.test("two endpoints of one method on one path fail at start", () => {
  assert.throws(
    () => router([endpoint("GET", "/a/{b}"), endpoint("GET", "/a/{c}")]),
    /Two endpoints are GET \/a\/\{c\}/,
  );
});
