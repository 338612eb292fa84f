import type { RateLimitRule, RateLimitState } from "./rate_limit_rule.ts";

/**
 * Type of a rate limit token that is reserved while an attempt (such as a sign-in) runs. The token counts as used only
 * if the attempt failed.
 */
export interface Reservation {
  /** State of the rate limit after the attempt to reserve a token. If it is not `allowed`, no token is reserved. */
  readonly state: RateLimitState;
  /**
   * Ends the reservation of the rate limit token. If the attempt does not count, the token returns to the minute from
   * which it was taken. Must be called once.
   */
  settle(isCounted: boolean): Promise<void>;
}

/** Type of a token taken from a rate limit, with the function that gives it back. */
export interface Taken {
  readonly state: RateLimitState;
  giveBack(): Promise<void>;
}

export type Reserve = (rule: RateLimitRule, subject: string) => Promise<Reservation>;

/**
 * Largest number of attempts of one subject (an account or an address) that wait for others to end. Further attempts do
 * not wait: they are refused at once if no token is free.
 */
const WAITING_AT_MOST = 100;

/**
 * Returns the function that reserves tokens of a rate limit. If no token is free while running attempts of this process
 * hold some, a new attempt waits for them in order of arrival. If none holds any, or too many attempts wait, it is
 * refused. Reservations of other processes are not waited for.
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
  /** Number of rate limit tokens that running attempts of this queue have reserved. */
  reserved: number;
  /** Number of attempts of this queue that have ended. */
  settled: number;
  last: Promise<unknown>;
  /**
   * Callback that wakes the first waiting attempt in the queue; null if none waits. Only that attempt asks for a rate
   * limit token.
   */
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
    // If another attempt ended while this one asked for a rate limit token, a token may be free again: it asks again
    // at once and does not wait.
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
