/**
 * Who of several accounts computes next, so that each gets the same time and none saves up what it did not use:
 * start-time fair queueing (Goyal, Vin and Cheng 1996, IEEE/ACM Transactions on Networking 5(5), section 2). A turn
 * costs the time that it took, which is known when it ends. Times are in milliseconds.
 */
export class ComputingShares {
  /** The start tag of the turn that began last. */
  #virtualTime = 0;
  /** Finish tags of the accounts that have had more than their share. */
  readonly #finishes = new Map<string, number>();

  /** Of those accounts the one that has had least, the first of several. */
  next(accountIds: readonly string[]): string | undefined {
    return accountIds.toSorted((a, b) => this.#startOf(a) - this.#startOf(b))[0];
  }

  /** Begins a turn of an account; what is returned ends it, with the time that it took. */
  begin(accountId: string): (elapsedMs: number) => void {
    const start = this.#startOf(accountId);
    this.#virtualTime = Math.max(this.#virtualTime, start);
    for (const [other, finish] of this.#finishes) if (finish <= this.#virtualTime) this.#finishes.delete(other);
    return (elapsedMs) => {
      // Another turn of the same account may have ended meanwhile.
      this.#finishes.set(accountId, Math.max(start, this.#finishes.get(accountId) ?? 0) + elapsedMs);
    };
  }

  /** Forgets what everybody has had: nobody waits and nobody computes. */
  settle(): void {
    this.#finishes.clear();
    this.#virtualTime = 0;
  }

  #startOf(accountId: string): number {
    return Math.max(this.#virtualTime, this.#finishes.get(accountId) ?? 0);
  }
}
