import type { AccountId } from "./identifier.ts";
import { DAY_MS, HOUR_MS, type Instant } from "./instant.ts";

/** What a mailed token is good for, once. */
export type TokenPurpose = "email_verification" | "password_reset";

export const TOKEN_LIFETIME_MS: Readonly<Record<TokenPurpose, number>> = {
  email_verification: DAY_MS,
  password_reset: HOUR_MS,
};

/** A token that was mailed, known by its digest alone. */
export interface OneTimeToken {
  readonly accountId: AccountId;
  readonly userId: string;
  readonly purpose: TokenPurpose;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}
