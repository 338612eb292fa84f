import { DomainError } from "../domain/errors.ts";
import type { OptimizationRequest } from "../request/run_request.ts";
import type { RunOptions } from "./worker_pool.ts";

/** Computes preflights, as a pool of workers does. */
export interface PreflightWorkers {
  /** Resolves when their code is loaded. */
  warm(): Promise<void>;
  run(name: "preflight", inputs: OptimizationRequest, options: RunOptions): Promise<null>;
}

export interface PreflightLimits {
  /** How long a preflight may compute. */
  readonly computingMs: number;
  /** How long a request waits for its turn, and for a worker that starts. */
  readonly waitingMs: number;
  /** Requests of one account that wait. */
  readonly ofAccount: number;
  /** Requests that wait in all. */
  readonly inAll: number;
}

const LIMITS: PreflightLimits = { computingMs: 1_500, waitingMs: 5_000, ofAccount: 4, inAll: 32 };

/**
 * Preflights, one at a time, the accounts in turn, so that none holds up the others. One that takes too long, or would
 * wait too long, is given up: what it would have found the run itself finds.
 */
export class PreflightQueue {
  readonly #workers: PreflightWorkers;
  readonly #limits: PreflightLimits;
  /** What waits, by account; the account that has waited longest for a turn stands first. */
  readonly #lines = new Map<string, readonly Entry[]>();
  #lastAccountId: string | null = null;
  #isComputing = false;

  constructor(workers: PreflightWorkers, limits: Partial<PreflightLimits> = {}) {
    this.#workers = workers;
    this.#limits = { ...LIMITS, ...limits };
  }

  /**
   * Whether the preflight found nothing wrong, false where it was given up. Throws what it found, or the reason of the
   * signal.
   */
  run(accountId: string, request: OptimizationRequest, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const line = this.#lines.get(accountId) ?? [];
      if (line.length >= this.#limits.ofAccount || this.#waiting >= this.#limits.inAll) return resolve(false);
      const over = new AbortController();
      const settle = <Value>(end: (value: Value) => void) => (value: Value): void => {
        over.abort();
        end(value);
      };
      const answer = settle(resolve);
      const waiting = setTimeout(() => answer(false), this.#limits.waitingMs);
      const begin = (): void => clearTimeout(waiting);
      const entry = { accountId, request, over: over.signal, resolve: answer, reject: settle(reject), begin };
      signal.addEventListener("abort", () => entry.reject(signal.reason), { signal: over.signal });
      over.signal.addEventListener("abort", () => {
        begin();
        this.#leave(entry);
      });
      this.#lines.set(accountId, [...line, entry]);
      if (!this.#isComputing) this.#compute();
    });
  }

  get #waiting(): number {
    return this.#lines.values().reduce((sum, line) => sum + line.length, 0);
  }

  async #compute(): Promise<void> {
    this.#isComputing = true;
    for (let next = this.#next(); next !== null; next = this.#next()) await this.#judge(next);
    this.#isComputing = false;
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
  async #judge(entry: Entry): Promise<void> {
    await this.#workers.warm();
    if (entry.over.aborted) return;
    entry.begin();
    const computing = setTimeout(() => entry.resolve(false), this.#limits.computingMs);
    try {
      await this.#workers.run("preflight", entry.request, { signal: entry.over });
      entry.resolve(true);
    } catch (error) {
      if (isRefusal(error)) entry.reject(error);
      else entry.resolve(false);
    } finally {
      clearTimeout(computing);
    }
  }
}

/** What else ends a preflight, as a lost worker, says nothing of the request. */
function isRefusal(error: unknown): boolean {
  return error instanceof DomainError &&
    (error.code === "validation_failed" || error.code === "constraints_infeasible");
}

interface Entry {
  readonly accountId: string;
  readonly request: OptimizationRequest;
  /** Aborted once it is answered, which stops the worker. */
  readonly over: AbortSignal;
  readonly resolve: (isPassed: boolean) => void;
  readonly reject: (reason: unknown) => void;
  /** Its turn has come: it waits no more. */
  readonly begin: () => void;
}
