import type { AccountId } from "./identifier.ts";
import { DAY_MS, HOUR_MS, type Instant } from "./instant.ts";

/** Type of the purpose of a one-time token that is mailed to a user: verifying an address or resetting a password. */
export type TokenPurpose = "email_verification" | "password_reset";

export const TOKEN_LIFETIME_MS: Readonly<Record<TokenPurpose, number>> = {
  email_verification: DAY_MS,
  password_reset: HOUR_MS,
};

/** Type of the stored record of a mailed one-time token. The store knows the token only by its digest. */
export interface OneTimeToken {
  readonly accountId: AccountId;
  readonly userId: string;
  readonly purpose: TokenPurpose;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}
