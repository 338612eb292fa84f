import type { components } from "../../../clients/typescript/mod.ts";
import { answered, api } from "../../api.ts";
import { loadable } from "../../loaded.ts";

export type Dashboard = components["schemas"]["Dashboard"];
export type Insight = components["schemas"]["Insight"];

/** The figures over all runs of the account. */
export const dashboard = loadable((_key, signal) => answered(api.GET("/analytics/dashboard", { signal })));

/** Computes the figures anew from all runs, and shows them. Throws a `Refusal` where the service refuses. */
export async function recompute(): Promise<void> {
  const value = await answered(api.POST("/analytics/refresh-stats"));
  dashboard.known("").value = { value, refusal: null, isWaiting: false };
}
