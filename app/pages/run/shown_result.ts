import type { Catalogue, DescribedFamily } from "./catalogue.ts";
import type { Shares } from "./headline_figures.ts";
import type { Job } from "./job_events.ts";
import type { MethodResult, RunConfig, RunResult } from "./run_documents.ts";

/** A result as a page shows it: with the method that the person has chosen, and what the service says of its words. */
export interface ShownResult {
  readonly job: Job;
  readonly result: RunResult;
  readonly config: RunConfig;
  readonly method: MethodResult;
  /** What was held before the run; null where nothing was. */
  readonly held: Shares | null;
  /** Names and definitions of the service; null while they are read. */
  readonly catalogue: Catalogue | null;
  readonly families: readonly DescribedFamily[];
  /** Chooses another method by its key. */
  onMethod(key: string): void;
  /** Opens a tab. */
  onTab(tab: string): void;
}
