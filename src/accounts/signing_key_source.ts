import type { SigningKeySet } from "../domain/signing_key.ts";
import type { SigningKeySource } from "./access_tokens.ts";

/**
 * Milliseconds for which the signing keys of access tokens are cached. After that they are read from the store again,
 * so that a rotation by another process takes effect.
 */
const FRESH_MS = 60_000;
/**
 * Smallest number of milliseconds between two reads of the signing keys that unknown key ids in tokens cause. Anybody
 * can write such tokens.
 */
const RELOAD_AT_MOST_EVERY_MS = 5_000;

/**
 * Returns a source of the keys that sign access tokens. It caches the result of `read` for at most a minute, and for 5
 * seconds where a token names an unknown key.
 */
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
