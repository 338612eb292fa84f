import type { Conflict, ConflictingRule } from "../../domain/errors.ts";
import type { Kernels } from "../../kernels/mod.ts";
import { constrainByRules, rulesInForce } from "../program/constrain_by_rules.ts";
import type { BoundRules, Problem, RuleLimits } from "../problem.ts";
import { Affine, type BoundLabel, type Program, ProgramBuilder, type RowLabel } from "../program/program.ts";
import { PROOF } from "../solve/proof.ts";
import { reduceProgram } from "../solve/reduce_program.ts";
import { DROPPED, wholeOf } from "../solve/reduction.ts";
import { solveConic } from "../solve/solve_conic.ts";
import { smallestHittingSet } from "./smallest_hitting_set.ts";
import { ruleKey } from "../solution.ts";
import { withinWork, type WorkBudget, workOf } from "./work_budget.ts";

/** Rounds of the search for a smallest set; past it the set is irreducible, but may not be the smallest. */
const ROUNDS = 200;

/** Of each part of the search, seconds on one core. */
const WORK = 1e9;

/**
 * Why the rules of a problem cannot be met: a set with the fewest rules that conflict, null where they can be met. A
 * family says whether its rules count each, as one or not at all; what only holds by default does not count. By
 * implicit hitting sets: a smallest set that meets the complement of every satisfiable set found so far either
 * conflicts, and is then a smallest conflict, or grows into one more satisfiable set. Ignatiev, Previti, Liffiton,
 * Marques-Silva (2015), Smallest MUS extraction with minimal hitting set dualization, CP 2015. Past some work the set
 * is irreducible, but may not be the smallest (`minimum` is false), and past as much again it has no rules: that they
 * conflict is proven, which of them is not found.
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

/** Whether some weights meet the rules of these indices, with the bounds of some parts alone if given. */
type Oracle = (rules: readonly number[], boundedParts?: ReadonlySet<BoundPart>) => boolean;

interface Rule {
  readonly family: BoundRules;
  readonly rule: string | null;
  readonly counts: boolean;
}

/** Bounds that some variables have alike, of a family whose bounds are one rule. */
interface BoundPart {
  /** Their rule's key. */
  readonly key: string;
  /** `default` for those that most variables have. */
  readonly name: string;
  readonly limits: RuleLimits;
}

interface RuleSystem {
  readonly program: Program;
  readonly rules: readonly Rule[];
  /** Places in `rules` by key. */
  readonly place: ReadonlyMap<string, number>;
  /** The key of each block's rule; null where it has none. */
  readonly blockKeys: readonly (string | null)[];
  /** What bounds each variable; null where no rule does. */
  readonly parts: readonly (BoundPart | null)[];
  readonly limits: ReadonlyMap<string, RuleLimits>;
}

/** The rules as one program without an objective. */
function ruleSystem(problem: Problem): RuleSystem {
  const builder = new ProgramBuilder();
  const weights = builder.variables(problem.assets.length);
  constrainByRules(builder, weights, problem, Affine.constant(1));
  const program = builder.build();
  const inForce = rulesInForce(problem);
  const values = inForce.flatMap((bound) => bound.evaluate(new Float64Array(weights.count), problem));
  const limits = new Map(values.map((value) => [ruleKey(value.family, value.rule), value]));
  const ruleOf = rulesBy(inForce, new Set(problem.rules));
  const ofBlocks = program.blocks.map(({ label }) => label && ruleOf(label));
  const ofRows = ofBlocks.filter((rule) => rule !== null);
  const bounds = program.boundLabels.filter((label) => limitsSome(program, label))
    .map((label) => ({ label, rule: ruleOf({ family: label.family, rule: null }) }));
  const rules = new Map<string, Rule>();
  const uncounted = ofRows.filter(({ family }) => family.inConflict === "uncounted");
  for (const rule of [...uncounted, ...bounds.map(({ rule }) => rule), ...ofRows]) rules.set(keyOf(rule), rule);
  const parts = Array<BoundPart | null>(program.size).fill(null);
  for (const { label, rule } of bounds) {
    parts.splice(label.offset, label.count, ...boundParts(label, keyOf(rule), limits));
  }
  return {
    program,
    rules: [...rules.values()],
    place: new Map([...rules.keys()].map((key, k) => [key, k])),
    blockKeys: ofBlocks.map((rule) => rule && keyOf(rule)),
    parts,
    limits,
  };
}

/** The rule that a label counts as. */
function rulesBy(
  inForce: readonly BoundRules[],
  given: ReadonlySet<BoundRules>,
): (label: Pick<RowLabel, "family" | "rule">) => Rule {
  const byId = new Map(inForce.map((family) => [family.id, family]));
  return ({ family: id, rule }) => {
    const family = byId.get(id);
    if (family === undefined) throw new Error(`Cannot find the rules of "${id}"`);
    const counts = family.inConflict !== "uncounted" && given.has(family);
    return { family, rule: family.inConflict === "as_one" ? null : rule, counts };
  };
}

function keyOf({ family, rule }: Rule): string {
  return ruleKey(family.id, rule);
}

function limitsSome({ lower, upper }: Program, { offset, count }: BoundLabel): boolean {
  const some = (limits: Float64Array): boolean => limits.subarray(offset, offset + count).some(Number.isFinite);
  return some(lower) || some(upper);
}

function boundParts(label: BoundLabel, key: string, limits: ReadonlyMap<string, RuleLimits>): BoundPart[] {
  const rules = Array.from({ length: label.count }, (_, i) => limitsOf(label.family, label.rule(i), limits));
  const alike = rules.map(({ min, max }) => `${min}..${max}`);
  const counts = new Map<string, number>();
  for (const one of alike) counts.set(one, (counts.get(one) ?? 0) + 1);
  const [usual] = [...counts].reduce((most, entry) => entry[1] > most[1] ? entry : most, ["", 0]);
  const common = { key, name: "default", limits: rules[alike.indexOf(usual)] };
  return rules.map((own, i) => alike[i] === usual || own.rule === null ? common : { key, name: own.rule, limits: own });
}

function limitsOf(family: string, rule: string | null, limits: ReadonlyMap<string, RuleLimits>): RuleLimits {
  return limits.get(ruleKey(family, rule)) ?? { rule, min: null, max: null };
}

function canMeet(
  { program, place, blockKeys, parts }: RuleSystem,
  { rules, boundedParts }: { rules: ReadonlySet<number>; boundedParts?: ReadonlySet<BoundPart> | undefined },
  { kernels: { conic }, budget }: { kernels: Kernels; budget: WorkBudget | null },
): boolean {
  const holds = (key: string): boolean => rules.has(place.get(key) ?? -1);
  const isLimited = (part: BoundPart | null): boolean =>
    part === null || (holds(part.key) && (boundedParts?.has(part) ?? true));
  const relaxed: Program = {
    ...program,
    quadratic: [],
    linear: new Float64Array(program.size),
    lower: program.lower.map((low, i) => isLimited(parts[i]) ? low : -Infinity),
    upper: program.upper.map((high, i) => isLimited(parts[i]) ? high : Infinity),
  };
  if (relaxed.lower.some((low, i) => low > relaxed.upper[i])) return false;
  const reduction = wholeOf(relaxed);
  program.blocks.forEach(({ firstRow, rows: count }, k) => {
    const key = blockKeys[k];
    if (key !== null && !holds(key)) reduction.rows.fill(DROPPED, firstRow, firstRow + count);
  });
  const { conic: reduced, contradiction } = reduceProgram(relaxed, reduction, { objectiveScale: 1, bounds: true });
  if (contradiction !== null) return false;
  if (reduced.q.length === 0 || reduced.b.length === 0) return true;
  budget?.spend(workOf(reduced));
  const answer = solveConic(conic, reduced);
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
  let smallest = conflicting;
  for (const fewer of shrunk(conflicting, (rest) => !isFeasible(rest))) smallest = fewer;
  return smallest;
}

/**
 * Ever smaller sets that still conflict, by leaving out halves, then quarters and so on: few of many rules are found by
 * few trials.
 */
function* shrunk<Item>(
  conflicting: readonly Item[],
  isConflict: (rest: readonly Item[]) => boolean,
): Generator<readonly Item[], void, void> {
  let smallest = conflicting;
  for (let size = Math.ceil(smallest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < smallest.length;) {
      const rest = smallest.toSpliced(at, size);
      if (isConflict(rest)) yield smallest = rest;
      else at += size;
    }
  }
}

function named(system: RuleSystem, conflict: readonly number[], parts: readonly BoundPart[]): ConflictingRule[] {
  return conflict.map((k) => system.rules[k]).flatMap((one): ConflictingRule[] => {
    const { family, rule } = one, key = keyOf(one);
    if (!system.parts.some((part) => part?.key === key)) {
      return [{ family: family.id, rule, detail: family.describe(limitsOf(family.id, rule, system.limits)) }];
    }
    return parts.filter((part) => part.key === key)
      .map(({ name, limits }) => ({ family: family.id, rule: name, detail: family.describe(limits) }));
  });
}

/** The parts of bounds that the conflict needs, where some are in it; past some work a few more. */
function neededParts(
  { parts, rules }: RuleSystem,
  conflict: readonly number[],
  { within, work }: { within: (budget: WorkBudget) => Oracle; work: number },
): readonly BoundPart[] {
  const keys = new Set(conflict.map((k) => keyOf(rules[k])));
  let needed: readonly BoundPart[] = [...new Set(parts.filter((part) => part !== null))]
    .filter(({ key }) => keys.has(key));
  if (needed.length === 0) return needed;
  withinWork(work, (budget) => {
    const isFeasible = within(budget);
    for (const fewer of shrunk(needed, (rest) => !isFeasible(conflict, new Set(rest)))) needed = fewer;
  });
  return needed;
}
