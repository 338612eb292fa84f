import { systemStopwatch } from "../runtime/clock.ts";
import { ComputingShares } from "./computing_shares.ts";

/** What takes a turn: it ends early where the signal aborts. */
export type TurnWork<Output> = (signal: AbortSignal) => Promise<Output>;

export interface TurnLimits {
  /** Turns at a time; one account has all but one of them, and at least one. */
  readonly atOnce: number;
  /** How long a turn may take. */
  readonly computingMs: number;
  /** How long a request waits for its turn, and for a worker that starts. */
  readonly waitingMs: number;
  /** Requests of one account that wait. */
  readonly ofAccount: number;
  /** Requests that wait in all. */
  readonly inAll: number;
}

/** Why a turn came to nothing: it took too long, or would have waited too long. */
export class TurnGivenUp extends Error {
  constructor() {
    super("The turn was given up");
    this.name = "TurnGivenUp";
  }
}

/**
 * Turns at workers, the next for the account that has computed least, so that none holds up the others however long its
 * turns take. A turn that takes too long, or would wait too long, is given up.
 */
export class AccountTurns {
  readonly #limits: TurnLimits;
  /** Resolves when the code of so many workers is loaded. */
  readonly #warm: (workers: number) => Promise<void>;
  /** What waits, by account; the account that has waited longest for a turn stands first. */
  readonly #lines = new Map<string, readonly Entry[]>();
  readonly #shares = new ComputingShares();
  /** Whose turns are taken. */
  readonly #taken: string[] = [];

  constructor(limits: TurnLimits, warm: (workers: number) => Promise<void>) {
    this.#limits = limits;
    this.#warm = warm;
  }

  /** The output of the work. Throws what it throws, `TurnGivenUp`, or the reason of the signal. */
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

  /** The first of the account whose turn it is, which then stands behind the others. */
  #next(): Entry | null {
    const accountId = this.#shares.next([...this.#lines.keys()].filter((accountId) => this.#mayHaveMore(accountId)));
    const line = accountId === undefined ? undefined : this.#lines.get(accountId);
    if (accountId === undefined || line === undefined) return null;
    const [entry, ...rest] = line;
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

  /** The turn is free again when the worker is; the request is answered as soon as its time is over. Never rejects. */
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
  /** Aborted once it is answered, which stops the work. */
  readonly over: AbortSignal;
  /** Its turn has come: it waits no more. */
  readonly begin: () => void;
  /** Does the work and answers. Never rejects. */
  readonly run: () => Promise<void>;
}
