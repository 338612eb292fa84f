import type { SigningKeySet } from "../domain/signing_key.ts";
import type { SigningKeySource } from "./access_tokens.ts";

/** After this long the keys are read again: a rotation by another process is then signed with everywhere. */
const FRESH_MS = 60_000;
/** Tokens that name unknown keys, which anybody can write, make for one reading in this time. */
const RELOAD_AT_MOST_EVERY_MS = 5_000;

/** Caches the signing keys that `read` gives for a minute. */
export function signingKeySource(
  read: () => Promise<SigningKeySet>,
  clock: { now(): number },
): SigningKeySource {
  let cached: { set: Promise<SigningKeySet>; readAt: number } | null = null;
  const keysOfAge = (mostMs: number): Promise<SigningKeySet> => {
    const now = clock.now();
    if (cached !== null && now - cached.readAt < mostMs) return cached.set;
    const reading = { set: read(), readAt: now };
    cached = reading;
    reading.set.catch(() => {
      if (cached === reading) cached = null;
    });
    return reading.set;
  };
  return {
    current: () => keysOfAge(FRESH_MS),
    reload: () => keysOfAge(RELOAD_AT_MOST_EVERY_MS),
  };
}
