import type { Conflict, ConflictingRule } from "../domain/errors.ts";
import type { Kernels } from "../kernels/types.ts";
import { constrainByRules, rulesInForce } from "./constrain_by_rules.ts";
import type { ConstraintFamilyId, RuleValue } from "./constraint_family.ts";
import type { Problem } from "./problem.ts";
import { Affine, type Program, ProgramBuilder, type RowLabel } from "./program.ts";
import { DROPPED, restrict, wholeOf } from "./restriction.ts";
import { smallestHittingSet } from "./smallest_hitting_set.ts";
import { ruleKey } from "./solution.ts";

/** Rounds of the search for a smallest set; past it the set is irreducible, but may not be the smallest. */
const ROUNDS = 200;

/** How far rules may be broken and still count as met. */
const TOLERANCE = 1e-9;

/**
 * Why the rules of a problem cannot be met: a set with the fewest rules that conflict, null where they can be met. All weight
 * bounds, the sign of weights with them, count as one rule, and so do all locked assets; the budget and a sign of weights that is only a default do not count. By implicit hitting sets: a smallest set that
 * meets the complement of every satisfiable set found so far either conflicts, and is then a smallest conflict, or grows into
 * one more satisfiable set. Ignatiev, Previti, Liffiton, Marques-Silva (2015), Smallest MUS extraction with minimal hitting
 * set dualization, CP 2015.
 */
export function findConflict(problem: Problem, kernels: Kernels): Conflict | null {
  const system = ruleSystem(problem);
  const all = system.rules.map((_, k) => k);
  const isFeasible: Oracle = (rules, boundedParts) => canMeet(system, { rules: new Set(rules), boundedParts }, kernels);
  if (isFeasible(all)) return null;
  const complements: number[][] = [];
  const costs = system.rules.map(({ counts }) => counts ? 1 : 1e-3);
  for (let round = 0; round < ROUNDS; round++) {
    const candidate = smallestHittingSet(complements, costs);
    if (!isFeasible(candidate)) return { rules: named(system, candidate, isFeasible), minimum: true };
    complements.push(complementOfGrown(candidate, all, isFeasible));
  }
  return { rules: named(system, irreducible(all, isFeasible), isFeasible), minimum: false };
}

/** Whether some weights meet the rules of these indices, with the weight bounds of some parts alone if given. */
type Oracle = (rules: readonly number[], boundedParts?: ReadonlySet<string>) => boolean;

interface Rule {
  readonly family: ConstraintFamilyId;
  readonly rule: string | null;
  readonly counts: boolean;
}

interface RuleSystem {
  readonly program: Program;
  readonly assets: number;
  readonly rules: readonly Rule[];
  /** Places in `rules` by `ruleKey`. */
  readonly place: ReadonlyMap<string, number>;
  /** For each asset the part of the weight bounds that limits it: `default` for the limits that most assets have. */
  readonly parts: readonly string[];
  readonly limits: ReadonlyMap<string, RuleValue>;
}

/** The rule that a label counts as: all locked assets are one. */
function ruleOf({ family, rule }: RowLabel): string | null {
  return family === "locked" ? null : rule;
}

/** The rules as one program without an objective. */
function ruleSystem(problem: Problem): RuleSystem {
  const builder = new ProgramBuilder();
  const weights = builder.variables(problem.assets.length);
  const rulesOf = { ...problem, rules: rulesInForce(problem) };
  constrainByRules(builder, weights, rulesOf, Affine.constant(1));
  const program = builder.build();
  const values = rulesOf.rules.flatMap((bound) => bound.evaluate(new Float64Array(weights.count), problem));
  const rules = new Map<string, Rule>();
  const add = (rule: Rule): void => void rules.set(ruleKey(rule.family, rule.rule), rule);
  add({ family: "budget", rule: null, counts: false });
  const areBoundsGiven = problem.rules.some(({ id }) => id === "weight_bounds");
  if (areBoundsGiven || !problem.short) add({ family: "weight_bounds", rule: null, counts: areBoundsGiven });
  for (const { label } of program.blocks) {
    if (label !== null && label.family !== "budget") add({ family: label.family, rule: ruleOf(label), counts: true });
  }
  return {
    program,
    assets: weights.count,
    rules: [...rules.values()],
    place: new Map([...rules.keys()].map((key, k) => [key, k])),
    parts: boundParts(values.filter(({ family }) => family === "weight_bounds")),
    limits: new Map(values.map((value) => [ruleKey(value.family, value.rule), value])),
  };
}

function boundParts(values: readonly RuleValue[]): string[] {
  const keys = values.map(({ min, max }) => `${min}..${max}`);
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const [usual] = [...counts].reduce((most, entry) => entry[1] > most[1] ? entry : most, ["", 0]);
  return values.map(({ rule }, i) => keys[i] === usual || rule === null ? "default" : rule);
}

function canMeet(
  { program, assets, place, parts }: RuleSystem,
  { rules, boundedParts }: { rules: ReadonlySet<number>; boundedParts?: ReadonlySet<string> },
  { conic }: Kernels,
): boolean {
  const holds = (family: string, rule: string | null): boolean => {
    const at = place.get(ruleKey(family, rule));
    return at !== undefined && rules.has(at);
  };
  const bounded = holds("weight_bounds", null);
  const limited = (i: number): boolean => i >= assets || (bounded && (boundedParts?.has(parts[i]) ?? true));
  const relaxed: Program = {
    ...program,
    quadratic: [],
    linear: new Float64Array(program.size),
    lower: program.lower.map((low, i) => limited(i) ? low : -Infinity),
    upper: program.upper.map((high, i) => limited(i) ? high : Infinity),
  };
  if (relaxed.lower.some((low, i) => low > relaxed.upper[i])) return false;
  const restriction = wholeOf(relaxed);
  for (const { firstRow, rows: count, label } of program.blocks) {
    if (label !== null && !holds(label.family, ruleOf(label))) {
      restriction.rows.fill(DROPPED, firstRow, firstRow + count);
    }
  }
  const { conic: restricted, contradiction } = restrict(relaxed, restriction, { objectiveScale: 1, bounds: true });
  if (contradiction !== null) return false;
  if (restricted.q.length === 0 || restricted.b.length === 0) return true;
  const answer = conic.solve(restricted);
  return answer.status !== "primal_infeasible" && answer.primalResidual <= TOLERANCE;
}

/** What a satisfiable set lacks once it has grown as far as it can. */
function complementOfGrown(from: readonly number[], all: readonly number[], isFeasible: Oracle): number[] {
  const grown = [...from], lacking: number[] = [];
  for (const rule of all) {
    if (grown.includes(rule)) continue;
    if (isFeasible([...grown, rule])) grown.push(rule);
    else lacking.push(rule);
  }
  return lacking;
}

/** A conflicting set none of whose rules can go. */
function irreducible(conflicting: readonly number[], isFeasible: Oracle): number[] {
  return conflicting.reduce<number[]>((kept, rule) => {
    const rest = kept.filter((other) => other !== rule);
    return isFeasible(rest) ? kept : rest;
  }, [...conflicting]);
}

function named(system: RuleSystem, conflict: readonly number[], isFeasible: Oracle): ConflictingRule[] {
  return conflict.map((k) => system.rules[k]).flatMap(({ family, rule }): ConflictingRule[] => {
    if (family !== "weight_bounds") return [{ family, rule, detail: sentence(family, rule, system.limits) }];
    return neededParts(system, conflict, isFeasible).map((part) => {
      const asset = part === "default" ? defaultAsset(system) : part;
      return { family, rule: part, detail: sentence(family, asset, system.limits) };
    });
  });
}

/** The parts of the weight bounds that the conflict needs. */
function neededParts({ parts }: RuleSystem, conflict: readonly number[], isFeasible: Oracle): string[] {
  let kept = [...new Set(parts)];
  for (const part of kept) {
    const rest = kept.filter((other) => other !== part);
    if (!isFeasible(conflict, new Set(rest))) kept = rest;
  }
  return kept;
}

function defaultAsset({ parts, limits }: RuleSystem): string | null {
  const values = [...limits.values()].filter(({ family }) => family === "weight_bounds");
  return values[parts.indexOf("default")]?.rule ?? null;
}

function sentence(family: ConstraintFamilyId, rule: string | null, limits: ReadonlyMap<string, RuleValue>): string {
  const { min = null, max = null } = limits.get(ruleKey(family, rule)) ?? {};
  const what = family === "weight_bounds" ? "Weight" : rule === null ? SUBJECTS[family] ?? family : `"${rule}"`;
  if (min !== null && min === max) return `${what} of exactly ${min}`;
  if (min !== null && max !== null) return `${what} between ${min} and ${max}`;
  if (min !== null) return `${what} of at least ${min}`;
  return max === null ? what : `${what} of at most ${max}`;
}

const SUBJECTS: Partial<Record<ConstraintFamilyId, string>> = {
  budget: "Sum of the weights",
  turnover: "Turnover",
  min_return: "Expected annual return",
  locked: "Locked assets kept at their starting weights",
};
