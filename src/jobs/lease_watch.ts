import type { LeaseSighting } from "../store/lease.ts";

/**
 * Looks within a lease at least, so that a living runner is seen to beat: of more time between two of them, in which
 * the store was away or this process stood still, nothing is known.
 */
const LOOKS_A_LEASE = 4;

/** For how long each lease has been as it is, by the stopwatch of this runner and as far as it could look. */
export class LeaseWatch {
  #seen = new Map<string, { readonly version: string; readonly silentMs: number }>();
  #lookedAt: number | null = null;

  /** The leases that have not changed for a time; those that are gone are forgotten. */
  silentFor(durationMs: number, leases: readonly LeaseSighting[], now: number): readonly LeaseSighting[] {
    const passedMs = Math.min(now - (this.#lookedAt ?? now), durationMs / LOOKS_A_LEASE);
    this.#lookedAt = now;
    this.#seen = new Map(leases.map(({ jobId, version }) => {
      const seen = this.#seen.get(jobId);
      return [jobId, { version, silentMs: seen?.version === version ? seen.silentMs + passedMs : 0 }];
    }));
    return leases.filter(({ jobId }) => (this.#seen.get(jobId)?.silentMs ?? 0) >= durationMs);
  }
}
