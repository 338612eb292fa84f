import assert from "node:assert/strict";
import { z } from "zod";
import { type App, createApp } from "../../src/app.ts";
import { loadConfig } from "../../src/config.ts";
import { createDependencies, type Dependencies } from "../../src/dependencies.ts";
import { systemRandom } from "../../src/runtime/random.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import type { Method } from "../../src/http/contract.ts";
import { defineEndpoint, type Endpoint } from "../../src/http/endpoint.ts";
import { honoApp } from "../../src/http/hono_app.ts";
import { openStore } from "../../src/store/open_store.ts";
import { routeGroupOf } from "../support/route_group_of.ts";

/** Returns a test endpoint that responds with its own method and path and the values of its path parameters. */
function endpoint(method: Method, path: `/${string}`): Endpoint {
  return defineEndpoint({
    method,
    path,
    credential: "public",
    rateLimit: "none",
    summary: path,
    parameters: Object.fromEntries((path.match(/(?<=\{)\w+/g) ?? []).map((name) => [name, z.string()])),
    responses: { 200: { description: "Found", body: z.unknown() } },
  }, ({ parameters }) => ({ status: 200, body: [`${method} ${path}`, parameters] }));
}

/** Test endpoints with parameters listed before fixed segments, because their order in the list must not matter. */
const ENDPOINTS: readonly Endpoint[] = [
  endpoint("GET", "/jobs/{run_id}"),
  endpoint("DELETE", "/jobs/{id}"),
  endpoint("GET", "/jobs/history"),
  endpoint("GET", "/jobs/history/{page}"),
  endpoint("GET", "/runs/{run_id}/tags/{tag_name}"),
  endpoint("GET", "/runs/latest/tags/{tag_name}"),
  endpoint("POST", "/runs"),
  endpoint("GET", "/.well-known/keys.json"),
];

const write = (): void => undefined;
const SILENT: Dependencies["log"] = { debug: write, info: write, warn: write, error: write };

/** Runs a test with the app over the given endpoints, called without a listening server. */
async function withApp(
  endpoints: readonly Endpoint[],
  test: (app: App) => Promise<void> | void,
): Promise<void> {
  const sources = { clock: systemClock, random: systemRandom };
  const store = await openStore({ path: ":memory:", planLimits: PLAN_LIMITS, ...sources });
  const dependencies = createDependencies({
    config: loadConfig({}, { cores: 2 }),
    repositories: store,
    signingKeys: null,
  });
  try {
    await test(createApp({ ...dependencies, log: SILENT }, [routeGroupOf(endpoints)]));
  } finally {
    store.close();
  }
}

function send(app: App, method: string, path: string): Promise<Response> {
  const request = new Request(`https://localhost${path}`, { method });
  return app.fetch(request, { address: "127.0.0.1", isEncrypted: true });
}

async function found(app: App, method: string, path: string): Promise<unknown> {
  const response = await send(app, method, path);
  const body = await response.json();
  return response.status === 200 ? body : [response.status, body.code];
}

Deno.test("a fixed path segment takes precedence over a parameter, whatever the order of the endpoints", () =>
  withApp(ENDPOINTS, async (app) => {
    assert.deepEqual(await found(app, "GET", "/jobs/history"), ["GET /jobs/history", {}]);
    assert.deepEqual(await found(app, "GET", "/jobs/run_1"), ["GET /jobs/{run_id}", { run_id: "run_1" }]);
    assert.deepEqual(await found(app, "DELETE", "/jobs/run_1"), ["DELETE /jobs/{id}", { id: "run_1" }]);
    assert.deepEqual(await found(app, "GET", "/jobs/history/2"), ["GET /jobs/history/{page}", { page: "2" }]);
    assert.deepEqual(await found(app, "GET", "/runs/latest/tags/a"), ["GET /runs/latest/tags/{tag_name}", {
      tag_name: "a",
    }]);
    assert.deepEqual(await found(app, "GET", "/.well-known/keys.json"), ["GET /.well-known/keys.json", {}]);
    assert.deepEqual(await found(app, "GET", "/xwell-known/keys.json"), [404, "not_found"]);
  }));

Deno.test("path parameters are percent-decoded once, each under its own name", () =>
  withApp(ENDPOINTS, async (app) => {
    const path = "GET /runs/{run_id}/tags/{tag_name}";
    for (
      const [encoded, run, tag] of [
        ["/runs/a%2Fb/tags/c%20d", "a/b", "c d"],
        ["/runs/%2525/tags/%25zz", "%25", "%zz"],
        ["/runs/a+b/tags/%C5%81%3F%23", "a+b", "Ł?#"],
        ["/runs/constructor/tags/__proto__", "constructor", "__proto__"],
        ["/runs/:run_id/tags/*", ":run_id", "*"],
        ["/runs/latest%2F/tags/:tag_name", "latest/", ":tag_name"],
      ]
    ) {
      assert.deepEqual(await found(app, "GET", encoded), [path, { run_id: run, tag_name: tag }], encoded);
    }
  }));

Deno.test("a path that is unknown, ends in a slash or cannot be decoded is 404 for every method", () =>
  withApp(ENDPOINTS, async (app) => {
    for (
      const path of [
        "/",
        "/job",
        "/jobs",
        "/jobs/",
        "/jobs/x/",
        "/jobs//x",
        "//jobs/x",
        "/jobs/%zz",
        "/jobs/%",
        "/jobs/%ff",
        "/jobs/%C3/%A9",
        "/JOBS/history",
        "/%6Aobs/history",
        "/jobs%2Fhistory",
        "/jobs/history/1/2",
        "/*",
      ]
    ) {
      for (const method of ["GET", "DELETE", "OPTIONS"]) {
        assert.deepEqual(await found(app, method, path), [404, "not_found"], `${method} ${path}`);
      }
    }
  }));

Deno.test("a percent-encoded fixed segment matches a parameter and not the fixed segment", () =>
  withApp(ENDPOINTS, async (app) => {
    assert.deepEqual(await found(app, "GET", "/jobs/%68istory"), ["GET /jobs/{run_id}", { run_id: "history" }]);
  }));

Deno.test("a method that a path does not have, OPTIONS included, is 405 with the allowed methods", () =>
  withApp(ENDPOINTS, async (app) => {
    for (
      const [method, path, allow] of [
        ["PUT", "/jobs/run_1", "DELETE, GET, HEAD"],
        ["OPTIONS", "/jobs/run_1", "DELETE, GET, HEAD"],
        // A fixed segment takes precedence, so the methods of the path with a parameter do not apply here.
        ["DELETE", "/jobs/history", "GET, HEAD"],
        ["OPTIONS", "/jobs/history", "GET, HEAD"],
        ["constructor", "/jobs/history", "GET, HEAD"],
        ["__proto__", "/jobs/run_1", "DELETE, GET, HEAD"],
        ["ALL", "/jobs/history", "GET, HEAD"],
        ["GET", "/runs", "POST"],
        ["HEAD", "/runs", "POST"],
      ]
    ) {
      const response = await send(app, method, path);
      const text = await response.text();
      assert.deepEqual([response.status, response.headers.get("allow")], [405, allow], `${method} ${path}`);
      if (method === "HEAD") assert.equal(text, "");
      else {
        const { code, detail } = JSON.parse(text);
        assert.deepEqual([code, detail], ["method_not_allowed", `Cannot use ${method} here: use ${allow}`]);
      }
    }
  }));

Deno.test("HEAD gets the response of GET without its body, refusals included", () =>
  withApp(ENDPOINTS, async (app) => {
    for (const path of ["/jobs/history", "/jobs/run_1", "/nowhere", "/jobs/%zz"]) {
      const [head, get] = [await send(app, "HEAD", path), await send(app, "GET", path)];
      assert.equal(head.status, get.status, path);
      assert.equal(head.headers.get("content-type"), get.headers.get("content-type"), path);
      assert.equal(await head.text(), "", path);
      assert.notEqual(await get.text(), "", path);
    }
  }));

Deno.test("whatever a handler throws becomes a 500 problem response", async () => {
  for (const thrown of [new Error("secret"), "secret", undefined]) {
    const failing: Endpoint = { ...endpoint("GET", "/a/failing"), handle: () => Promise.reject(thrown) };
    await withApp([endpoint("GET", "/a/{name}"), failing], async (app) => {
      assert.deepEqual(await found(app, "GET", "/a/failing"), [500, "internal"]);
    });
  }
});

Deno.test("two endpoints with the same method and path cannot be served", () => {
  const twice = [endpoint("GET", "/a/{b}"), endpoint("GET", "/a/{c}")];
  assert.throws(() => honoApp(twice), /Two endpoints are GET \/a\/\{c\}/);
});
