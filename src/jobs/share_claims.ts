/** Value of a share that nobody computes. Positive values are the numbers of the helpers that compute a share. */
const OPEN = 0;
/** Value of a share that its owner computes or has computed, or whose output has arrived. */
const TAKEN = -1;
/** Value of a share that only its owner may compute, because a helper failed at it. */
const LEFT_TO_OWNER = -2;

/**
 * Who computes which share of a computation, in memory that threads share: the owner, which is the worker that runs the
 * computation, and its helpers take shares by themselves, each share once. The thread of the pool gives shares back.
 */
export class ShareClaims {
  readonly #claims: Int32Array<SharedArrayBuffer>;

  /** Takes the claims of another thread, or makes claims for that many shares, of which nobody has taken one. */
  constructor(of: SharedArrayBuffer | number) {
    this.#claims = new Int32Array(typeof of === "number" ? new SharedArrayBuffer(4 * of) : of);
  }

  /** Memory of the claims, to be sent to another thread. */
  get buffer(): SharedArrayBuffer {
    return this.#claims.buffer;
  }

  /** Whether there is a share that a helper may take. */
  get areOpen(): boolean {
    return this.#claims.some((_, share) => Atomics.load(this.#claims, share) === OPEN);
  }

  /** Number of shares that helpers may take. */
  get open(): number {
    return this.#claims.reduce((sum, _, share) => sum + (Atomics.load(this.#claims, share) === OPEN ? 1 : 0), 0);
  }

  /** Takes the first open share for the owner; null if there is none. */
  takeForOwner(): number | null {
    return this.#take(LEFT_TO_OWNER, TAKEN) ?? this.#take(OPEN, TAKEN);
  }

  /** Takes the first open share for a helper, which has a number from 1 on; null if there is none. */
  takeFor(helper: number): number | null {
    return this.#take(OPEN, helper);
  }

  /** Notes that the output of a share has arrived. Returns whether the helper had this share. */
  finish(share: number, helper: number): boolean {
    return Atomics.compareExchange(this.#claims, share, helper, TAKEN) === helper;
  }

  /** Gives back the shares that a helper has taken and not finished, to everybody or to the owner alone. */
  giveBack(helper: number, { toOwner }: { readonly toOwner: boolean }): void {
    for (let share = 0; share < this.#claims.length; share++) {
      Atomics.compareExchange(this.#claims, share, helper, toOwner ? LEFT_TO_OWNER : OPEN);
    }
  }

  /** Withdraws the shares that nobody has taken. */
  close(): void {
    while (this.takeForOwner() !== null) continue;
  }

  #take(from: number, to: number): number | null {
    for (let share = 0; share < this.#claims.length; share++) {
      if (Atomics.compareExchange(this.#claims, share, from, to) === from) return share;
    }
    return null;
  }
}
