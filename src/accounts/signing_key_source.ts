import type { SigningKeySet } from "../domain/signing_key.ts";
import type { SigningKeySource } from "./access_tokens.ts";

/**
 * Milliseconds after which the signing keys are read again, so that a rotation by another process takes effect
 * everywhere.
 */
const FRESH_MS = 60_000;
/**
 * Least number of milliseconds between two readings caused by tokens that name unknown keys. Anybody can write such
 * tokens.
 */
const RELOAD_AT_MOST_EVERY_MS = 5_000;

/** Returns a source of signing keys that caches the result of `read` for a minute. */
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
