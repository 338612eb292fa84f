import type { Relaxation } from "../../domain/errors.ts";
import type { WeightProgram } from "../weights/weight_program.ts";
import type { Problem } from "../problem.ts";
import { relaxationsOf, type RelaxOptions } from "./relax_limits.ts";
import { keyOf, ruleSystem } from "./rule_system.ts";

/**
 * For each limit that was sent the least change, and a little more, that alone lets weights keep all rules and what is
 * `added` to them, which they cannot as they are; those alone for which there is one. Rules on which weights are 0 stay
 * as they are.
 */
export function relaxationsBeside(
  problem: Problem,
  added: (lowered: WeightProgram) => void,
  options: RelaxOptions,
): readonly Relaxation[] {
  const system = ruleSystem(problem, added);
  const fixed = new Set(system.integers.map(({ key }) => key));
  const rules = system.rules.flatMap((rule, k) => rule.isSent && !fixed.has(keyOf(rule)) ? [k] : []);
  const parts = [...system.parts.min, ...system.parts.max].filter((part) => part !== null);
  return relaxationsOf(system, { rules, parts }, { ...options, accepts: () => true })
    .flatMap((one) => one.to === null ? [] : [{ ...one, to: looser(one.to, one) }]);
}

/**
 * Shares of a change by which it is made larger, at least and at most: what is added is met to its last digit only by
 * what leaves some room.
 */
const ROOM = 1e-6, MOST_ROOM = 1e-4;

/** The shortest limit that leaves room, and on the same side of 0. */
function looser(limit: number, { limit: name, from }: Pick<Relaxation, "limit" | "from">): number {
  const sign = name === "min" ? -1 : 1, change = Math.abs(limit - from);
  const least = limit + sign * ROOM * change;
  if (limit === 0 || least * limit <= 0) return limit;
  const leading = Math.floor(Math.log10(Math.abs(least)));
  for (let place = leading; place > leading - 15; place--) {
    const unit = 10 ** -place, short = sign * Math.ceil(sign * least * unit) / unit;
    if (short * limit > 0 && Math.abs(short - limit) <= MOST_ROOM * change) return short;
  }
  return least;
}
