import { fitting } from "./fitting.ts";
import type { Conflict, ConflictingRule } from "../domain/errors.ts";

/** Largest size, in bytes of JSON, of the rule conflict in one answer. */
export const MOST_CONFLICT_BYTES = 240 * 1_024;

/**
 * Returns a rule conflict shortened to fit into an answer. Relaxations (changes of limits) may take half of the size;
 * the first rules take the rest, followed by a count of the rules left out.
 */
export function toldConflict(conflict: Conflict, mostBytes: number = MOST_CONFLICT_BYTES): Required<Conflict> {
  const { rules, minimum, relaxation = [], jointRelaxation = [] } = conflict;
  const alone = fitting(relaxation, mostBytes / 4), some = fitting(jointRelaxation, mostBytes / 4);
  // A joint relaxation only works as a whole, so it is dropped if some of its changes do not fit.
  const together = some.items.length < jointRelaxation.length ? { items: [], bytes: 0 } : some;
  const told = fitting(rules, mostBytes - alone.bytes - together.bytes).items;
  const untold = rules.length - told.length;
  return {
    rules: untold === 0 ? told : [...told, countOf(untold)],
    minimum,
    relaxation: alone.items,
    jointRelaxation: together.items,
  };
}

function countOf(untold: number): ConflictingRule {
  return { family: "", rule: null, detail: `Cannot list ${untold} more rules` };
}
