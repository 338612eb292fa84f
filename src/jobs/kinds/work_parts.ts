import type { Computations } from "../../computations/mod.ts";
import type { HistorySources } from "./find_history.ts";
import type { WorkerPool } from "../worker_pool.ts";

/** Worker pool and data sources that runners use to compute jobs. */
export interface WorkParts {
  readonly pool: WorkerPool<Computations>;
  readonly sources: HistorySources;
}
