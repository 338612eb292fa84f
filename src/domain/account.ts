import { DomainError } from "./errors.ts";
import type { AccountId } from "./identifier.ts";
import type { Instant } from "./instant.ts";
import type { PlanName } from "./plan.ts";

/** The owner of every record. A user signs in to one. */
export interface Account {
  readonly id: AccountId;
  readonly plan: PlanName;
  readonly createdAt: Instant;
}

/**
 * An account is not there, or not any more. Told apart from other things not found: who sent the request may have been
 * it.
 */
export class AccountMissing extends DomainError {
  constructor(accountId: AccountId) {
    super("not_found", `Cannot find account "${accountId}"`);
    this.name = "AccountMissing";
  }
}
