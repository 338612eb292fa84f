/** What takes a turn: it ends early where the signal aborts. */
export type TurnWork<Output> = (signal: AbortSignal) => Promise<Output>;

export interface TurnLimits {
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
 * Turns at one worker, one at a time, the accounts in turn, so that none holds up the others. A turn that takes too
 * long, or would wait too long, is given up.
 */
export class AccountTurns {
  readonly #limits: TurnLimits;
  /** Resolves when the code of the worker is loaded. */
  readonly #warm: () => Promise<void>;
  /** What waits, by account; the account that has waited longest for a turn stands first. */
  readonly #lines = new Map<string, readonly Entry[]>();
  #lastAccountId: string | null = null;
  #isTaken = false;

  constructor(limits: TurnLimits, warm: () => Promise<void>) {
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
      if (!this.#isTaken) this.#takeAll();
    });
  }

  #isFull(line: readonly Entry[]): boolean {
    const waiting = [...this.#lines.values()].flat();
    return line.length >= this.#limits.ofAccount || waiting.length >= this.#limits.inAll;
  }

  async #takeAll(): Promise<void> {
    this.#isTaken = true;
    for (let next = this.#next(); next !== null; next = this.#next()) await this.#turn(next);
    this.#isTaken = false;
  }

  /**
   * The first of the account whose turn it is, which then goes to the end of the turns; no account has two turns while
   * another waits.
   */
  #next(): Entry | null {
    const lines = [...this.#lines];
    const turn = lines.find(([accountId]) => accountId !== this.#lastAccountId) ?? lines[0];
    if (turn === undefined) return null;
    const [accountId, [entry, ...rest]] = turn;
    this.#lastAccountId = accountId;
    this.#lines.delete(accountId);
    if (rest.length > 0) this.#lines.set(accountId, rest);
    return entry;
  }

  #leave(entry: Entry): void {
    const rest = (this.#lines.get(entry.accountId) ?? []).filter((other) => other !== entry);
    if (rest.length > 0) this.#lines.set(entry.accountId, rest);
    else this.#lines.delete(entry.accountId);
  }

  /** Ends when the worker is free again; the request is answered as soon as its time is over. Never rejects. */
  async #turn(entry: Entry): Promise<void> {
    await this.#warm();
    if (entry.over.aborted) return;
    entry.begin();
    await entry.run();
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
