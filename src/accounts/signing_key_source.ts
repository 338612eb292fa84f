import type { SigningKeySet } from "../domain/signing_key.ts";
import type { SigningKeySource } from "./access_tokens.ts";

/** After this long the keys are read again: a rotation by another process is then signed with everywhere. */
const FRESH_MS = 60_000;
/** Tokens that name unknown keys, which anybody can write, make for one reading in this time. */
const RELOAD_AT_MOST_EVERY_MS = 5_000;

/** Keeps the signing keys that `read` gives for a minute. */
export function signingKeySource(
  read: () => Promise<SigningKeySet>,
  clock: { now(): number },
): SigningKeySource {
  let kept: { set: Promise<SigningKeySet>; readAt: number } | null = null;
  const keysOfAge = (mostMs: number): Promise<SigningKeySet> => {
    const now = clock.now();
    if (kept !== null && now - kept.readAt < mostMs) return kept.set;
    const reading = { set: read(), readAt: now };
    kept = reading;
    reading.set.catch(() => {
      if (kept === reading) kept = null;
    });
    return reading.set;
  };
  return {
    current: () => keysOfAge(FRESH_MS),
    reload: () => keysOfAge(RELOAD_AT_MOST_EVERY_MS),
  };
}
