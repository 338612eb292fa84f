import type { RateLimitRule, RateLimitState } from "./rate_limit_rule.ts";

/** A token that is reserved while an attempt runs, and stays counted only if the attempt counts. */
export interface Reservation {
  /** Not `allowed`: nothing is reserved. */
  readonly state: RateLimitState;
  /** Tells how the attempt ended; what does not count goes back to the minute it was taken from. To be called once. */
  settle(isCounted: boolean): Promise<void>;
}

/** A token as the count handed it out. */
export interface Taken {
  readonly state: RateLimitState;
  giveBack(): Promise<void>;
}

export type Reserve = (rule: RateLimitRule, subject: string) => Promise<Reservation>;

/** Attempts on one subject that wait for others to end; beyond these an attempt is refused at once. */
const WAITING_AT_MOST = 100;

/**
 * Reservations over a count. One is refused only when the count is full of what counts: while attempts of this process
 * have tokens reserved, it waits for them to end, in the order of the calls. Those of other processes are not waited
 * for.
 */
export function reservations(take: (rule: RateLimitRule, subject: string) => Promise<Taken>): Reserve {
  const queues = new Map<string, Queue>();
  return async (rule, subject) => {
    const id = `${rule.name} ${subject}`;
    const queue = queues.get(id) ?? { waiting: 0, reserved: 0, settled: 0, last: Promise.resolve(), wake: null };
    queues.set(id, queue);
    const forget = (): void => {
      if (queue.waiting === 0 && queue.reserved === 0) queues.delete(id);
    };
    const takeOne = (): Promise<Taken> => take(rule, subject);
    const isPatient = queue.waiting++ < WAITING_AT_MOST;
    try {
      const taken = await (isPatient ? inTurn(queue, () => takeWhenSettled(queue, takeOne)) : takeNow(queue, takeOne));
      return reservationOf(taken, queue, forget);
    } finally {
      queue.waiting--;
      forget();
    }
  };
}

interface Queue {
  waiting: number;
  /** Tokens of attempts that run. */
  reserved: number;
  /** How many attempts have ended. */
  settled: number;
  last: Promise<unknown>;
  /** Of the first in the queue: it alone asks the count. */
  wake: (() => void) | null;
}

function inTurn(queue: Queue, task: () => Promise<Taken>): Promise<Taken> {
  const turn = queue.last.then(task);
  const ended = (): void => undefined;
  queue.last = turn.then(ended, ended);
  return turn;
}

async function takeWhenSettled(queue: Queue, take: () => Promise<Taken>): Promise<Taken> {
  while (true) {
    const { settled } = queue;
    const taken = await takeNow(queue, take);
    const isFull = queue.settled === settled && queue.reserved === 0;
    if (taken.state.allowed || isFull) return taken;
    // An attempt that ended while the count was asked may have given its token back: then it is asked again at once.
    if (queue.settled === settled) await new Promise<void>((wake) => queue.wake = wake);
  }
}

async function takeNow(queue: Queue, take: () => Promise<Taken>): Promise<Taken> {
  const taken = await take();
  if (taken.state.allowed) queue.reserved++;
  return taken;
}

function reservationOf({ state, giveBack }: Taken, queue: Queue, forget: () => void): Reservation {
  return {
    state,
    async settle(isCounted) {
      if (!state.allowed) return;
      try {
        if (!isCounted) await giveBack();
      } finally {
        queue.reserved--;
        queue.settled++;
        queue.wake?.();
        queue.wake = null;
        forget();
      }
    },
  };
}
