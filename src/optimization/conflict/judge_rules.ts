import { hasEpigraphs, hasOrdered } from "../program/kinds_of_cones.ts";
import { DomainError } from "../../domain/errors.ts";
import type { Kernels } from "../../kernels/mod.ts";
import { type LimitName, missedBy, type Problem } from "../problem.ts";
import { rulesInForce } from "../program/constrain_by_rules.ts";
import type { Program } from "../program/program.ts";
import { ruleKey } from "../solution.ts";
import { PROOF } from "../certify/proof.ts";
import { provesInfeasible } from "../certify/proves_infeasible.ts";
import { reduceProgram } from "../presolve/reduce_program.ts";
import { DROPPED, wholeOf } from "../presolve/reduction.ts";
import { solveConic } from "../engines/solve_conic.ts";
import { solveProgram } from "../solve_program.ts";
import { withoutBlocks } from "../program/without_blocks.ts";
import type { BoundPart, IntegerRule, RuleSystem } from "./rule_system.ts";
import { searchHeld, workOfProgram } from "./search_held.ts";
import { type WorkBudget, workOf } from "../work/work_budget.ts";

/**
 * Whether rules can be met together: `met` if some weights satisfy them by direct evaluation, `broken` if multipliers
 * prove that no weights do, `undecided` otherwise.
 */
export type Verdict = "met" | "broken" | "undecided";

/**
 * A subset of the rules of a system, by their places in `RuleSystem.rules`. If `parts` are given, no other bounds hold.
 */
export interface RuleSelection {
  readonly rules: ReadonlySet<number>;
  readonly parts?: ReadonlySet<BoundPart> | undefined;
  /** The integer rules to apply; those among the selected rules if absent. */
  readonly integers?: readonly IntegerRule[];
}

/** The kernels, and the budget to which solves are charged; null if work is not counted. */
interface JudgeOptions {
  readonly kernels: Kernels;
  readonly budget: WorkBudget | null;
}

/**
 * Judges a selection of rules. Integer rules (least sizes and counts of held weights) need a search, made only if the
 * other rules are not already broken. If a solver runs out of memory, the verdict is `undecided`, and a method that
 * must keep these rules reports the error itself.
 */
export function judgeRules(system: RuleSystem, selection: RuleSelection, options: JudgeOptions): Verdict {
  try {
    return verdictOn(system, selection, options);
  } catch (error) {
    if (error instanceof DomainError && error.code === "out_of_memory") return "undecided";
    throw error;
  }
}

function verdictOn(system: RuleSystem, selection: RuleSelection, options: JudgeOptions): Verdict {
  const asked = selection.integers ??
    system.integers.filter(({ key }) => selection.rules.has(system.place.get(key) ?? -1));
  if (asked.length === 0) return judgeProgram(system, selection, options);
  const whole = new Set(system.integers.map(({ key }) => system.place.get(key) ?? -1));
  const others = { ...selection, rules: new Set([...selection.rules].filter((place) => !whole.has(place))) };
  const verdict = judgeProgram(system, others, options);
  return verdict === "broken" ? verdict : judgeHeld(system, { ...selection, integers: asked }, options);
}

/** Judges rules that include integer rules, by a search over the set of held weights. */
function judgeHeld(
  system: RuleSystem,
  selection: RuleSelection & Required<Pick<RuleSelection, "integers">>,
  options: JudgeOptions,
): Verdict {
  const program = withoutBlocks(boundedBy(system, selection), droppedBlocks(system, selection));
  const found = searchHeld(system, inFewWeights(program, system), { ...options, ...selection, isEnough: true });
  if (found.best === null) return found.status === "infeasible" ? "broken" : "undecided";
  return keepsRules(system, selection, found.best.point.x) ? "met" : "undecided";
}

function judgeProgram(system: RuleSystem, selection: RuleSelection, { kernels, budget }: JudgeOptions): Verdict {
  const program = boundedBy(system, selection);
  const dropped = droppedBlocks(system, selection);
  const reduction = wholeOf(program);
  for (const k of dropped) {
    const { firstRow, rows } = program.blocks[k];
    reduction.rows.fill(DROPPED, firstRow, firstRow + rows);
  }
  const isCrossed = program.lower.some((low, j) => low > program.upper[j] + 2 * PROOF.primal);
  if (isCrossed) return "broken";
  const isMet = (x: Float64Array): boolean => keepsRules(system, selection, x);
  const selected = withoutBlocks(program, dropped);
  // The conic kernel does not support these cones.
  if (hasEpigraphs(selected) || hasOrdered(selected)) {
    budget?.spend(workOfProgram(selected, kernels));
    return judgeThoroughly(withLeastSquares(selected, system), { isMet, kernels });
  }
  const { conic, contradiction, expand, expandProof } = reduceProgram(program, reduction, {
    linearAlgebra: kernels.linearAlgebra,
    objectiveScale: 1,
    bounds: true,
  });
  if (contradiction !== null) {
    if (provesInfeasible(program, contradiction)) return "broken";
  } else if (conic.q.length === 0 || conic.b.length === 0) {
    const { x } = expand(new Float64Array(conic.q.length), new Float64Array(conic.b.length));
    if (isMet(x)) return "met";
  } else {
    budget?.spend(workOf(conic));
    const answer = solveConic(kernels.conic, conic);
    if (answer.status === "primal_infeasible") {
      if (provesInfeasible(program, expandProof(answer.z))) return "broken";
    } else if (answer.x.every(Number.isFinite) && isMet(expand(answer.x, answer.z).x)) return "met";
    budget?.spend(workOf(conic));
  }
  return judgeThoroughly(withLeastSquares(selected, system), { isMet, kernels });
}

/** Judges rules by solving their program, of least sum of squared weights, with every way that `solveProgram` has. */
function judgeThoroughly(
  program: Program,
  { isMet, kernels }: { isMet: (x: Float64Array) => boolean; kernels: Kernels },
): Verdict {
  const { status, point } = solveProgram(program, kernels);
  if (status === "infeasible") return "broken";
  return point !== null && isMet(point.x) ? "met" : "undecided";
}

/** The program of the system with only the bounds of the selection. */
function boundedBy(system: RuleSystem, selection: RuleSelection): Program {
  const { program, parts } = system;
  const holds = (part: BoundPart | null): boolean => holdsPart(part, system, selection);
  return {
    ...program,
    lower: program.lower.map((low, i) => holds(parts.min[i]) ? low : -Infinity),
    upper: program.upper.map((high, i) => holds(parts.max[i]) ? high : Infinity),
  };
}

/** Whether a selection includes a part of the bounds. A null part belongs to no rule and always holds. */
function holdsPart(part: BoundPart | null, { place }: RuleSystem, { rules, parts }: RuleSelection): boolean {
  return part === null || (rules.has(place.get(part.key) ?? -1) && (parts?.has(part) ?? true));
}

function droppedBlocks({ blockKeys, place }: RuleSystem, { rules }: RuleSelection): readonly number[] {
  return Array.from(blockKeys.keys()).filter((k) => {
    const key = blockKeys[k];
    return key !== null && !rules.has(place.get(key) ?? -1);
  });
}

/** Whether weights keep the selected rules, evaluated directly on the limits as requested. */
function keepsRules(system: RuleSystem, selection: RuleSelection, x: Float64Array): boolean {
  const { problem, place, boundKeys } = system;
  const weights = x.subarray(0, problem.assets.length), held = withSelected(system, selection);
  return rulesInForce(problem).every((family) =>
    family.evaluate(weights, held).every((one, i) => {
      const { rule, value, min, max } = one, key = system.keyOf({ family: family.id, rule });
      if (!boundKeys.has(key)) return !selection.rules.has(place.get(key) ?? -1) || missedBy(one) <= PROOF.primal;
      const holds = (limit: LimitName): boolean => holdsPart(system.parts[limit][i], system, selection);
      return (min === null || !holds("min") || value >= min - PROOF.primal) &&
        (max === null || !holds("max") || value <= max + PROOF.primal);
    })
  );
}

/** The problem with only the selected families. A rule on net return then ignores the costs of families left out. */
function withSelected({ problem, place }: RuleSystem, { rules: selected }: RuleSelection): Problem {
  const isHeld = (at: number | undefined): boolean => at === undefined || selected.has(at);
  return { ...problem, rules: problem.rules.filter(({ id }) => isHeld(place.get(ruleKey(id, null)))) };
}

/**
 * Coefficient of the sum of squares beside the linear costs of `inFewWeights`. The squares bound the objective below.
 */
const SQUARES = 1e-4;

/**
 * Returns the program with linear costs that increase from asset to asset, so that its solution satisfies the rules
 * with few weights.
 */
function inFewWeights(program: Program, { problem: { assets } }: RuleSystem): Program {
  const linear = new Float64Array(program.size), n = assets.length;
  for (let i = 0; i < n; i++) linear[i] = i / n;
  return { ...program, linear, quadratic: [{ offset: 0, size: n, matrix: null, factor: SQUARES }] };
}

/** Returns the program with the sum of the squares of its weights as objective. */
function withLeastSquares(program: Program, { problem }: RuleSystem): Program {
  return { ...program, quadratic: [{ offset: 0, size: problem.assets.length, matrix: null, factor: 1 }] };
}
