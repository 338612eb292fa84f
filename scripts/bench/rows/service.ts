import { type Registry, registry } from "../../../src/domain/registry.ts";
import type { ServiceRow } from "../row.ts";
import { httpRequests } from "./http_requests.ts";
import { signInTiming } from "./sign_in_timing.ts";

/** The rows that measure the running service; apart from the others, whose worker should not load a server. */
export const SERVICE_ROWS: Registry<ServiceRow> = registry<ServiceRow>([httpRequests, signInTiming]);
