import type { LeaseSighting } from "../store/lease.ts";

/** Since when each lease has been as it is, by the stopwatch of this runner. */
export class LeaseWatch {
  #seen = new Map<string, { readonly version: string; readonly since: number }>();

  /** The leases that have not changed for a time; those that are gone are forgotten. */
  silentFor(durationMs: number, leases: readonly LeaseSighting[], now: number): readonly LeaseSighting[] {
    this.#seen = new Map(leases.map(({ jobId, version }) => {
      const seen = this.#seen.get(jobId);
      return [jobId, seen?.version === version ? seen : { version, since: now }];
    }));
    return leases.filter(({ jobId }) => now - (this.#seen.get(jobId)?.since ?? now) >= durationMs);
  }
}
