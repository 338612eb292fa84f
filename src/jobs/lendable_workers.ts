/** What a pool can lend at the moment, in the order of how much it is. */
const STATES = { nobody: 0, startable: 1, idle: 2 } as const;

/** Whether a pool has an idle worker to lend, can start one, or has nobody. */
export type Lendable = keyof typeof STATES;

/**
 * What a pool can lend at the moment, in memory that its workers read: a worker that nobody could help then offers no
 * shares, and computes as if it were alone. The pool alone writes it.
 */
export class LendableWorkers {
  readonly #state: Int32Array<SharedArrayBuffer>;

  /** Takes the memory of another thread, or makes new memory, by which the pool has nobody to lend. */
  constructor(buffer: SharedArrayBuffer = new SharedArrayBuffer(4)) {
    this.#state = new Int32Array(buffer);
  }

  /** Memory of the state, to be sent to another thread. */
  get buffer(): SharedArrayBuffer {
    return this.#state.buffer;
  }

  /** Whether a worker is idle. */
  get areIdle(): boolean {
    return Atomics.load(this.#state, 0) === STATES.idle;
  }

  /** Whether a worker is idle or could be started. */
  get areStartable(): boolean {
    return Atomics.load(this.#state, 0) !== STATES.nobody;
  }

  /** Notes what the pool can lend. */
  note(lendable: Lendable): void {
    Atomics.store(this.#state, 0, STATES[lendable]);
  }
}
