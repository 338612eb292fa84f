import { DomainError } from "../domain/errors.ts";
import { errorOfData, type MessageFromWorker, type MessageToWorker, type ShareNews } from "./messages.ts";
import {
  type Helper,
  isFree,
  isHelper,
  isOwner,
  type Job,
  type Loan,
  type Member,
  type Owner,
  release,
  startsFor,
  stop,
} from "./pool_member.ts";
import { lostWorker } from "./lost_worker.ts";
import type { PoolWorker, PoolWorkerListener } from "./pool_worker.ts";
import { processWorker, type ProcessWorkerOptions } from "./process_worker.ts";
import type { RunOptions } from "./run_options.ts";
import { LendableWorkers } from "./lendable_workers.ts";
import { ShareClaims } from "./share_claims.ts";
import { threadWorker } from "./thread_worker.ts";
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
  /** Asked when a worker has been without work for `idleMs`: whether it stays for as long again; never if absent. */
  readonly isKept?: () => boolean;
  /** Whether the worker threads may start the runtime as a process; false if absent. */
  readonly startsRuntime?: boolean;
  /** Whether the engine's sampler may watch the worker threads, for a profile; false if absent. */
  readonly isSampled?: boolean;
  /**
   * Number of workers that the pool keeps ready after `warm` was called, fewer than `workers`. When a loaded worker
   * ends and fewer are left, a new one replaces it.
   */
  readonly ready?: number;
  /**
   * Limits of the processes that take the place of worker threads, each of which computes one computation at a time and
   * takes no shares of another one; null or absent for threads.
   */
  readonly isolation?: ProcessIsolation | null;
}

/** Limits of a process that computes for a pool. */
export type ProcessIsolation = Pick<ProcessWorkerOptions, "memoryMiB">;

/**
 * Pool of Web Workers. Each worker computes one computation at a time, in the order of the requests. A crashed worker
 * is replaced and its computation rejected with `worker_lost`. A worker that does not obey its stop flag is abandoned
 * (Deno cannot end a busy loop) and replaced.
 *
 * A worker that has no computation helps another one with the shares that its computation offers. As soon as a
 * computation waits for a worker, the stop flag of a helper is raised, and the helper gives back the share that it has
 * not finished. A helper that is lost gives its share back too, and no computation fails for that.
 */
export class WorkerPool<Known extends Computations> {
  readonly #options: Required<WorkerPoolOptions>;
  readonly #members = new Set<Member>();
  readonly #waiting: Job[] = [];
  #closed = false;
  /** Ends of workers that are under way. */
  readonly #ending = new Set<Promise<void>>();
  /** Whether the worker that was loaded or lost last could be loaded. Otherwise no worker is started for shares. */
  #canStart = true;
  /** Number of workers that the pool has started so far. */
  #hired = 0;
  #loans = 0;
  readonly #lendable = new LendableWorkers();

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
      isKept: () => false,
      ready: 0,
      isolation: null,
      ...options,
    };
  }

  /** Number of workers of the pool that currently exist. */
  get started(): number {
    return this.#members.size;
  }

  /** Number of workers of the pool that compute, or help another one, at the moment. */
  get busy(): number {
    return [...this.#members].filter((member) => !isFree(member)).length;
  }

  /** Number of times that a worker of the pool has begun to help another one. */
  get loans(): number {
    return this.#loans;
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

  /**
   * Ends all workers of the pool; waiting and running computations are rejected with `worker_lost`. Resolves when the
   * processes of workers have ended.
   */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) job.reject(new DomainError("worker_lost", "The workers were closed"));
    for (const member of [...this.#members]) {
      stop(member);
      this.#lose(member, new DomainError("worker_lost", "The workers were closed"));
    }
    await Promise.all(this.#ending);
  }

  /** Gives the waiting computations to free workers, and lends the workers that nobody waits for. */
  #dispatch(): void {
    while (this.#waiting.length > 0) {
      const member = this.#freeMember();
      const job = member && this.#waiting.shift();
      if (!member || !job) {
        this.#callBack(this.#waiting.length);
        break;
      }
      this.#assign(member, job);
    }
    if (this.#waiting.length === 0) this.#lend();
    this.#noteLendable();
  }

  /** Tells the workers whether there is somebody to lend, so that no computation offers shares in vain. */
  #noteLendable(): void {
    const isIdle = [...this.#members].some((member) => isFree(member) && member.isLoaded);
    const canStart = this.#canStart && this.started < this.#options.workers;
    if (this.#closed || this.#waiting.length > 0) this.#lendable.note("nobody");
    else this.#lendable.note(isIdle ? "idle" : canStart ? "startable" : "nobody");
  }

  #freeMember(): Member | null {
    const free = [...this.#members].filter(isFree), loaded = free.find(({ isLoaded }) => isLoaded);
    // A helper is back sooner than another worker is loaded.
    if (loaded !== undefined || this.#helpers().length > 0) return loaded ?? null;
    return free[0] ?? (this.#members.size < this.#options.workers ? this.#hire() : null);
  }

  #helpers(): readonly Helper[] {
    return [...this.#members].filter(isHelper);
  }

  /** Asks helpers to stop, so that at least `count` of them are free soon. */
  #callBack(count: number): void {
    for (const helper of this.#helpers().slice(0, count)) this.#recall(helper);
  }

  #recall(helper: Member): void {
    if (helper.graceTimer !== null) return;
    stop(helper);
    helper.graceTimer = setTimeout(() => this.#lose(helper, lostWorker("it did not stop")), this.#options.stopGraceMs);
  }

  /**
   * Lends loaded workers without a computation to the computations with open shares, first to the one with the fewest
   * helpers. Starts further workers where the shares take much longer than their start.
   */
  #lend(): void {
    if (this.#closed) return;
    for (;;) {
      const helper = [...this.#members].find((member) => isFree(member) && member.isLoaded);
      const owner = helper && this.#neediest();
      if (helper === undefined || owner === undefined) break;
      this.#lendTo(owner, helper);
    }
    const most = Math.max(0, ...[...this.#members].filter(isOwner).map(({ offer }) => startsFor(offer)));
    const { workers } = this.#options;
    while (this.#canStart && this.started < workers && this.#loading().length < most) this.#hire();
  }

  /** Returns the worker whose computation has open shares and the fewest helpers; undefined if there is none. */
  #neediest(): Owner | undefined {
    const helpers = this.#helpers();
    const helpersOf = (owner: Member): number => helpers.filter(({ loan }) => loan.owner === owner).length;
    return [...this.#members].filter(isOwner).filter(({ offer }) => offer.claims.areOpen)
      .toSorted((a, b) => helpersOf(a) - helpersOf(b))[0];
  }

  #lendTo(owner: Owner, helper: Member): void {
    const { offer } = owner, { claims, ...sent } = offer;
    const message: MessageToWorker = {
      type: "help",
      offer: { ...sent, claims: claims.buffer },
      helper: helper.number,
    };
    Atomics.store(helper.stopFlag, 0, 0);
    if (helper.idleTimer !== null) clearTimeout(helper.idleTimer);
    helper.loan = { owner, offer };
    this.#loans++;
    helper.hasWorked = true;
    // The basis is copied, not transferred, because every helper gets it.
    helper.worker.post(message, []);
  }

  /** Ends a loan. The share that the helper has not finished goes back to its owner, or to everybody. */
  #endLoan(helper: Helper, { toOwner }: { readonly toOwner: boolean }): void {
    const { loan } = helper;
    loan.offer.claims.giveBack(helper.number, { toOwner });
    release(helper);
    tell(loan, null);
  }

  /** Ends what a computation offered, which is over: its helpers are called back. */
  #endOffer(owner: Member): void {
    owner.offer = null;
    for (const helper of this.#helpers()) {
      if (helper.loan.owner === owner) this.#recall(helper);
    }
  }

  #hire(): Member {
    const niceness = MAY_GIVE_WAY ? this.#options.niceness : null;
    const worker = this.#start({
      hear: (message) => this.#hear(member, message),
      lose: (cause) => this.#lose(member, cause),
    });
    const stopFlag = new Int32Array(new SharedArrayBuffer(4));
    const state = { isLoaded: false, job: null, offer: null, loan: null, hasWorked: false };
    const timers = { graceTimer: null, idleTimer: null };
    const member: Member = {
      number: ++this.#hired,
      worker,
      stopFlag,
      ready: Promise.withResolvers(),
      ...state,
      ...timers,
    };
    post(worker, { type: "start", stopFlag: stopFlag.buffer, niceness, lendable: this.#lendable.buffer });
    this.#members.add(member);
    return member;
  }

  #start(listener: PoolWorkerListener): PoolWorker {
    const { module, startsRuntime, isSampled, isolation } = this.#options;
    const permissions = workerPermissions(module, { startsRuntime, isSampled });
    return isolation === null
      ? threadWorker({ module, permissions }, listener)
      : processWorker({ module, permissions, ...isolation }, listener);
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
      this.#canStart = true;
      this.#dispatch();
      return this.#rest(member);
    }
    if (isHelper(member)) return this.#hearHelper(member, message);
    const job = member.job;
    if (job === null) return;
    if (message.type === "progress") {
      if (!isAborted(job)) job.options.onProgress?.(message.progress);
      return;
    }
    if (message.type === "offer") {
      this.#endOffer(member);
      member.offer = { ...message.offer, claims: new ShareClaims(message.offer.claims) };
      return this.#dispatch();
    }
    if (message.type === "share" || message.type === "helped") return;
    this.#endOffer(member);
    release(member);
    if (isAborted(job)) job.reject(job.options.signal?.reason);
    else if (message.type === "done") {
      job.options.onPhases?.(message.phasesMs);
      job.resolve(message.output);
    } else if (message.type === "failed") job.reject(errorOfData(message.error));
    else job.reject(lostWorker("it stopped without being asked"));
    this.#dispatch();
    this.#rest(member);
  }

  /** Hears a worker that helps another one. Outputs go to the owner of the shares while it still waits for them. */
  #hearHelper(helper: Helper, message: MessageFromWorker): void {
    if (message.type === "share") {
      const { loan } = helper, { share, value } = message;
      if (loan.offer.claims.finish(share, helper.number)) tell(loan, { share, value });
    } else if (message.type === "helped") {
      this.#endLoan(helper, { toOwner: message.hasFailed });
      this.#dispatch();
      this.#rest(helper);
    }
  }

  #rest(member: Member): void {
    if (!isFree(member)) return;
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
    if (this.#loading().length > 0 || this.#options.isKept()) return this.#rest(member);
    const isNeeded = this.started <= this.#options.ready;
    if (isNeeded && (!member.hasWorked || !await this.#hire().ready.promise)) return;
    if (isFree(member)) this.#lose(member, lostWorker("it had no work"));
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
      // A process does not see the flag, and can be killed.
      if (this.#options.isolation !== null) return this.#lose(member, lostWorker("it was stopped"));
      stop(member);
      if (member.offer !== null) tell({ owner: member, offer: member.offer }, null);
      member.graceTimer = setTimeout(
        () => this.#lose(member, lostWorker("it did not stop")),
        this.#options.stopGraceMs,
      );
    }
  }

  #lose(member: Member, cause: DomainError): void {
    if (!this.#members.delete(member)) return;
    member.ready.resolve(false);
    if (!member.isLoaded) this.#canStart = false;
    const job = member.job;
    this.#endOffer(member);
    if (isHelper(member)) this.#endLoan(member, { toOwner: true });
    release(member);
    if (member.idleTimer !== null) clearTimeout(member.idleTimer);
    const ending = member.worker.terminate().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
    job?.reject(isAborted(job) ? job.options.signal?.reason : cause);
    this.#dispatch();
    // A worker that failed to start is not replaced, because its replacements would fail in the same way.
    if (!this.#closed && member.isLoaded && this.started < this.#options.ready) this.#hire();
  }
}

function isAborted(job: Job): boolean {
  return job.options.signal?.aborted ?? false;
}

function post(worker: PoolWorker, message: MessageToWorker): void {
  worker.post(message, buffersOf(message));
}

/** Sends news about shares to the worker that offered them, unless that offer is over. */
function tell({ owner, offer }: Loan, output: ShareNews["output"]): void {
  if (owner.offer === offer) post(owner.worker, { type: "news", news: { offer: offer.id, output } });
}
