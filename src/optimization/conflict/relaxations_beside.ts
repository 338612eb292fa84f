import type { Relaxation } from "../../domain/errors.ts";
import type { WeightProgram } from "../weights/weight_program.ts";
import type { Problem } from "../problem.ts";
import { relaxationsOf, type RelaxOptions } from "./relax_limits.ts";
import { keyOf, ruleSystem } from "./rule_system.ts";

/**
 * Takes rules that can be met, but not together with the rows that `added` adds. For each requested limit, finds the
 * least change that alone makes rules and rows feasible together, and enlarges it slightly. Limits without such a
 * change are omitted, and integer rules are not changed.
 */
export function relaxationsBeside(
  problem: Problem,
  added: (lowered: WeightProgram) => void,
  options: RelaxOptions,
): readonly Relaxation[] {
  const system = ruleSystem(problem, added);
  const fixed = new Set(system.integers.map(({ key }) => key));
  const rules = system.rules.flatMap((rule, k) => rule.origin === "sent" && !fixed.has(keyOf(rule)) ? [k] : []);
  const parts = [...system.parts.min, ...system.parts.max].filter((part) => part !== null);
  return relaxationsOf(system, { rules, parts }, { ...options, accepts: () => true })
    .flatMap((one) => one.to === null ? [] : [{ ...one, to: looser(one.to, one) }]);
}

/**
 * Least and largest share of a change by which it is enlarged. Without slack the added rows would be met only to the
 * last digit.
 */
const ROOM = 1e-6, MOST_ROOM = 1e-4;

/**
 * Returns the number of fewest digits that enlarges the change between `from` and `limit` by a share between `ROOM` and
 * `MOST_ROOM` and has the sign of `limit`.
 */
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
