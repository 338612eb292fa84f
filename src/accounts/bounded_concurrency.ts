/** Thrown when more work waits than the bound allows. */
export class TooMuchWaiting extends Error {
  constructor(waiting: number) {
    super(`Cannot take more work while ${waiting} wait`);
    this.name = "TooMuchWaiting";
  }
}

/** Runs a task as soon as a place is free, in the order of the calls. */
export type Bounded = <Result>(task: () => Promise<Result>) => Promise<Result>;

/**
 * At most `running` tasks at once and `waiting` more in a queue; beyond that a call throws {@linkcode TooMuchWaiting}.
 */
export function boundedConcurrency(limits: { running: number; waiting: number }): Bounded {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < limits.running) running++;
    else if (queue.length >= limits.waiting) throw new TooMuchWaiting(queue.length);
    else await new Promise<void>((start) => queue.push(start));
    try {
      return await task();
    } finally {
      // A place is handed on, never set free, while somebody waits: a newcomer cannot slip in before the queue.
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
