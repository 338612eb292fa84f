import type { PlanLimits } from "../../src/domain/plan.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import type { StoreContext } from "../../src/store/context.ts";
import { type Repositories, repositories } from "../../src/store/mod.ts";
import { openPostgres } from "../../src/store/postgres/open_postgres.ts";
import { migrate } from "../../src/store/schema_version.ts";
import { countedTrips, type TripCounts } from "./counted_trips.ts";
import { sourceOfChance } from "./temporary_store.ts";

/** A store on PostgreSQL whose trips to the database are counted, as one process has it. */
export interface CountedStore extends AsyncDisposable {
  readonly store: Repositories;
  readonly counts: TripCounts;
  readonly context: StoreContext;
}

/** Test helper. Opens the store at a path of PostgreSQL as `openStore` does, with counted trips. */
export async function countedPostgres(path: string, planLimits: PlanLimits = PLAN_LIMITS): Promise<CountedStore> {
  const opened = await openPostgres(path), { kv, counts } = countedTrips(opened);
  const clock = { now: () => Date.now() }, random = sourceOfChance();
  const context: StoreContext = { kv, clock, random, announcesJobs: true, mayLoseAnswers: true };
  await migrate(context);
  return {
    store: repositories(context, { planLimits, artifactObjects: null }),
    counts,
    context,
    [Symbol.asyncDispose]: () => opened.close(),
  };
}
