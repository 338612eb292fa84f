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
  #seen = new Map<string, SeenLease>();
  #lookedAt: number | null = null;

  /**
   * Returns the leases that have been unchanged for at least `durationMs`; leases that no longer exist are forgotten.
   */
  silentFor(durationMs: number, leases: readonly LeaseSighting[], now: number): readonly LeaseSighting[] {
    const passedMs = Math.min(now - (this.#lookedAt ?? now), durationMs / LOOKS_A_LEASE);
    this.#lookedAt = now;
    this.#seen = new Map(leases.map(({ jobId, version }) => {
      const seen = this.#seen.get(jobId);
      if (seen?.version === version) return [jobId, { ...seen, silentMs: seen.silentMs + passedMs }];
      return [jobId, { version, silentMs: 0, isRenewed: seen !== undefined }];
    }));
    return leases.filter(({ jobId }) => (this.#seen.get(jobId)?.silentMs ?? 0) >= durationMs);
  }

  /** Whether the runners of all leases have renewed them since they were first seen, so none of them is dead. */
  get areAllRenewed(): boolean {
    return this.#seen.values().every(({ isRenewed }) => isRenewed);
  }
}

/** What is known of a lease that is still there. */
interface SeenLease {
  readonly version: string;
  readonly silentMs: number;
  /** Whether the lease changed after it was first seen. */
  readonly isRenewed: boolean;
}
