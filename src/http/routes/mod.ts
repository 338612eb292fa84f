import type { Endpoint } from "../endpoint.ts";
import { ROUTE_GROUPS } from "./route_groups.ts";

/** List of every endpoint of the service. Documentation and tests use it; serving loads the groups one by one. */
export const ENDPOINTS: readonly Endpoint[] = (await Promise.all(ROUTE_GROUPS.map(({ load }) => load()))).flat();
