import { nextTurn } from "../runtime/next_turn.ts";
import type { PriceHistory } from "./provider.ts";

const HISTORIES_AT_ONCE = 25;

/**
 * Maps items one after the other and lets other work run after every `atOnce` items, because a history has thousands of
 * rows and a list tens of thousands.
 */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
  atOnce: number = HISTORIES_AT_ONCE,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const [i, item] of items.entries()) {
    results.push(map(item, i));
    if (i % atOnce === atOnce - 1) await nextTurn();
  }
  return results;
}

/** Returns every date that occurs in any of the price histories, ascending. */
export async function daysOf(histories: readonly Pick<PriceHistory, "dates">[]): Promise<readonly string[]> {
  const days = new Set<string>();
  await inTurns(histories, ({ dates }) => dates.forEach((date) => days.add(date)));
  return [...days].sort();
}
