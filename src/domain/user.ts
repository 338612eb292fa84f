import type { AccountId } from "./identifier.ts";
import type { Instant } from "./instant.ts";

/** A person who signs in to an account. */
export interface User {
  /** `usr_<ULID>` */
  readonly id: string;
  readonly accountId: AccountId;
  /** As given; compared by {@linkcode emailKey}. */
  readonly email: string;
  readonly fullName: string;
  /** Null until the user sets one. */
  readonly displayName: string | null;
  /** Null until the address is confirmed. */
  readonly emailVerifiedAt: Instant | null;
  /** Counts up with every new password; sessions and reset tokens of an earlier one are void. */
  readonly credentialGeneration: number;
  readonly createdAt: Instant;
}

/** What two spellings of one e-mail address have in common: they differ at most in case and in the form of Unicode. */
export function emailKey(email: string): string {
  return email.trim().normalize("NFKC").toLowerCase();
}
