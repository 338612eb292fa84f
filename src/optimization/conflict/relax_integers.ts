import type { Relaxation } from "../../domain/errors.ts";
import type { Kernels } from "../../kernels/mod.ts";
import type { HeldCount, LimitName } from "../problem.ts";
import { judgeRules, type Verdict } from "./judge_rules.ts";
import type { IntegerRule, RuleSystem } from "./rule_system.ts";
import type { WorkBudget } from "../work/work_budget.ts";

interface RelaxIntegersOptions {
  readonly kernels: Kernels;
  readonly budget: WorkBudget;
}

/**
 * For each limit of an integer rule, finds the least change that alone makes all rules feasible; `to` is null if none
 * does. Undecided limits are omitted. The feasible set grows with the change, so bisection finds the least one. Throws
 * `OutOfWork`.
 */
export function relaxationsOfIntegers(
  system: RuleSystem,
  one: IntegerRule,
  options: RelaxIntegersOptions,
): readonly Relaxation[] {
  const { family, asked } = one;
  if (!("count" in asked)) {
    const met = (leastSize: number): Verdict => judgeWith(system, one, { leastSize }, options);
    const to = largestSize(asked.leastSize, met);
    return to === "undecided" ? [] : [{ family, rule: null, limit: "min", from: asked.leastSize, to }];
  }
  const { count } = asked, { rule, members } = count;
  const all = members.reduce((sum, member) => sum + member, 0);
  return (["min", "max"] as const).flatMap((limit) => {
    const from = count[limit];
    if (from === (limit === "min" ? 0 : Infinity)) return [];
    const met = (to: number): Verdict => judgeWith(system, one, { count: withLimit(count, limit, to) }, options);
    const to = nearestCount(from, limit === "min" ? 0 : all, met);
    return to === "undecided" ? [] : [{ family, rule, limit, from, to }];
  });
}

function withLimit(count: HeldCount, limit: LimitName, to: number): HeldCount {
  return { ...count, [limit]: to };
}

/** Judges all rules of the system with one integer rule replaced by another. */
function judgeWith(
  system: RuleSystem,
  one: IntegerRule,
  asked: IntegerRule["asked"],
  options: RelaxIntegersOptions,
): Verdict {
  const integers = system.integers.map((other) => other === one ? { ...one, asked } : other);
  const rules = new Set(system.rules.keys());
  rules.delete(system.place.get(one.key) ?? -1);
  return judgeRules(system, { rules, integers }, options);
}

/**
 * The count nearest to `from`, towards `furthest`, with which the rules are met; null if there is none. `from` is known
 * to break the rules.
 */
function nearestCount(from: number, furthest: number, met: (count: number) => Verdict): number | null | "undecided" {
  let broken = from, kept = furthest;
  const last = met(kept);
  if (last !== "met") return last === "broken" ? null : last;
  while (Math.abs(kept - broken) > 1) {
    const between = Math.round((kept + broken) / 2), verdict = met(between);
    if (verdict === "undecided") return verdict;
    if (verdict === "met") kept = between;
    else broken = between;
  }
  return kept;
}

/**
 * A least size is reported with the fewest significant digits that change it by at most `MISSED`, or else with `DIGITS`
 * of them.
 */
const DIGITS = 8, MISSED = 5e-9;
const HALVINGS = 34;

/** Weights below this size count as 0. */
const SMALLEST = 1e-8;

/**
 * The largest least size below `from` with which the rules are met; null if there is none. `from` is known to break the
 * rules.
 */
function largestSize(from: number, met: (size: number) => Verdict): number | null | "undecided" {
  let kept = SMALLEST, broken = from;
  const last = met(kept);
  if (last !== "met") return last === "broken" ? null : last;
  for (let step = 0; step < HALVINGS; step++) {
    const between = (kept + broken) / 2, verdict = met(between);
    if (verdict === "met") kept = between;
    else broken = between;
  }
  for (let digits = 1; digits <= DIGITS; digits++) {
    const short = Number(kept.toPrecision(digits));
    if (Math.abs(kept - short) <= MISSED && met(short) === "met") return short;
  }
  const digit = 10 ** (Math.floor(Math.log10(kept)) + 1 - DIGITS);
  return Number((kept - digit).toPrecision(DIGITS));
}
