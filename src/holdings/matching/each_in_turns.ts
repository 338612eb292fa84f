/**
 * Default number of items processed before other work on the thread gets its turn. Processing them takes a few
 * milliseconds.
 */
const AT_ONCE = 1_000;

/** Type of a function that waits so that other work gets its turn on this thread. */
export type NextTurn = () => Promise<void>;

/**
 * Calls the callback `take` for each item and awaits `nextTurn` after every `atOnce` items, so that other work on the
 * thread is not delayed.
 */
export async function eachInTurns<Item>(
  items: Iterable<Item>,
  take: (item: Item) => void | Promise<void>,
  { nextTurn, atOnce = AT_ONCE }: { readonly nextTurn: NextTurn; readonly atOnce?: number },
): Promise<void> {
  let taken = 0;
  for (const item of items) {
    await take(item);
    if (++taken % atOnce === 0) await nextTurn();
  }
}
