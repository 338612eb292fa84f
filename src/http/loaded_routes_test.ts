import assert from "node:assert/strict";
import { segmentOf } from "./loaded_routes.ts";
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
