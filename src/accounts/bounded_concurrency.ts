/** Error that refuses a task because too many tasks already wait in the queue. */
export class TooMuchWaiting extends Error {
  constructor(waiting: number) {
    super(`Cannot take more work while ${waiting} tasks wait`);
    this.name = "TooMuchWaiting";
  }
}

/**
 * Type of a function that limits how many tasks run at the same time. It runs a task once a place is free and returns
 * its result. Tasks start in the order of the calls.
 */
export type Bounded = <Result>(task: () => Promise<Result>) => Promise<Result>;

/**
 * Returns a function that runs at most `running` tasks at once and keeps at most `waiting` more in a queue. A further
 * call throws {@linkcode TooMuchWaiting}.
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
      // A finished task hands its place straight to the next one in the queue, so that a new call cannot overtake the
      // queue.
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
