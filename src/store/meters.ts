import type { AccountId } from "../domain/identifier.ts";
import type { Meter } from "../domain/meter.ts";

/** What accounts have used in the current calendar month, UTC. */
export interface MeterRepository {
  /** The three meters with the limits of the account's plan. Throws `not_found`. */
  usage(accountId: AccountId): Promise<readonly Meter[]>;
}
