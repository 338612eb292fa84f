import { DomainError } from "./errors.ts";
import type { AccountId } from "./identifier.ts";
import type { Instant } from "./instant.ts";
import type { PlanName } from "./plan.ts";

/**
 * Type of a customer's account. The customer's jobs, API keys, files and other data belong to it, and each user signs
 * in to one account.
 */
export interface Account {
  readonly id: AccountId;
  readonly plan: PlanName;
  readonly createdAt: Instant;
}

/**
 * Error for an account that does not exist or no longer exists. It has a class of its own because, unlike what other
 * `not_found` errors are about, the missing account may be the caller's own.
 */
export class AccountMissing extends DomainError {
  constructor(accountId: AccountId) {
    super("not_found", `Cannot find account "${accountId}"`);
    this.name = "AccountMissing";
  }
}
