import type { SigningKeySet } from "../domain/signing_key.ts";

/** The keys that sign access tokens, shared by every process on the store. */
export interface SigningKeySetRepository {
  read(): Promise<SigningKeySet | null>;
  /** The stored set; where there is none, the one that is made here, or by another process that was first. */
  ensure(make: () => Promise<SigningKeySet>): Promise<SigningKeySet>;
  /** Replaces the set by what `change` makes of it; called again when another process changed it meanwhile. */
  update(change: (set: SigningKeySet | null) => Promise<SigningKeySet>): Promise<SigningKeySet>;
}
