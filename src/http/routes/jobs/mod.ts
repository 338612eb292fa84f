import { listActive } from "./list_active.ts";
import { listHistory } from "./list_history.ts";

/** Runs, simulations and backtests. */
export const jobEndpoints = [listActive, listHistory];
