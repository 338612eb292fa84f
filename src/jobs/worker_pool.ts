import { DomainError } from "../domain/errors.ts";
import { errorOfData, type MessageFromWorker, type MessageToWorker, type PhasesMs } from "./messages.ts";
import type { ProgressListener } from "../computations/computation.ts";
import { buffersOf } from "./transfer.ts";
import { MAY_GIVE_WAY, workerPermissions } from "./worker_permissions.ts";

/** Type that maps the names of a pool's computations to the types of their inputs and outputs. */
export type Computations = { readonly [name: string]: { readonly inputs: unknown; readonly output: unknown } };

export interface WorkerPoolOptions {
  /** Largest number of workers. They start when there is work for them, or by `warm`. */
  readonly workers: number;
  /** Address of the module that the worker threads run; `worker.ts` if absent. */
  readonly module?: URL;
  /** Milliseconds that a worker may take to obey its stop flag before it is abandoned; 3,000 if absent. */
  readonly stopGraceMs?: number;
  /**
   * Amount added to the POSIX `nice` value of the worker threads, so that they give way to the thread that answers
   * requests; 10 if absent. Applies only on Linux with the permission `sys` for both priority functions; otherwise the
   * priority is unchanged.
   */
  readonly niceness?: number;
  /**
   * Milliseconds that a worker without work is kept, or a function that is asked for them when its work ends; forever
   * if absent. Ending the worker frees memory that computations left behind, because no runtime frees the heap of a
   * sleeping thread.
   */
  readonly idleMs?: number | (() => number);
  /** Whether the worker threads may start the runtime as a process; false if absent. */
  readonly startsRuntime?: boolean;
  /** Whether the engine's sampler may watch the worker threads, for a profile; false if absent. */
  readonly isSampled?: boolean;
  /**
   * Number of workers that the pool keeps ready after `warm` was called, fewer than `workers`. When a loaded worker
   * ends and fewer are left, a new one replaces it.
   */
  readonly ready?: number;
}

export interface RunOptions {
  /**
   * Signal that stops the computation by raising the worker's stop flag. `run` then rejects with the signal's reason,
   * once the worker has stopped or is abandoned.
   */
  readonly signal?: AbortSignal;
  readonly onProgress?: ProgressListener;
  /** Called once with the milliseconds of each phase, before the promise of a finished computation resolves. */
  readonly onPhases?: (phasesMs: PhasesMs) => void;
}

/**
 * Pool of Web Workers. Each worker computes one computation at a time, in the order of the requests. A crashed worker
 * is replaced and its computation rejected with `worker_lost`. A worker that does not obey its stop flag is abandoned
 * (Deno cannot end a busy loop) and replaced.
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
      isSampled: false,
      idleMs: Infinity,
      ready: 0,
      ...options,
    };
  }

  /** Number of workers of the pool that currently exist. */
  get started(): number {
    return this.#members.size;
  }

  /** Number of computations that the pool runs at the same time. */
  get workers(): number {
    return this.#options.workers;
  }

  /**
   * Runs a computation in a worker. The buffers of typed arrays in `inputs` are transferred and empty afterwards.
   * Rejects with the error of the computation.
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
   * Starts the given number of workers (all if absent) one after the other, so that later work finds their code loaded.
   * Resolves when this number is ready, the pool is closed, or a worker is lost; in the last case the next computation
   * reports the error.
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

  /** Ends all workers of the pool; waiting and running computations are rejected with `worker_lost`. */
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
    const [first] = free;
    if (first !== undefined) return free.find(({ isLoaded }) => isLoaded) ?? first;
    return this.#members.size < this.#options.workers ? this.#hire() : null;
  }

  #hire(): Member {
    const { module, startsRuntime, isSampled } = this.#options;
    const niceness = MAY_GIVE_WAY ? this.#options.niceness : null;
    const permissions = workerPermissions(module, { startsRuntime, isSampled });
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
    else if (message.type === "done") {
      job.options.onPhases?.(message.phasesMs);
      job.resolve(message.output);
    } else if (message.type === "failed") job.reject(errorOfData(message.error));
    else job.reject(lost("it stopped without being asked"));
    this.#dispatch();
    this.#rest(member);
  }

  #rest(member: Member): void {
    if (member.job !== null) return;
    const { idleMs: given } = this.#options;
    const idleMs = typeof given === "number" ? given : given();
    if (member.idleTimer !== null) clearTimeout(member.idleTimer);
    member.idleTimer = null;
    if (idleMs === Infinity) return;
    member.idleTimer = setTimeout(() => this.#retire(member), idleMs);
  }

  /**
   * Ends a worker of the pool that stayed without work, unless it must stand ready and has not computed anything yet.
   * If a worker must stand ready, its replacement is loaded first.
   */
  async #retire(member: Member): Promise<void> {
    // Workers do not end while others start, because a caller of `warm` that needs several at once would otherwise wait
    // forever.
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
    // A worker that failed to start is not replaced, because its replacements would fail in the same way.
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
  /** Promise that resolves to true when the worker has loaded its code, and to false if the worker is lost first. */
  readonly ready: PromiseWithResolvers<boolean>;
  isLoaded: boolean;
  job: Job | null;
  /** Whether the worker has run a computation, which may have left memory behind. */
  hasWorked: boolean;
  graceTimer: ReturnType<typeof setTimeout> | null;
  /** Timer that ends the worker when it has had no work for a time. */
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
  const error = new DomainError("worker_lost", `The worker of the computation was lost: ${how}`);
  if (inside !== undefined) error.cause = inside;
  return error;
}
