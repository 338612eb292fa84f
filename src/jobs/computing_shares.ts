/**
 * Chooses which of several accounts computes next, so that each gets the same time and unused time is not saved up:
 * start-time fair queueing (Goyal, Vin and Cheng 1996, IEEE/ACM Transactions on Networking 5(5), section 2). The cost
 * of a turn is its duration in milliseconds, which is known when the turn ends.
 */
export class ComputingShares {
  /**
   * Start tag, in milliseconds of virtual time, of the turn that began last. No later turn gets a smaller start tag, so
   * that unused time is not saved up.
   */
  #virtualTime = 0;
  /**
   * Virtual times in milliseconds up to which accounts have used computing time, for the accounts that have used more
   * than their share.
   */
  readonly #finishes = new Map<string, number>();

  /**
   * Returns the account with the least computing time among the given accounts; the first of several equal accounts,
   * and undefined if none is given.
   */
  next(accountIds: readonly string[]): string | undefined {
    return accountIds.toSorted((a, b) => this.#startOf(a) - this.#startOf(b))[0];
  }

  /** Begins a turn of an account. Returns a function that ends the turn and takes its duration in milliseconds. */
  begin(accountId: string): (elapsedMs: number) => void {
    const start = this.#startOf(accountId);
    this.#virtualTime = Math.max(this.#virtualTime, start);
    for (const [other, finish] of this.#finishes) if (finish <= this.#virtualTime) this.#finishes.delete(other);
    return (elapsedMs) => {
      // The later finish tag counts, because another turn of the same account may have ended during this turn.
      this.#finishes.set(accountId, Math.max(start, this.#finishes.get(accountId) ?? 0) + elapsedMs);
    };
  }

  /** Forgets the computing time of every account; called when no account waits or computes. */
  settle(): void {
    this.#finishes.clear();
    this.#virtualTime = 0;
  }

  #startOf(accountId: string): number {
    return Math.max(this.#virtualTime, this.#finishes.get(accountId) ?? 0);
  }
}
