import { nextTurn } from "../runtime/next_turn.ts";
import type { PriceHistory } from "./provider.ts";

const AT_ONCE = 25;

/**
 * Maps items one after the other and lets other work run after some of them, because a history has thousands of rows
 * and a list tens of thousands. Throws the reason of the signal once it is aborted: a process that stops waits for no
 * more of it.
 */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
  signal: AbortSignal,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const [i, item] of items.entries()) {
    results.push(map(item, i));
    if (i % AT_ONCE !== AT_ONCE - 1) continue;
    await nextTurn();
    signal.throwIfAborted();
  }
  return results;
}

/** Returns every date that occurs in any of the price histories, ascending. */
export async function daysOf(
  histories: readonly Pick<PriceHistory, "dates">[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const days = new Set<string>();
  await inTurns(histories, ({ dates }) => dates.forEach((date) => days.add(date)), signal);
  return [...days].sort();
}
