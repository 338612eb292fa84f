import { type Doubt, inOrder } from "../domain/doubt.ts";
import { DomainError, type Fault, jsonPointer } from "../domain/errors.ts";
import type { Kernels } from "../kernels/mod.ts";
import {
  CONFLICT_WORK,
  conflictIn,
  judgeConflict,
  type JudgedRules,
  type LocatedConflict,
} from "../optimization/conflict/find_conflict.ts";
import { CONSTRAINT_FAMILIES } from "../optimization/constraints/mod.ts";
import type { Constraints } from "../request/parts/constraints.ts";
import type { MethodChoice } from "../request/parts/methods.ts";
import { acceptedFamilies } from "./accepted_families.ts";
import { conflictFaults, detailOfConflict } from "./conflict_faults.ts";
import { listed, waysOut } from "./conflict_sentence.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";
import { problemWithoutPrices } from "./problem_of.ts";

type Request = OptimizationInputs["request"];

/**
 * Throws `constraints_infeasible` if price-free rules cannot be met together, whether rules of the run or of a method
 * with its own. The faults list the rules of all conflicts. The error carries the first conflict; its sentence says how
 * the others could be resolved. It also carries the doubts about the request, which may say why the rules conflict.
 */
export function refuseConflicts(request: Request, kernels: Kernels, doubts: () => readonly Doubt[]): void {
  const found = conflictsOf(request, kernels);
  if (found.length === 0) return;
  const [{ located }] = found, { conflict } = located;
  const detail = found.length === 1 ? detailOfConflict(located) : detailOfSeveral(found);
  throw new DomainError("constraints_infeasible", detail, {
    faults: found.flatMap(faultsOf),
    conflict,
    doubts: inOrder(doubts()),
  });
}

/** Describes several conflicts in one sentence. Equal conflicts are described once. */
function detailOfSeveral(found: readonly FoundConflict[]): string {
  const bases = new Map<LocatedConflict, string[]>();
  for (const { located, base } of found) bases.set(located, [...bases.get(located) ?? [], base]);
  const [[, first], ...others] = [...bases].map(([{ conflict }, at]) => [conflict, listed(at, "and")] as const);
  const ways = others.flatMap(([conflict, at]) => waysOut(conflict).map((way) => `; at ${at} ${way}`));
  return `Cannot meet all the constraints together at ${
    listed(found.map(({ base }) => base), "and")
  }: the conflict of this answer ` +
    `is the one at ${first}${ways.join("")}`;
}

/**
 * Judges the rules that need no prices: met, in conflict or undecided. Submissions and constraint preflights use the
 * same judgement.
 */
export function judgeWithoutPrices(
  request: Request,
  { constraints, owner, work, kernels }: Pick<RuleSet, "constraints" | "owner"> & {
    readonly work: number;
    readonly kernels: Kernels;
  },
): JudgedRules {
  const problem = problemWithoutPrices(request, { constraints, kernels });
  return judgeConflict(problem, kernels, { work, accepts: acceptedFamilies(request, owner) });
}

/** Type of a set of constraint rules that must be met together: those of the run, or those of one method. */
interface RuleSet {
  readonly constraints: Constraints;
  /** Method to which the constraint rules belong; null for the rules of the run. */
  readonly owner: MethodChoice | null;
  readonly base: string;
}

interface FoundConflict extends RuleSet {
  readonly located: LocatedConflict;
}

/**
 * Finds the conflicts among the rule sets of a request. Equal sets are judged once. After the first conflict, the
 * remaining sets share the work of one.
 */
function conflictsOf(request: Request, kernels: Kernels): readonly FoundConflict[] {
  const sets = ruleSetsOf(request), found: FoundConflict[] = [];
  const known = new Map<string, LocatedConflict | null>();
  for (const set of sets) {
    const { constraints, owner } = set, accepts = acceptedFamilies(request, owner);
    const rules = JSON.stringify([constraints, CONSTRAINT_FAMILIES.ids.filter(accepts)]);
    const work = found.length === 0 ? CONFLICT_WORK : CONFLICT_WORK / sets.length;
    const located = known.has(rules)
      ? known.get(rules) ?? null
      : conflictIn(judgeWithoutPrices(request, { constraints, owner, work, kernels }));
    known.set(rules, located);
    if (located !== null) found.push({ ...set, located });
  }
  return found;
}

function ruleSetsOf(request: Request): readonly RuleSet[] {
  const { methods, constraints, efficient_frontier: frontier } = request;
  const usesRun = frontier !== undefined || methods.some((choice) => choice.constraints === null);
  const ofRun = usesRun ? [{ constraints, owner: null, base: "/constraints" }] : [];
  const own = methods.flatMap((owner, i): RuleSet[] =>
    owner.constraints === null
      ? []
      : [{ constraints: owner.constraints, owner, base: jsonPointer("methods", i, "constraints") }]
  );
  return [...ofRun, ...own].filter((set) => Object.keys(set.constraints).length > 0);
}

function faultsOf({ located, constraints, base }: FoundConflict): readonly Fault[] {
  const told = conflictFaults(located, constraints, base);
  return told.length > 0 ? told : [{ pointer: base, detail: detailOfConflict(located) }];
}
