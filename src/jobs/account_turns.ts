import { systemStopwatch } from "../runtime/clock.ts";
import { ComputingShares } from "./computing_shares.ts";

/**
 * Type of the work that a request does on a worker when its turn has come. The work ends early if the signal aborts.
 */
export type TurnWork<Output> = (signal: AbortSignal) => Promise<Output>;

export interface TurnLimits {
  /**
   * Number of requests that have a turn at a worker at the same time. One account gets at most all but one of these
   * turns, and at least one.
   */
  readonly atOnce: number;
  /** Time limit of one request's turn at a worker, in milliseconds. */
  readonly computingMs: number;
  /** Longest time that a request waits for its turn and for a starting worker, in milliseconds. */
  readonly waitingMs: number;
  /** Largest number of requests of one account that wait for a worker. */
  readonly ofAccount: number;
  /** Largest number of requests of all accounts that wait for a worker. */
  readonly inAll: number;
}

/**
 * Error for a request that gets no result from a worker because too many requests wait, it waited too long for its
 * turn, or its turn took too long.
 */
export class TurnGivenUp extends Error {
  constructor() {
    super("The turn was abandoned");
    this.name = "TurnGivenUp";
  }
}

/**
 * Shares workers among accounts: each request gets a turn at a worker. The next turn goes to the account with the least
 * computing time, so that no account delays the others, however long its turns are. A request that waits or computes
 * too long is abandoned, and one is refused where too many wait.
 */
export class AccountTurns {
  readonly #limits: TurnLimits;
  /** Starts workers for the turns of accounts; resolves when the given number of workers has loaded its code. */
  readonly #warm: (workers: number) => Promise<void>;
  /** Requests that wait for a worker, by account; the account that has waited longest for a turn comes first. */
  readonly #lines = new Map<string, readonly Entry[]>();
  readonly #shares = new ComputingShares();
  /** Ids of the accounts whose requests are being computed; an account appears once per request. */
  readonly #taken: string[] = [];

  constructor(limits: TurnLimits, warm: (workers: number) => Promise<void>) {
    this.#limits = limits;
    this.#warm = warm;
  }

  /**
   * Waits for the account's turn at a worker, does the work and returns its output. Throws errors of the work,
   * `TurnGivenUp`, or the reason of the signal.
   */
  take<Output>(
    accountId: string,
    work: TurnWork<Output>,
    signal: AbortSignal,
  ): Promise<Output> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const line = this.#lines.get(accountId) ?? [];
      if (this.#isFull(line)) return reject(new TurnGivenUp());
      const over = new AbortController();
      const settle = <Value>(end: (value: Value) => void) => (value: Value): void => {
        over.abort();
        end(value);
      };
      const refuse = settle(reject);
      const waiting = setTimeout(() => refuse(new TurnGivenUp()), this.#limits.waitingMs);
      const begin = (): void => clearTimeout(waiting);
      const run = async (): Promise<void> => {
        const computing = setTimeout(() => refuse(new TurnGivenUp()), this.#limits.computingMs);
        await work(over.signal).then(settle(resolve), refuse);
        clearTimeout(computing);
      };
      const entry: Entry = { accountId, over: over.signal, begin, run };
      signal.addEventListener("abort", () => refuse(signal.reason), { signal: over.signal });
      over.signal.addEventListener("abort", () => {
        begin();
        this.#leave(entry);
      });
      this.#lines.set(accountId, [...line, entry]);
      this.#fill();
    });
  }

  #isFull(line: readonly Entry[]): boolean {
    const waiting = [...this.#lines.values()].flat();
    return line.length >= this.#limits.ofAccount || waiting.length >= this.#limits.inAll;
  }

  #fill(): void {
    while (this.#taken.length < this.#limits.atOnce) {
      const entry = this.#next();
      if (entry === null) break;
      this.#turn(entry);
    }
    if (this.#taken.length === 0) this.#shares.settle();
  }

  /**
   * Removes and returns the first waiting request of the account with the least computing time; null if no account may
   * have another turn. Among equal accounts the longest without a turn is next, so the account moves behind the others.
   */
  #next(): Entry | null {
    const accountId = this.#shares.next([...this.#lines.keys()].filter((accountId) => this.#mayHaveMore(accountId)));
    const line = accountId === undefined ? undefined : this.#lines.get(accountId);
    if (accountId === undefined || line === undefined) return null;
    const [entry = null, ...rest] = line;
    this.#lines.delete(accountId);
    if (rest.length > 0) this.#lines.set(accountId, rest);
    return entry;
  }

  #mayHaveMore(accountId: string): boolean {
    const own = this.#taken.filter((taken) => taken === accountId).length;
    return own < Math.max(1, this.#limits.atOnce - 1);
  }

  #leave(entry: Entry): void {
    const rest = (this.#lines.get(entry.accountId) ?? []).filter((other) => other !== entry);
    if (rest.length > 0) this.#lines.set(entry.accountId, rest);
    else this.#lines.delete(entry.accountId);
  }

  /**
   * Runs the turn of a request. The turn ends only when the worker is free again, while the request is answered as soon
   * as its time is over. Never rejects.
   */
  async #turn(entry: Entry): Promise<void> {
    this.#taken.push(entry.accountId);
    const end = this.#shares.begin(entry.accountId);
    await this.#warm(this.#taken.length);
    const began = systemStopwatch();
    if (!entry.over.aborted) {
      entry.begin();
      await entry.run();
    }
    end(systemStopwatch() - began);
    this.#taken.splice(this.#taken.indexOf(entry.accountId), 1);
    this.#fill();
  }
}

interface Entry {
  readonly accountId: string;
  /** Signal that aborts once the request is answered, which stops the work of the request. */
  readonly over: AbortSignal;
  /** Function that ends the waiting time limit of a request when its turn at a worker begins. */
  readonly begin: () => void;
  /** Does the work of a request whose turn has come and settles its promise. Never rejects. */
  readonly run: () => Promise<void>;
}
