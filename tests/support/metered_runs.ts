import type { AccountId } from "../../src/domain/identifier.ts";
import type { Store } from "../../src/store/open_store.ts";

/**
 * Test helper. Returns the number of optimisation runs that an account was metered for, over all months: a month may
 * have ended between the runs and the clock of the store, which tests set hours ahead.
 */
export async function meteredRuns({ meters }: Store, accountId: AccountId): Promise<number> {
  const months = await meters.history(accountId);
  return months.reduce((sum, { name, used }) => sum + (name === "optimization_runs" ? used : 0), 0);
}
