import { PLAN_LIMITS, type PlanLimits } from "../../src/domain/plan.ts";
import type { StoreContext } from "../../src/store/context.ts";
import { encodedKv } from "../../src/store/encoded_kv.ts";
import { type Repositories, repositories } from "../../src/store/mod.ts";
import { openPostgres } from "../../src/store/postgres/open_postgres.ts";
import { isPostgresPath } from "../../src/store/postgres/postgres_address.ts";
import { migrate } from "../../src/store/schema_version.ts";
import { countedTrips, type TripCounts } from "./counted_trips.ts";
import { sourceOfChance } from "./temporary_store.ts";

/** A store whose trips to the database are counted, as one process has it. */
export interface CountedStore extends AsyncDisposable {
  readonly store: Repositories;
  readonly counts: TripCounts;
  readonly context: StoreContext;
}

/** Test helper. Opens the store at a path of PostgreSQL or in a file as `openStore` does, with counted trips. */
export async function countedStore(
  path: string,
  { planLimits = PLAN_LIMITS, now = () => Date.now() }: { planLimits?: PlanLimits; now?: () => number } = {},
): Promise<CountedStore> {
  const isPostgres = isPostgresPath(path);
  const opened = isPostgres ? await openPostgres(path) : encodedKv(await Deno.openKv(path));
  const { kv, counts } = countedTrips(opened);
  const sources = { clock: { now }, random: sourceOfChance() };
  const context: StoreContext = { kv, ...sources, announcesJobs: isPostgres, mayLoseAnswers: isPostgres };
  await migrate(context);
  return {
    store: repositories(context, { planLimits, artifactObjects: null }),
    counts,
    context,
    [Symbol.asyncDispose]: () => opened.close(),
  };
}
