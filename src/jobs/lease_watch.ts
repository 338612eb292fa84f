import type { LeaseSighting } from "../store/lease.ts";

/**
 * Divisor of the lease time that gives the longest silence that one check of the leases can add to a lease. If more
 * time has passed since the last check, the store did not answer or this process was suspended, so that renewals by a
 * living runner may not have been seen.
 */
const LOOKS_A_LEASE = 4;

/**
 * Measures how long each lease of a job has been unchanged, by the stopwatch of this runner and only for times in which
 * it could read the leases.
 */
export class LeaseWatch {
  #seen = new Map<string, { readonly version: string; readonly silentMs: number }>();
  #lookedAt: number | null = null;

  /**
   * Returns the leases that have been unchanged for at least `durationMs`; leases that no longer exist are forgotten.
   */
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
