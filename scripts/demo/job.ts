import type { components } from "../../clients/typescript/mod.ts";

/** The record of a job, as the service answers it. */
export type Job = components["schemas"]["Job"];
