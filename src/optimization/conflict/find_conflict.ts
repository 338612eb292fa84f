import type { Conflict, ConflictingRule } from "../../domain/errors.ts";
import type { Kernels } from "../../kernels/types.ts";
import { constrainByRules, rulesInForce } from "../program/constrain_by_rules.ts";
import type { Problem, RuleValue } from "../problem.ts";
import type { ConstraintFamilyId } from "../constraints/constraint_family_ids.ts";
import { Affine, type Program, ProgramBuilder, type RowLabel } from "../program/program.ts";
import { PROOF } from "../solve/proof.ts";
import { restrict } from "../solve/restrict.ts";
import { DROPPED, wholeOf } from "../solve/restriction.ts";
import { smallestHittingSet } from "./smallest_hitting_set.ts";
import { ruleKey } from "../solution.ts";
import { withinWork, type WorkBudget, workOf } from "./work_budget.ts";

/** Rounds of the search for a smallest set; past it the set is irreducible, but may not be the smallest. */
const ROUNDS = 200;

/** Of each part of the search, seconds on one core. */
const WORK = 1e9;

/**
 * Why the rules of a problem cannot be met: a set with the fewest rules that conflict, null where they can be met. All weight
 * bounds, the sign of weights with them, count as one rule, and so do all locked assets; the budget and a sign of weights that is only a default do not count. By implicit hitting sets: a smallest set that
 * meets the complement of every satisfiable set found so far either conflicts, and is then a smallest conflict, or grows into
 * one more satisfiable set. Ignatiev, Previti, Liffiton, Marques-Silva (2015), Smallest MUS extraction with minimal hitting
 * set dualization, CP 2015. Past some work the set is irreducible, but may not be the smallest (`minimum` is false), and past as much again
 * it has no rules: that they conflict is proven, which of them is not found.
 */
export function findConflict(problem: Problem, kernels: Kernels, { work = WORK } = {}): Conflict | null {
  const system = ruleSystem(problem);
  const all = system.rules.map((_, k) => k);
  const within = (budget: WorkBudget | null): Oracle => (rules, boundedParts) =>
    canMeet(system, { rules: new Set(rules), boundedParts }, { kernels, budget });
  if (within(null)(all)) return null;
  const smallest = withinWork(work, (budget) => smallestConflict(system, { all, isFeasible: within(budget), budget }));
  const conflict = smallest ?? withinWork(work, (budget) => irreducible(all, within(budget)));
  if (conflict === null) return { rules: [], minimum: false };
  return {
    rules: named(system, conflict, neededParts(system, conflict, { within, work })),
    minimum: smallest !== null,
  };
}

/** Null where as many rounds as are taken find none. */
function smallestConflict(
  { rules }: RuleSystem,
  { all, isFeasible, budget }: { all: readonly number[]; isFeasible: Oracle; budget: WorkBudget },
): readonly number[] | null {
  const complements: number[][] = [];
  const costs = rules.map(({ counts }) => counts ? 1 : 1e-3);
  for (let round = 0; round < ROUNDS; round++) {
    const candidate = smallestHittingSet(complements, costs, budget);
    if (!isFeasible(candidate)) return candidate;
    complements.push(complementOfGrown(candidate, all, isFeasible));
  }
  return null;
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
  { rules, boundedParts }: { rules: ReadonlySet<number>; boundedParts?: ReadonlySet<string> | undefined },
  { kernels: { conic }, budget }: { kernels: Kernels; budget: WorkBudget | null },
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
  budget?.spend(workOf(restricted));
  const answer = conic.solve(restricted);
  return answer.status !== "primal_infeasible" && answer.primalResidual <= PROOF.primal;
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
function irreducible(conflicting: readonly number[], isFeasible: Oracle): readonly number[] {
  let kept = conflicting;
  for (const fewer of shrunk(conflicting, (rest) => !isFeasible(rest))) kept = fewer;
  return kept;
}

/** Ever smaller sets that still conflict, by leaving out halves, then quarters and so on: few of many rules are found by few trials. */
function* shrunk<Item>(
  conflicting: readonly Item[],
  isConflict: (rest: readonly Item[]) => boolean,
): Generator<readonly Item[], void, void> {
  let kept = conflicting;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length;) {
      const rest = kept.toSpliced(at, size);
      if (isConflict(rest)) yield kept = rest;
      else at += size;
    }
  }
}

function named(system: RuleSystem, conflict: readonly number[], parts: readonly string[]): ConflictingRule[] {
  return conflict.map((k) => system.rules[k]).flatMap(({ family, rule }): ConflictingRule[] => {
    if (family !== "weight_bounds") return [{ family, rule, detail: sentence(family, rule, system.limits) }];
    return parts.map((part) => {
      const asset = part === "default" ? defaultAsset(system) : part;
      return { family, rule: part, detail: sentence(family, asset, system.limits) };
    });
  });
}

/** The parts of the weight bounds that the conflict needs, where some are in it; past some work a few more. */
function neededParts(
  { parts, rules }: RuleSystem,
  conflict: readonly number[],
  { within, work }: { within: (budget: WorkBudget) => Oracle; work: number },
): readonly string[] {
  if (!conflict.some((k) => rules[k].family === "weight_bounds")) return [];
  let kept: readonly string[] = [...new Set(parts)];
  withinWork(work, (budget) => {
    const isFeasible = within(budget);
    for (const fewer of shrunk(kept, (rest) => !isFeasible(conflict, new Set(rest)))) kept = fewer;
  });
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
