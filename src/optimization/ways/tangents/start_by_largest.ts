import type { Program } from "../../program/program.ts";
import { hasChain } from "../../program/has_chain.ts";
import { meetRows } from "../../refine/meet_rows.ts";
import { solveChained } from "../../engines/solve_chained.ts";
import { settledVariables } from "../../program/settled_variables.ts";
import type { TangentSearch } from "./tangent_search.ts";
import { TRACE } from "../../program/rounding.ts";

/**
 * Computes the start of Newton's method for functions of drawdowns: a point near the least maximum drawdown, which
 * bounds the functions from above and has its peaks at the same periods. Returns null if the objective has other parts,
 * or if the point is not found, is no better than the given start or lies at a kink of the functions.
 */
export function startByLargest(search: TangentSearch, start: Float64Array | null): Float64Array | null {
  const { program, model, kernels } = search;
  if (start === null || !hasChain(program) || !isAlone(search)) return null;
  const { program: largest, expand } = model.ofLargest();
  const solved = solveChained(largest, kernels, () => start, { isAnyEnough: true });
  if (solved?.status !== "solved") return null;
  search.iterations += solved.iterations;
  const met = withinRules(program, expand(solved.point).x), x = met && search.settled(met);
  if (x === null || !(search.objective(x) < search.objective(start))) return null;
  return model.supportsAt(x).every(({ isSmooth }) => isSmooth) ? x : null;
}

/**
 * Whether the objective consists of functions bounded by their largest argument, and no variable besides theirs may be
 * negative: an answer with short weights uses all variables.
 */
function isAlone({ program, model: { epigraphs } }: TangentSearch): boolean {
  const { quadratic, linear, lower } = program, isSettled = settledVariables(program);
  const own = new Set(epigraphs.map(({ variable }) => variable));
  if (!lower.every((least, j) => least >= 0 || isSettled[j] || own.has(j))) return false;
  return quadratic.length === 0 && linear.every((cost, j) => cost === 0 || own.has(j)) &&
    epigraphs.every(({ cone }) => cone.isBelowLargest);
}

/**
 * Moves a point of an interior-point method onto its limits: variables close to a bound are set to it, then a least
 * squares step restores the rows that the point misses. Returns null if that does not succeed.
 */
function withinRules(program: Program, point: Float64Array): Float64Array | null {
  const { lower, upper, rows, blocks } = program, isSettled = settledVariables(program);
  const above = point.map((entry, j) => isSettled[j] || !(lower[j] < upper[j]) ? 0 : entry - lower[j]);
  const least = TRACE * above.reduce((most, one) => one < Infinity ? Math.max(most, one) : most, 0);
  const x = point.map((entry, j) => above[j] !== 0 && above[j] < least ? lower[j] : entry);
  const stretch = x.map((entry, j) => isSettled[j] ? 0 : Math.min(Math.abs(entry), entry - lower[j], upper[j] - entry));
  const slacks = rows.evaluate(x);
  const missed = blocks.flatMap(({ cone, firstRow, rows: count, isDefinition }) =>
    isDefinition || !cone.isLinear ? [] : Array.from({ length: count }, (_, k) => firstRow + k)
      .filter((i) => cone.isEquality || slacks[i] < 0)
  );
  return meetRows(rows, x, { rows: missed, stretch });
}
