import type { ShareOffer } from "./messages.ts";
import type { ShareClaims } from "./share_claims.ts";
import type { PoolWorker } from "./pool_worker.ts";
import type { RunOptions } from "./run_options.ts";

/** A computation that a worker of a pool computes, or that waits for a worker. */
export interface Job {
  readonly name: string;
  readonly inputs: unknown;
  readonly options: RunOptions;
  readonly resolve: (output: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** A worker of a pool, with what it does at the moment: it computes, helps another worker, or is free. */
export interface Member {
  readonly worker: PoolWorker;
  readonly stopFlag: Int32Array<SharedArrayBuffer>;
  /** Promise that resolves to true when the worker has loaded its code, and to false if the worker is lost first. */
  readonly ready: PromiseWithResolvers<boolean>;
  /** Number of the worker in its pool, from 1 on, by which it takes shares. */
  readonly number: number;
  isLoaded: boolean;
  job: Job | null;
  /** Shares that the computation of the worker has offered; null if it has offered none. */
  offer: Offer | null;
  /** What the worker helps with; null if it helps nobody. */
  loan: Loan | null;
  /** Whether the worker has run a computation, which may have left memory behind. */
  hasWorked: boolean;
  graceTimer: ReturnType<typeof setTimeout> | null;
  /** Timer that ends the worker when it has had no work for a time. */
  idleTimer: ReturnType<typeof setTimeout> | null;
}

/** Shares that a computation has offered to idle workers. */
export interface Offer extends Omit<ShareOffer, "claims"> {
  readonly claims: ShareClaims;
}

/** An idle worker's help with the shares of another one. */
export interface Loan {
  readonly owner: Member;
  readonly offer: Offer;
}

/** A worker whose computation has offered shares. */
export type Owner = Member & { readonly offer: Offer };
/** A worker that helps another one. */
export type Helper = Member & { readonly loan: Loan };

/** Whether a worker neither computes nor helps. */
export function isFree({ job, loan }: Member): boolean {
  return job === null && loan === null;
}

/** Whether the computation of a worker has offered shares. */
export function isOwner(member: Member): member is Owner {
  return member.offer !== null;
}

/** Whether a worker helps another one. */
export function isHelper(member: Member): member is Helper {
  return member.loan !== null;
}

/** Counted work of the open shares for each worker that is started for them: a start takes a quarter of a second. */
export const WORK_OF_START = 2_000;

/** Returns the number of workers whose start is worth its time for the shares of an offer that are still open. */
export function startsFor({ work, count, claims: { open } }: Offer): number {
  return Math.min(open, Math.floor(work * open / count / WORK_OF_START));
}

/** Raises the stop flag of a worker. */
export function stop({ stopFlag }: Member): void {
  Atomics.store(stopFlag, 0, 1);
}

/** Notes that a worker has nothing to do. */
export function release(member: Member): void {
  member.job = null;
  member.offer = null;
  member.loan = null;
  if (member.graceTimer !== null) clearTimeout(member.graceTimer);
  member.graceTimer = null;
}
