import type { AccountId } from "./identifier.ts";
import { DAY_MS, HOUR_MS, type Instant } from "./instant.ts";

/** Purpose of a mailed token, which works once. */
export type TokenPurpose = "email_verification" | "password_reset";

export const TOKEN_LIFETIME_MS: Readonly<Record<TokenPurpose, number>> = {
  email_verification: DAY_MS,
  password_reset: HOUR_MS,
};

/** A mailed token as the store keeps it. The store knows the token only by its digest. */
export interface OneTimeToken {
  readonly accountId: AccountId;
  readonly userId: string;
  readonly purpose: TokenPurpose;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}
