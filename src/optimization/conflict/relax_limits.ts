import { hasEpigraphs, hasOrdered } from "../program/kinds_of_cones.ts";
import type { Relaxation } from "../../domain/errors.ts";
import type { Kernels } from "../../kernels/mod.ts";
import { nonnegative } from "../cones/nonnegative.ts";
import type { LimitName, Problem } from "../problem.ts";
import { shownLimit } from "../shown_limit.ts";
import { Affine, type Block, type Program } from "../program/program.ts";
import { ruleKey } from "../solution.ts";
import { polish } from "../refine/polish.ts";
import { contradicted, judged, type ProgramAnswer, withoutPoint } from "../certify/program_answer.ts";
import { wholeOf } from "../presolve/reduction.ts";
import { solveByCones } from "../engines/solve_by_cones.ts";
import { solveProgram } from "../solve_program.ts";
import { type BoundPart, keyOf, type RuleSystem } from "./rule_system.ts";
import { type ChangedLimit, leastChangesHeld } from "./least_changes_held.ts";
import { relaxationsOfIntegers } from "./relax_integers.ts";
import { workOfProgram } from "./search_held.ts";
import { withinWork, type WorkBudget } from "../work/work_budget.ts";

/** A limit of a rule and its place in the program of the rules. */
interface SystemLimit extends ChangedLimit {
  /** The key of the rule to which the limit belongs. */
  readonly key: string;
  readonly family: string;
  readonly rule: string | null;
  /** The block whose rows it limits; null for a bound on variables. */
  readonly block: number | null;
  /** The unit in which its change is measured. */
  readonly unit: number;
  /** By how much the block's first row changes if the limit changes by one unit, at equal weights that sum to 1. */
  readonly bySlack: number;
}

export interface RelaxOptions {
  readonly kernels: Kernels;
  /** Approximate operations that may be spent. */
  readonly work: number;
}

/**
 * Whether the limits of a family may be changed. They may not if a method that has to keep the rules accepts none of
 * that family.
 */
export type Accepts = (family: string) => boolean;

/**
 * For each limit of a conflict, finds the least change that alone makes all rules feasible. The conflict is given by
 * places of rules and parts of bounds. `to` is null if no change suffices or the family may not be changed; limits are
 * omitted if the work runs out. Each is a linear program in which a variable of cost 1 moves the limit.
 */
export function relaxationsOf(
  system: RuleSystem,
  conflict: { readonly rules: readonly number[]; readonly parts: readonly BoundPart[] },
  { kernels, work, accepts }: RelaxOptions & { readonly accepts: Accepts },
): readonly Relaxation[] {
  const keys = new Set(conflict.rules.map((k) => keyOf(system.rules[k])));
  const limits = limitsOf(system).filter(({ key, part }) =>
    keys.has(key) && (part === null || conflict.parts.includes(part))
  );
  const found: Relaxation[] = [];
  withinWork(work, (budget) => {
    for (const one of limits.slice(0, LIMITS_AT_MOST)) {
      budget.spend(workOfProgram(system.program, kernels));
      const changes = accepts(one.family) ? leastChanges(system, [one], { kernels, budget }) : "none";
      if (changes !== "unproven") found.push(relaxation(one, changes === "none" ? null : changes[0]));
    }
  });
  withinWork(work, (budget) => {
    for (const one of system.integers) {
      if (keys.has(one.key)) found.push(...relaxationsOfIntegers(system, one, { kernels, budget }));
    }
  });
  return found;
}

/**
 * Changes of requested limits, of least sum, that together make all rules feasible; empty if none do. Among changes of
 * equal sum it prefers fewer limits.
 */
export function jointRelaxationOf(system: RuleSystem, { kernels, work }: RelaxOptions): readonly Relaxation[] {
  const sent = new Set(system.rules.filter(({ origin }) => origin === "sent").map(keyOf));
  const fewest: { changes: readonly Change[] | null } = { changes: null };
  withinWork(work, (budget) => {
    const changedAlone = (limits: readonly SystemLimit[]): readonly Change[] | null => {
      budget.spend(workOfProgram(system.program, kernels));
      return changed(system, limits, { kernels, budget });
    };
    const all = fewest.changes = changedAlone(limitsOf(system).filter(({ key }) => sent.has(key)));
    for (const one of all === null ? [] : all.toSorted((a, b) => a.by - b.by)) {
      const others = (fewest.changes ?? []).map(({ limit }) => limit).filter((limit) => limit !== one.limit);
      const fewer = changedAlone(others);
      if (fewer !== null && sumOf(fewer) <= sumOf(all ?? []) * (1 + ALIKE)) fewest.changes = fewer;
    }
  });
  return fewest.changes?.map(({ limit, by }) => relaxation(limit, by)) ?? changeOfIntegers(system, { kernels, work });
}

/**
 * The relaxation of the first integer rule whose limit alone can be changed so that all rules are feasible; empty if
 * none.
 */
function changeOfIntegers(system: RuleSystem, { kernels, work }: RelaxOptions): readonly Relaxation[] {
  const found = withinWork(work, (budget) => {
    for (const one of system.integers) {
      const change = relaxationsOfIntegers(system, one, { kernels, budget }).find(({ to }) => to !== null);
      if (change !== undefined) return change;
    }
    return null;
  });
  return found === null ? [] : [found];
}

/** The kernels, and the budget to which solves are charged. */
interface CountedOptions {
  readonly kernels: Kernels;
  readonly budget: WorkBudget;
}

interface Change {
  readonly limit: SystemLimit;
  readonly by: number;
}

/**
 * `jointRelaxationOf` takes fewer limits in place of more if that increases the sum of changes by at most this share.
 */
const ALIKE = 1e-6;

function changed(
  system: RuleSystem,
  limits: readonly SystemLimit[],
  options: CountedOptions,
): readonly Change[] | null {
  const changes = limits.length === 0 ? "none" : leastChanges(system, limits, options);
  return changes === "none" || changes === "unproven"
    ? null
    : limits.flatMap((limit, k) => changes[k] > NO_CHANGE ? [{ limit, by: changes[k] }] : []);
}

function sumOf(changes: readonly Change[]): number {
  return changes.reduce((sum, { by }) => sum + by, 0);
}

/** Largest number of limits that are relaxed one by one. In a conflict of hundreds of bounds nobody reads them all. */
const LIMITS_AT_MOST = 50;

/** A change of a limit up to this is rounding: the limit counts as unchanged. */
const NO_CHANGE = 1e-10;

function relaxation({ family, rule, limit, from, unit }: SystemLimit, change: number | null): Relaxation {
  const to = change === null ? null : limit === "min" ? from - change * unit : from + change * unit;
  return { family, rule, limit, from, to: to === null ? null : shownLimit(to, from, { name: limit, unit }) };
}

/** All limits of a system that can be changed. A rule without a limit of its own, such as a locked weight, has none. */
function limitsOf(system: RuleSystem): readonly SystemLimit[] {
  const { program, blockKeys, parts, limits, problem } = system;
  const ofBlocks = program.blocks.flatMap((block, k): SystemLimit[] => {
    const { label } = block, key = blockKeys[k];
    if (label === null || key === null || key !== ruleKey(label.family, label.rule)) return [];
    return namesOf(block, problem).flatMap((limit) => {
      const { [limit]: from = null, unit = 1 } = limits.get(key) ?? {};
      if (from === null) return [];
      const { family, rule } = label;
      const bySlack = unit * Math.abs(slackByLimit(block, problem));
      return [{ key, family, rule, limit, from, block: k, part: null, unit, changeAtMost: Infinity, bySlack }];
    });
  });
  const ofBounds = (["min", "max"] as const).flatMap((limit) =>
    [...new Set(parts[limit].filter((part) => part !== null))].flatMap((part): SystemLimit[] => {
      const from = part.limits[limit];
      if (from === null) return [];
      // Without short selling a request cannot state a negative lower limit.
      const changeAtMost = limit === "min" && !problem.short ? Math.max(0, from) : Infinity;
      const { key, family, name: rule } = part;
      return [{ key, family, rule, limit, from, block: null, part, unit: 1, changeAtMost, bySlack: 1 }];
    })
  );
  return [...ofBlocks, ...ofBounds];
}

/** Returns which limits of its rule a block states: both for an equality, else the one that its rows limit. */
function namesOf(block: Block, problem: Problem): readonly LimitName[] {
  const { cone, label } = block;
  if (label === null) return [];
  if (cone.isLinear && cone.isEquality) return ["min", "max"];
  const slack = slackByLimit(block, problem);
  return slack === 0 ? [] : [slack > 0 ? "max" : "min"];
}

/** The derivative of the first row of a block with respect to the limit of its rule, at equal weights that sum to 1. */
function slackByLimit({ label }: Block, { assets }: Problem): number {
  if (label === null) return 0;
  return label.slackByLimit.evaluate(new Float64Array(assets.length).fill(1 / assets.length))[0];
}

/** The changes of least sum of these limits that make all rules feasible; `none` if it is proven that no changes do. */
function leastChanges(
  system: RuleSystem,
  limits: readonly SystemLimit[],
  { kernels, budget }: CountedOptions,
): readonly number[] | "none" | "unproven" {
  const program = relaxed(system, limits);
  const { status, point } = byConesOrElse(program, kernels);
  if (status === "infeasible") return "none";
  if (status !== "optimal" || point === null) return "unproven";
  const solve = (one: Program): ProgramAnswer => byConesOrElse(one, kernels);
  const x = system.integers.length === 0
    ? point.x
    : leastChangesHeld(system, program, { limits, kernels, budget, solve });
  if (typeof x === "string") return x;
  return limits.map((limit, k) => Math.max(0, changeAt(system, limit, x) ?? x[system.program.size + k]));
}

/**
 * The change of a limit on a curved cone, such as a norm, that given weights need; null for any other limit, whose
 * change is a variable of the program.
 */
function changeAt({ program, problem }: RuleSystem, limit: SystemLimit, x: Float64Array): number | null {
  if (limit.block === null || program.blocks[limit.block].cone.isLinear) return null;
  const weights = x.subarray(0, problem.assets.length);
  const values = problem.rules.filter(({ id }) => id === limit.family).flatMap((one) => one.evaluate(weights, problem));
  const value = values.find(({ rule }) => rule === limit.rule)?.value ?? limit.from;
  return limit.limit === "min" ? limit.from - value : value - limit.from;
}

/** Largest linear program that is passed to every way of solving when the conic solver does not prove it. */
const FEW_VARIABLES = 100;

/**
 * Solves a program by the conic solver first. A large sparse linear program is left to it alone, since the other ways
 * take far longer.
 */
function byConesOrElse(program: Program, kernels: Kernels): ProgramAnswer {
  // The conic kernel does not support these cones.
  if (hasEpigraphs(program) || hasOrdered(program)) return solveProgram(program, kernels);
  const solved = solveByCones(program, kernels, wholeOf(program));
  const answer = solved.status === "solved"
    ? judged(program, polish(program, solved.point, kernels).point, solved)
    : solved.status === "infeasible"
    ? contradicted(program, solved.multipliers, solved)
    : withoutPoint("not_proven", solved.solver, solved.iterations);
  const isLinear = program.hinges.row.length === 0 && program.blocks.every(({ cone }) => cone.isLinear);
  const isWorth = !isLinear || program.size <= FEW_VARIABLES;
  return answer.status === "not_proven" && isWorth ? solveProgram(program, kernels) : answer;
}

/**
 * The program of the rules with a variable for the change of each limit. The objective is the sum of these variables.
 */
function relaxed({ program, parts, problem }: RuleSystem, limits: readonly SystemLimit[]): Program {
  const first = program.size, count = limits.length;
  const changes = limits.map((_, k) => Affine.identity(first + k, 1));
  const rows: Affine[] = [], blocks: Block[] = [];
  const add = (block: Block, own: Affine): void => {
    blocks.push({ ...block, firstRow: rows.reduce((sum, { length }) => sum + length, 0), rows: own.length });
    rows.push(own);
  };
  program.blocks.forEach((block, k) => {
    const own = program.rows.slice(block.firstRow, block.rows);
    const by = new Map(
      limits.flatMap((one, at) => one.block === k ? [[one.limit, changes[at].times(one.bySlack)] as const] : []),
    );
    if (by.size === 0) return add(block, own);
    const names = namesOf(block, problem);
    if (!block.cone.isLinear) {
      const change = by.get(names[0]) ?? Affine.constant(0);
      const rest = Affine.constants(new Float64Array(block.rows - 1));
      return add(block, own.plus(Affine.stack([change.times(1 / block.unit), rest])));
    }
    for (const name of names) {
      const side = names.length === 2 && name === "min" ? own.times(-1) : own;
      const change = by.get(name);
      add({ ...block, cone: nonnegative }, change === undefined ? side : side.plus(change.times(1 / block.unit)));
    }
  });
  const bounds = { min: program.lower.slice(), max: program.upper.slice() };
  limits.forEach(({ part, limit, from }, k) => {
    if (part === null) return;
    const sign = limit === "min" ? 1 : -1;
    parts[limit].forEach((one, j) => {
      if (one !== part) return;
      bounds[limit][j] = -sign * Infinity;
      add(BOUND, Affine.identity(j, 1).minus(Affine.constant(from)).times(sign).plus(changes[k]));
    });
  });
  return {
    ...program,
    size: first + count,
    linear: Float64Array.of(...new Float64Array(first), ...new Float64Array(count).fill(1)),
    lower: Float64Array.of(...bounds.min, ...new Float64Array(count)),
    upper: Float64Array.of(...bounds.max, ...limits.map(({ changeAtMost }) => changeAtMost)),
    rows: Affine.stack(rows),
    blocks,
  };
}

/** The block of a row that takes the place of a bound on a weight, so that a variable can change the bound. */
const BOUND: Block = { cone: nonnegative, firstRow: 0, rows: 1, label: null, unit: 1, isDefinition: false };
