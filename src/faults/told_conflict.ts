import type { Conflict, ConflictingRule } from "../domain/errors.ts";

/** Of the rules of one answer as JSON. */
export const MOST_CONFLICT_BYTES = 240 * 1_024;

/** A conflict as an answer tells it: the rules that come first, as many as fit, and behind them how many do not. */
export function toldConflict({ rules, minimum }: Conflict, mostBytes: number = MOST_CONFLICT_BYTES): Conflict {
  const told: ConflictingRule[] = [];
  let bytes = 0;
  for (const rule of rules) {
    bytes += new TextEncoder().encode(JSON.stringify(rule)).length;
    if (bytes > mostBytes) break;
    told.push(rule);
  }
  const untold = rules.length - told.length;
  return { rules: untold === 0 ? told : [...told, countOf(untold)], minimum };
}

function countOf(untold: number): ConflictingRule {
  return { family: "", rule: null, detail: `Cannot list ${untold} more rules` };
}
