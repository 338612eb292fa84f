import assert from "node:assert/strict";
import { LoadedRoutes, segmentOf } from "./loaded_routes.ts";
import { honoApp } from "./hono_app.ts";
import { ENDPOINTS } from "./routes/mod.ts";
import { ROUTE_GROUPS } from "./routes/route_groups.ts";

Deno.test("a group of routes names exactly the first segments of its paths, so each endpoint is found", async () => {
  for (const { segments, load } of ROUTE_GROUPS) {
    const found = new Set((await load()).map(({ contract: { path } }) => segmentOf(path)));
    assert.deepEqual([...found].sort(), [...segments].sort());
    for (const segment of found) assert.match(segment, /^[^{]+$/, "a first segment is no parameter");
  }
});

Deno.test("no two endpoints of the service have the same method and path", () => {
  assert.doesNotThrow(() => honoApp(ENDPOINTS));
});

Deno.test("a group of routes whose code could not be loaded is loaded again by the next request", async () => {
  const [group] = ROUTE_GROUPS;
  let loads = 0;
  const failsOnce = { ...group, load: () => loads++ === 0 ? Promise.reject(new Error("no code")) : group.load() };
  const routes = new LoadedRoutes([failsOnce]), url = new URL(`https://localhost/${group.segments[0]}`);
  await assert.rejects(routes.routerOf(url), /no code/);
  await routes.routerOf(url);
  await routes.routerOf(url);
  assert.equal(loads, 2);
});
