import type { Conflict, ConflictingRule } from "../../domain/errors.ts";
import type { Kernels } from "../../kernels/mod.ts";
import type { Problem } from "../problem.ts";
import { judgeRules, type Verdict } from "./judge_rules.ts";
import { type Accepts, jointRelaxationOf, relaxationsOf } from "./relax_limits.ts";
import { type BoundPart, isCounted, keyOf, limitsOf, type RuleSystem, ruleSystem } from "./rule_system.ts";
import { smallestHittingSet } from "./smallest_hitting_set.ts";
import { withinWork, type WorkBudget } from "../work/work_budget.ts";

/**
 * Rounds of the search for a smallest conflict. After that many, an irreducible conflict is returned, which may not be
 * the smallest.
 */
const ROUNDS = 200;

/** Conflicts reported in addition to the first. */
const OTHERS_AT_MOST = 3;

/** Default work of each part of the search, in operations: some seconds on one core. */
export const CONFLICT_WORK = 1e9;

/**
 * A rule of a conflict. `isGeneral` says whether it is the general limits of a family, whose name is `default`. The
 * name does not say so, because an asset may be called `default` too.
 */
export interface LocatedRule extends ConflictingRule {
  readonly isGeneral: boolean;
}

/** A conflict as the user sees it, and its rules in a form that can be located in the request. */
export interface LocatedConflict {
  readonly conflict: Conflict;
  readonly rules: readonly LocatedRule[];
  /**
   * Further conflicts, at most three. A rule that counts towards the size of a conflict (`isCounted`) is in at most one
   * conflict.
   */
  readonly others: readonly (readonly LocatedRule[])[];
}

/** The verdict on a set of rules: a conflict, `met` if some weights keep all of them, or `undecided`. */
export type JudgedRules = LocatedConflict | Exclude<Verdict, "broken">;

export interface ConflictOptions {
  /** Approximate operations of each part of the search. */
  readonly work?: number;
  /** Families whose limits may be relaxed; all if absent. */
  readonly accepts?: Accepts;
}

/** Returns the conflict of the rules of a problem as the user sees it; null if they can be met or neither is proven. */
export function findConflict(problem: Problem, kernels: Kernels, options: ConflictOptions = {}): Conflict | null {
  return locateConflict(problem, kernels, options)?.conflict ?? null;
}

/** Returns the conflict of `judgeConflict`; null if the rules can be met or neither is proven. */
export function locateConflict(
  problem: Problem,
  kernels: Kernels,
  options: ConflictOptions = {},
): LocatedConflict | null {
  return conflictIn(judgeConflict(problem, kernels, options));
}

/** The conflict in a verdict; null if there is none. */
export function conflictIn(judged: JudgedRules): LocatedConflict | null {
  return typeof judged === "string" ? null : judged;
}

/**
 * Finds a smallest set of conflicting rules. A family decides whether its rules count individually, as one, or not at
 * all; default rules do not count. The method is implicit hitting sets. A smallest set that hits the complement of
 * every satisfiable set found so far either conflicts, and is then a smallest conflict, or grows into another
 * satisfiable set (Ignatiev, Previti, Liffiton, Marques-Silva (2015), Smallest MUS extraction with minimal hitting set
 * dualization, CP 2015). If the work runs out, or a smaller set is undecided, the returned set conflicts but may not be
 * the smallest (`minimum` is false). If the second budget for an irreducible set also runs out, the conflict is proven
 * but its list of rules is empty.
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
  // With one counted rule a few trials suffice, and each costs at most as much as judging all rules did.
  const isOfOne = system.rules.filter(isCounted).length === 1;
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

/**
 * Returns conflicts from which no rule can be removed, each without the counted rules of `first` and of the earlier
 * ones. The list may be incomplete if the work runs out.
 */
function othersBeside(
  system: RuleSystem,
  first: readonly number[],
  { within, work }: { within: (budget: WorkBudget) => Oracle; work: number },
): readonly (readonly LocatedRule[])[] {
  const found: (readonly number[])[] = [];
  withinWork(work, (budget) => {
    const isFeasible = within(budget);
    let rest: readonly number[] = system.rules.map((_, k) => k), last = first;
    // Rules that do not count stay in the set, so a conflict of such rules alone would be found again.
    while (found.length < OTHERS_AT_MOST && last.some((k) => isCounted(system.rules[k]))) {
      const taken = new Set(last.filter((k) => isCounted(system.rules[k])));
      rest = rest.filter((k) => !taken.has(k));
      if (isFeasible(rest)) return;
      last = irreducible(rest, isFeasible);
      found.push(last);
    }
  });
  const share = { within, work: work / OTHERS_AT_MOST };
  return found.map((rules) => named(system, rules, neededParts(system, rules, share)));
}

/** A smallest conflict by implicit hitting sets; null if none is found in `ROUNDS` rounds. */
function smallestConflict(
  { rules }: RuleSystem,
  { all, isFeasible, budget }: { all: readonly number[]; isFeasible: Oracle; budget: WorkBudget },
): readonly number[] | null {
  const complements: number[][] = [];
  const costs = rules.map((rule) => isCounted(rule) ? 1 : 1e-3);
  for (let round = 0; round < ROUNDS; round++) {
    const candidate = smallestHittingSet(complements, costs, budget);
    if (!isFeasible(candidate)) return candidate;
    complements.push(complementOfGrown(candidate, all, isFeasible));
  }
  return null;
}

/**
 * Whether some weights keep the rules at these places of `RuleSystem.rules`. If `parts` are given, no other bounds
 * hold. True if undecided.
 */
type Oracle = (rules: readonly number[], parts?: ReadonlySet<BoundPart>) => boolean;

/**
 * Grows a satisfiable set greedily, in the order of the rules, and returns the rules that it cannot include. Rules are
 * added in groups, and a group that fails is halved, so few excluded rules cost few trials.
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

/** A conflicting subset from which no rule can be removed. */
function irreducible(conflicting: readonly number[], isFeasible: Oracle): readonly number[] {
  let smallest = conflicting;
  for (const fewer of shrunk(conflicting, (rest) => !isFeasible(rest))) smallest = fewer;
  return smallest;
}

/**
 * Yields ever smaller conflicting subsets. It removes halves, then quarters and so on, so a small conflict among many
 * rules takes few trials.
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

/** Merges the default and the requested general limits of a family into one part if the conflict needs both. */
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

/**
 * Returns the bounds that the conflict needs; none if no rule of the conflict bounds single weights. If the work runs
 * out, some may be superfluous.
 */
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
