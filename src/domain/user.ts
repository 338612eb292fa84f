import type { AccountId } from "./identifier.ts";
import type { Instant } from "./instant.ts";

/** Type of a user: a person who signs in to an account. */
export interface User {
  /** Id of the user, `usr_<ULID>`. */
  readonly id: string;
  readonly accountId: AccountId;
  /** E-mail address as the user wrote it. Addresses are compared by {@linkcode emailKey}. */
  readonly email: string;
  readonly fullName: string;
  /** Display name; null until the user sets one. */
  readonly displayName: string | null;
  /** When the user confirmed the e-mail address; null until then. */
  readonly emailVerifiedAt: Instant | null;
  /**
   * Number that grows when the user gets a new password, verifies the e-mail address or has all sessions ended.
   * Sessions and reset tokens of an earlier number are invalid.
   */
  readonly credentialGeneration: number;
  readonly createdAt: Instant;
}

/**
 * Returns the normalised form of an e-mail address, by which addresses are compared. Addresses that differ only in case
 * or Unicode form have the same key.
 */
export function emailKey(email: string): string {
  return email.trim().normalize("NFKC").toLowerCase();
}
