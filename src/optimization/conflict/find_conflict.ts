import type { Conflict, ConflictingRule } from "../../domain/errors.ts";
import type { Kernels } from "../../kernels/mod.ts";
import type { Problem } from "../problem.ts";
import { judgeRules, type Verdict } from "./judge_rules.ts";
import { type Accepts, jointRelaxationOf, relaxationsOf } from "./relax_limits.ts";
import { type BoundPart, keyOf, limitsOf, type RuleSystem, ruleSystem } from "./rule_system.ts";
import { smallestHittingSet } from "./smallest_hitting_set.ts";
import { withinWork, type WorkBudget } from "../work/work_budget.ts";

/** Rounds of the search for a smallest set; past it the set is irreducible, but may not be the smallest. */
const ROUNDS = 200;

/** Conflicts that are told beside the first. */
const OTHERS_AT_MOST = 3;

/** Of each part of the search where nothing is said, seconds on one core. */
export const CONFLICT_WORK = 1e9;

/** A rule of a conflict, and whether it is the general limits of a family, whatever a rule of its own is called. */
export interface LocatedRule extends ConflictingRule {
  readonly isGeneral: boolean;
}

/** A conflict as it is told, and its rules as they can be found in what was sent: `default` may be an asset too. */
export interface LocatedConflict {
  readonly conflict: Conflict;
  readonly rules: readonly LocatedRule[];
  /**
   * Further conflicts, some where there are many, of other rules than those before; what does not count may be in
   * several.
   */
  readonly others: readonly (readonly LocatedRule[])[];
}

/** Rules that are judged: why they conflict, or that weights keep them all, or that neither is proven. */
export type JudgedRules = LocatedConflict | Exclude<Verdict, "broken">;

export interface ConflictOptions {
  /** Operations of each part of the search, about. */
  readonly work?: number;
  /** Of which families a change is a way out; of all where absent. */
  readonly accepts?: Accepts;
}

/** Why the rules of a problem cannot be met, as it is told. */
export function findConflict(problem: Problem, kernels: Kernels, options: ConflictOptions = {}): Conflict | null {
  return locateConflict(problem, kernels, options)?.conflict ?? null;
}

/** As `judgeConflict` has it; null where the rules can be met, or where neither is proven. */
export function locateConflict(
  problem: Problem,
  kernels: Kernels,
  options: ConflictOptions = {},
): LocatedConflict | null {
  return conflictIn(judgeConflict(problem, kernels, options));
}

/** The conflict of rules that are judged, if they have one. */
export function conflictIn(judged: JudgedRules): LocatedConflict | null {
  return typeof judged === "string" ? null : judged;
}

/**
 * Why the rules of a problem cannot be met: a set with the fewest rules that conflict. A family says whether its rules
 * count each, as one or not at all; what only holds by default does not count. By implicit hitting sets: a smallest
 * set that meets the complement of every satisfiable set found so far either conflicts, and is then a smallest
 * conflict, or grows into one more satisfiable set. Ignatiev, Previti, Liffiton, Marques-Silva (2015), Smallest MUS
 * extraction with minimal hitting set dualization, CP 2015. Past some work, or where a smaller set is undecided, the
 * set conflicts, but may not be the smallest (`minimum` is false), and past as much again it has no rules: that they
 * conflict is proven, which of them is not found.
 */
export function judgeConflict(
  problem: Problem,
  kernels: Kernels,
  { work = CONFLICT_WORK, accepts = () => true }: ConflictOptions = {},
): JudgedRules {
  const system = ruleSystem(problem);
  const all = system.rules.map((_, k) => k);
  let isUndecided = false;
  const within = (budget: WorkBudget | null): Oracle => (rules, parts) => {
    const verdict = judgeRules(system, { rules: new Set(rules), parts }, { kernels, budget });
    if (verdict === "undecided") isUndecided = true;
    return verdict !== "broken";
  };
  const whole = judgeRules(system, { rules: new Set(all) }, { kernels, budget: null });
  if (whole !== "broken") return whole;
  // Of one rule that counts a few trials tell all, and none of them costs more than the rules together did.
  const isOfOne = system.rules.filter(({ counts }) => counts).length === 1;
  const smallest = isOfOne
    ? irreducible(all, within(null))
    : withinWork(work, (budget) => smallestConflict(system, { all, isFeasible: within(budget), budget }));
  const minimum = smallest !== null && !isUndecided;
  const conflict = smallest ?? withinWork(work, (budget) => irreducible(all, within(budget)));
  if (conflict === null) {
    return { conflict: { rules: [], minimum, relaxation: [], jointRelaxation: [] }, rules: [], others: [] };
  }
  const parts = neededParts(system, conflict, { within, work });
  const rules = named(system, conflict, parts);
  return {
    conflict: {
      rules: rules.map(({ family, rule, detail }) => ({ family, rule, detail })),
      minimum,
      relaxation: relaxationsOf(system, { rules: conflict, parts }, { kernels, work, accepts }),
      jointRelaxation: jointRelaxationOf(system, { kernels, work }),
    },
    rules,
    others: othersBeside(system, conflict, { within, work }),
  };
}

/** Conflicts of the rules that are in none before, each irreducible; past some work there may be more. */
function othersBeside(
  system: RuleSystem,
  first: readonly number[],
  { within, work }: { within: (budget: WorkBudget) => Oracle; work: number },
): readonly (readonly LocatedRule[])[] {
  const found: (readonly number[])[] = [];
  withinWork(work, (budget) => {
    const isFeasible = within(budget);
    let rest: readonly number[] = system.rules.map((_, k) => k), last = first;
    // What does not count stays: a conflict of such rules alone would be found again.
    while (found.length < OTHERS_AT_MOST && last.some((k) => system.rules[k].counts)) {
      const taken = new Set(last.filter((k) => system.rules[k].counts));
      rest = rest.filter((k) => !taken.has(k));
      if (isFeasible(rest)) return;
      last = irreducible(rest, isFeasible);
      found.push(last);
    }
  });
  const share = { within, work: work / OTHERS_AT_MOST };
  return found.map((rules) => named(system, rules, neededParts(system, rules, share)));
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

/** Whether some weights meet the rules of these places, with some bounds alone if given; so they may if undecided. */
type Oracle = (rules: readonly number[], parts?: ReadonlySet<BoundPart>) => boolean;

/**
 * What a satisfiable set lacks once it has grown as far as it can, rule by rule in their order: many at a time where
 * they all go in, so that few that do not cost few trials.
 */
function complementOfGrown(from: readonly number[], all: readonly number[], isFeasible: Oracle): number[] {
  const grown = [...from], lacking: number[] = [], known = new Set(from);
  const grow = (rules: readonly number[]): void => {
    if (rules.length === 0) return;
    if (isFeasible([...grown, ...rules])) grown.push(...rules);
    else if (rules.length === 1) lacking.push(...rules);
    else {
      const half = Math.ceil(rules.length / 2);
      grow(rules.slice(0, half));
      grow(rules.slice(half));
    }
  };
  grow(all.filter((rule) => !known.has(rule)));
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

function named(system: RuleSystem, conflict: readonly number[], needed: readonly BoundPart[]): LocatedRule[] {
  const parts = inOnePart(needed);
  return conflict.map((k) => system.rules[k]).flatMap((one): LocatedRule[] => {
    const { family, rule } = one, key = keyOf(one);
    if (!system.boundKeys.has(key)) {
      const detail = family.describe(limitsOf(family.id, rule, system.limits));
      return [{ family: family.id, rule, detail, isGeneral: false }];
    }
    const limitsBy = new Map(parts.filter((part) => part.key === key).map(({ name, limits }) => [limits, name]));
    const general = [...limitsBy].filter(([{ rule }]) => rule === null);
    return [...new Map([...general, ...limitsBy])].map(([limits, name]) => ({
      family: family.id,
      rule: name,
      detail: family.describe(limits),
      isGeneral: limits.rule === null,
    }));
  });
}

/** General limits of a family that hold by default with those that were sent, where the conflict needs both. */
function inOnePart(parts: readonly BoundPart[]): readonly BoundPart[] {
  const general = parts.filter(({ limits }) => limits.rule === null);
  return parts.flatMap((part) => {
    if (!general.includes(part)) return [part];
    const beside = general.find((one) => one.family === part.family && one.isByDefault !== part.isByDefault);
    if (beside === undefined) return [part];
    if (part.isByDefault) return [];
    const { min, max } = part.limits;
    return [{ ...part, limits: { rule: null, min: min ?? beside.limits.min, max: max ?? beside.limits.max } }];
  });
}

/** The parts of bounds that the conflict needs, where some are in it; past some work a few more. */
function neededParts(
  { parts, rules }: RuleSystem,
  conflict: readonly number[],
  { within, work }: { within: (budget: WorkBudget) => Oracle; work: number },
): readonly BoundPart[] {
  const keys = new Set(conflict.map((k) => keyOf(rules[k])));
  let needed: readonly BoundPart[] = [...new Set([...parts.min, ...parts.max].filter((part) => part !== null))]
    .filter(({ key }) => keys.has(key));
  if (needed.length === 0) return needed;
  withinWork(work, (budget) => {
    const isFeasible = within(budget);
    for (const fewer of shrunk(needed, (rest) => !isFeasible(conflict, new Set(rest)))) needed = fewer;
  });
  return needed;
}
