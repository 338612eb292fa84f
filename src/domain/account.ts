import { DomainError } from "./errors.ts";
import type { AccountId } from "./identifier.ts";
import type { Instant } from "./instant.ts";
import type { PlanName } from "./plan.ts";

/** Type of an account. Every record in the store belongs to an account. A user signs in to one account. */
export interface Account {
  readonly id: AccountId;
  readonly plan: PlanName;
  readonly createdAt: Instant;
}

/**
 * Error for an account that does not exist or no longer exists. It differs from other `not_found` errors because the
 * missing account may be the caller's own.
 */
export class AccountMissing extends DomainError {
  constructor(accountId: AccountId) {
    super("not_found", `Cannot find account "${accountId}"`);
    this.name = "AccountMissing";
  }
}
