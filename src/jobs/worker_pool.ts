import { DomainError } from "../domain/errors.ts";
import { errorOfData, type MessageFromWorker, type MessageToWorker } from "./messages.ts";
import type { ProgressListener } from "../computations/computation.ts";
import { buffersOf } from "./transfer.ts";
import { MAY_GIVE_WAY, workerPermissions } from "./worker_permissions.ts";

/** Names of computations with what they take and give. */
export type Computations = { readonly [name: string]: { readonly inputs: unknown; readonly output: unknown } };

export interface WorkerPoolOptions {
  /** At most so many at a time; they start when there is work for them, or by `warm`. */
  readonly workers: number;
  /** The module that the workers run, `worker.ts` if absent. */
  readonly module?: URL;
  /** How long a worker may take to answer its stop flag before it is abandoned, 3,000 if absent. */
  readonly stopGraceMs?: number;
  /**
   * How far its threads give way to the one that answers where both have work: what they add to its `nice` of POSIX, 10
   * if absent. Only on Linux, with the permission `sys` of both priorities; else they give way to nobody.
   */
  readonly niceness?: number;
  /**
   * How long a worker without work is kept; for ever if absent. What a computation left of its memory goes with it: no
   * runtime gives back the heap of a thread that sleeps.
   */
  readonly idleMs?: number;
  /** Whether its threads may start the runtime as a process; they may not if absent. */
  readonly startsRuntime?: boolean;
  /** How many stand ready from `warm` on, fewer than `workers`: a new one takes the place of one that ends. */
  readonly ready?: number;
}

export interface RunOptions {
  /** Raises the worker's stop flag. `run` then rejects with the reason, once the worker has stopped or is given up. */
  readonly signal?: AbortSignal;
  readonly onProgress?: ProgressListener;
}

/**
 * Web Workers that compute, one computation each at a time, in the order asked. A worker that crashes is replaced and
 * its job rejected with `worker_lost`; one that does not answer its stop flag is abandoned (Deno cannot end a busy
 * loop) and replaced.
 */
export class WorkerPool<Known extends Computations> {
  readonly #options: Required<WorkerPoolOptions>;
  readonly #members = new Set<Member>();
  readonly #waiting: Job[] = [];
  #closed = false;

  constructor(options: WorkerPoolOptions) {
    if (!Number.isInteger(options.workers) || options.workers < 1) {
      throw new RangeError(`A pool needs at least one worker, got ${options.workers}`);
    }
    this.#options = {
      module: new URL("./worker.ts", import.meta.url),
      stopGraceMs: 3_000,
      niceness: 10,
      startsRuntime: false,
      idleMs: Infinity,
      ready: 0,
      ...options,
    };
  }

  /** How many workers there are now. */
  get started(): number {
    return this.#members.size;
  }

  /** How many computations it runs at a time. */
  get workers(): number {
    return this.#options.workers;
  }

  /**
   * Runs a computation. The buffers of typed arrays in `inputs` are transferred: they are empty afterwards. Rejects
   * with what it threw.
   */
  run<Name extends keyof Known & string>(
    name: Name,
    inputs: Known[Name]["inputs"],
    options: RunOptions = {},
  ): Promise<Known[Name]["output"]> {
    return new Promise<unknown>((resolve, reject) => {
      if (this.#closed) return reject(new DomainError("worker_lost", "The workers are closed"));
      const { signal } = options;
      if (signal?.aborted) return reject(signal.reason);
      const settled = new AbortController();
      const settle = <Value>(end: (value: Value) => void) => (value: Value): void => {
        settled.abort();
        end(value);
      };
      const job: Job = { name, inputs, options, resolve: settle(resolve), reject: settle(reject) };
      signal?.addEventListener("abort", () => this.#abort(job), { once: true, signal: settled.signal });
      this.#waiting.push(job);
      this.#dispatch();
    });
  }

  /**
   * Starts so many workers, all if absent, one after the other, so that the work that comes finds its code loaded.
   * Resolves when so many are ready, the pool is closed, or one is lost: the work that needs it then says why.
   */
  async warm(workers = this.#options.workers): Promise<void> {
    while (this.started < workers && !this.#closed) {
      if (!await this.#hire().ready.promise) return;
    }
    for (let loading = this.#loading(); this.started - loading.length < workers && loading.length > 0;) {
      await Promise.race(loading.map(({ ready }) => ready.promise));
      loading = this.#loading();
    }
  }

  #loading(): readonly Member[] {
    return [...this.#members].filter(({ isLoaded }) => !isLoaded);
  }

  /** Ends the workers; whatever waits or runs is rejected with `worker_lost`. */
  close(): void {
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) job.reject(new DomainError("worker_lost", "The workers were closed"));
    for (const member of [...this.#members]) {
      Atomics.store(member.stopFlag, 0, 1);
      this.#lose(member, new DomainError("worker_lost", "The workers were closed"));
    }
  }

  #dispatch(): void {
    while (this.#waiting.length > 0) {
      const member = this.#freeMember();
      const job = member && this.#waiting.shift();
      if (!member || !job) return;
      this.#assign(member, job);
    }
  }

  #freeMember(): Member | null {
    const free = [...this.#members].filter(({ job }) => job === null);
    if (free.length > 0) return free.find(({ isLoaded }) => isLoaded) ?? free[0];
    return this.#members.size < this.#options.workers ? this.#hire() : null;
  }

  #hire(): Member {
    const { module, startsRuntime } = this.#options;
    const niceness = MAY_GIVE_WAY ? this.#options.niceness : null;
    const permissions = workerPermissions(module, { startsRuntime });
    const worker = new Worker(module, { type: "module", deno: { permissions } });
    const stopFlag = new Int32Array(new SharedArrayBuffer(4));
    const state = { isLoaded: false, job: null, hasWorked: false, graceTimer: null, idleTimer: null };
    const member: Member = { worker, stopFlag, ready: Promise.withResolvers(), ...state };
    worker.onmessage = (event: MessageEvent<MessageFromWorker>) => this.#hear(member, event.data);
    worker.onmessageerror = () => this.#lose(member, lost("its answer could not be read"));
    worker.onerror = (event) => {
      event.preventDefault();
      this.#lose(member, lost("it ended unexpectedly", event.message));
    };
    post(worker, { type: "start", stopFlag: stopFlag.buffer, niceness });
    this.#members.add(member);
    return member;
  }

  #assign(member: Member, job: Job): void {
    Atomics.store(member.stopFlag, 0, 0);
    if (member.idleTimer !== null) clearTimeout(member.idleTimer);
    member.job = job;
    member.hasWorked = true;
    try {
      post(member.worker, { type: "compute", name: job.name, inputs: job.inputs });
    } catch (error) {
      member.job = null;
      job.reject(error);
    }
  }

  #hear(member: Member, message: MessageFromWorker): void {
    if (message.type === "ready") {
      member.isLoaded = true;
      member.ready.resolve(true);
      return this.#rest(member);
    }
    const job = member.job;
    if (job === null) return;
    if (message.type === "progress") {
      if (!isAborted(job)) job.options.onProgress?.(message.progress);
      return;
    }
    release(member);
    if (isAborted(job)) job.reject(job.options.signal?.reason);
    else if (message.type === "done") job.resolve(message.output);
    else if (message.type === "failed") job.reject(errorOfData(message.error));
    else job.reject(lost("it stopped without being asked"));
    this.#dispatch();
    this.#rest(member);
  }

  #rest(member: Member): void {
    const { idleMs } = this.#options;
    if (member.job !== null || idleMs === Infinity) return;
    if (member.idleTimer !== null) clearTimeout(member.idleTimer);
    member.idleTimer = setTimeout(() => this.#retire(member), idleMs);
  }

  /** Ends a worker that stayed without work, unless it is new and has to stand ready; the new one is there before. */
  async #retire(member: Member): Promise<void> {
    // Whoever waits until several are ready would wait for ever where they end while others start.
    if (this.#loading().length > 0) return this.#rest(member);
    const isNeeded = this.started <= this.#options.ready;
    if (isNeeded && (!member.hasWorked || !await this.#hire().ready.promise)) return;
    if (member.job === null) this.#lose(member, lost("it had no work"));
  }

  #abort(job: Job): void {
    const place = this.#waiting.indexOf(job);
    if (place >= 0) {
      this.#waiting.splice(place, 1);
      job.reject(job.options.signal?.reason);
      return;
    }
    for (const member of this.#members) {
      if (member.job !== job) continue;
      Atomics.store(member.stopFlag, 0, 1);
      member.graceTimer = setTimeout(() => this.#lose(member, lost("it did not stop")), this.#options.stopGraceMs);
    }
  }

  #lose(member: Member, cause: DomainError): void {
    if (!this.#members.delete(member)) return;
    member.ready.resolve(false);
    const job = member.job;
    release(member);
    if (member.idleTimer !== null) clearTimeout(member.idleTimer);
    member.worker.onmessage = null;
    member.worker.terminate();
    job?.reject(isAborted(job) ? job.options.signal?.reason : cause);
    this.#dispatch();
    // One that could not even start would be followed by as many as fail like it.
    if (!this.#closed && member.isLoaded && this.started < this.#options.ready) this.#hire();
  }
}

interface Job {
  readonly name: string;
  readonly inputs: unknown;
  readonly options: RunOptions;
  readonly resolve: (output: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

interface Member {
  readonly worker: Worker;
  readonly stopFlag: Int32Array<SharedArrayBuffer>;
  /** Whether its code was loaded, or it was lost before. */
  readonly ready: PromiseWithResolvers<boolean>;
  isLoaded: boolean;
  job: Job | null;
  /** Whether computations may have left something of their memory. */
  hasWorked: boolean;
  graceTimer: ReturnType<typeof setTimeout> | null;
  /** Runs while it has no work. */
  idleTimer: ReturnType<typeof setTimeout> | null;
}

function release(member: Member): void {
  member.job = null;
  if (member.graceTimer !== null) clearTimeout(member.graceTimer);
  member.graceTimer = null;
}

function isAborted(job: Job): boolean {
  return job.options.signal?.aborted ?? false;
}

function post(worker: Worker, message: MessageToWorker): void {
  worker.postMessage(message, buffersOf(message));
}

function lost(how: string, inside?: string): DomainError {
  const error = new DomainError("worker_lost", `The worker that computed was lost: ${how}`);
  if (inside !== undefined) error.cause = inside;
  return error;
}
