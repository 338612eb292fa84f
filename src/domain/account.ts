import type { AccountId } from "./identifier.ts";
import type { Instant } from "./instant.ts";
import type { PlanName } from "./plan.ts";

/** The owner of every record. A user signs in to one. */
export interface Account {
  readonly id: AccountId;
  readonly plan: PlanName;
  readonly createdAt: Instant;
}
