import type { Endpoint } from "../../src/http/endpoint.ts";
import { segmentOf } from "../../src/http/loaded_routes.ts";
import type { RouteGroup } from "../../src/http/routes/route_groups.ts";

/** Returns endpoints of a test as a group that a service can serve. */
export function routeGroupOf(endpoints: readonly Endpoint[]): RouteGroup {
  const segments = [...new Set(endpoints.map(({ contract: { path } }) => segmentOf(path)))];
  return { segments, load: () => Promise.resolve(endpoints) };
}
