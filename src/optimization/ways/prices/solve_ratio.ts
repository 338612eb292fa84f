import { dot } from "../../../domain/matrix.ts";
import type { Kernels } from "../../../kernels/mod.ts";
import { type Program, quadraticTimes } from "../../program/program.ts";
import type { Point } from "../../program/point.ts";
import { solveDirectly } from "../direct.ts";
import { triedPrices } from "./tried_prices.ts";
import { judged, type JudgedAnswer, type ProgramAnswer } from "../../certify/program_answer.ts";
import { excess } from "../../certify/proof.ts";
import { rowsAsBounds } from "../../presolve/rows_as_bounds.ts";
import { withoutBlocks } from "../../program/without_blocks.ts";
import { CLEAR_OF_PROOF } from "../../engines/accuracy.ts";

const solver = "core";

/** Most prices of the variance that are tried. */
const PRICES_AT_MOST = 24;

/** Largest factor between two prices while the search has not enclosed the price sought. */
const LARGEST_STEP = 2;

/**
 * A homogenised program with x = s · y for its scaling variable s, whose index is `scale`. y is 1 at the scaling
 * variable, and it satisfies all rows except the one with a constant.
 */
interface Ratio {
  readonly program: Program;
  readonly scale: number;
  /** The row with a constant, a'x + constant ≥ 0, and the index of its block. `slope` is a. */
  readonly row: number;
  readonly block: number;
  readonly slope: Float64Array;
  readonly constant: number;
}

/** The minimum y of ½ y'Py - price · a'y. `excess` is y'Py - price · a'y. It is 0 where a multiple of y is optimal. */
interface Priced extends Point {
  readonly at: number;
  readonly excess: number;
}

/**
 * Solves a homogenised program min ½ x'Px subject to a'x ≥ c by programs with a fixed scaling variable, min ½ y'Py - p
 * a'y, whose answers are the efficient portfolios (Markowitz 1952). Where p = y'Py / a'y, the multiple of y that meets
 * the row is optimal, with the multipliers of y in proportion. y'Py - p a'y is linear in p while the active set stays
 * the same, so the search for p uses false position and interpolates the answers of two prices.
 *
 * Returns null if the program is no such ratio, if no definition contains the scaling variable, or if nothing is
 * proven.
 */
export function solveRatio(program: Program, guess: Float64Array, kernels: Kernels): ProgramAnswer | null {
  const ratio = ratioOf(program);
  if (ratio === null) return null;
  let iterations = 0;
  const leastAt = (price: number, near: Float64Array): Priced | null => {
    if (!(price > 0)) return null;
    const priced = rowsAsBounds(pricedProgram(ratio, price));
    const answer = solveDirectly(priced.program, kernels, { guess: () => near });
    iterations += answer.iterations;
    if (answer.status !== "optimal" || answer.point === null) return null;
    const point = priced.back(answer.point);
    return { ...point, at: price, excess: squareAt(ratio, point.x) - price * dot(ratio.slope, point.x) };
  };
  const first = leastAt(bestPrice(ratio, guess), guess);
  if (first === null) return null;
  let best: JudgedAnswer | null = null;
  const prices = triedPrices({
    near: first,
    at: (price, { x }) => leastAt(price, x),
    further: (near, far) => furtherPrice(ratio, near, far),
    most: PRICES_AT_MOST,
  });
  for (const { near, far } of prices) {
    const mixed = judged(program, multipleOf(ratio, crossingOf(far, near)), { solver, iterations });
    if (best === null || excess(mixed.residuals) < excess(best.residuals)) best = mixed;
    if (excess(best.residuals) < CLEAR_OF_PROOF) break;
  }
  return best?.status === "optimal" ? { ...best, iterations } : null;
}

function ratioOf(program: Program): Ratio | null {
  const { blocks, rows, linear, lower, upper } = program;
  const scale = scalingVariable(program);
  if (scale < 0 || lower[scale] === upper[scale] || linear.some((entry) => entry !== 0)) return null;
  if (!isDefining(program, scale)) return null;
  const uneven = Array.from(rows.constant.keys()).filter((row) => rows.constant[row] !== 0);
  if (uneven.length !== 1) return null;
  const [row] = uneven;
  const block = blocks.findIndex(({ firstRow, rows: count }) => firstRow === row && count === 1);
  const { cone } = blocks[block] ?? {};
  if (cone === undefined || !cone.isLinear || cone.isEquality) return null;
  const slope = new Float64Array(program.size);
  rows.forEachTerm(row, (column, value) => slope[column] += value);
  return { program, scale, row, block, slope, constant: rows.constant[row] };
}

function scalingVariable({ scale }: Program): number {
  let variable = -1;
  scale.forEachTerm(0, (column) => variable = column);
  return variable;
}

/** Whether a variable stands in an equality that defines other variables. */
function isDefining({ blocks, rows }: Program, variable: number): boolean {
  let found = false;
  const look = (column: number): void => {
    found ||= column === variable;
  };
  for (const { cone, isDefinition, firstRow, rows: count } of blocks) {
    if (!cone.isLinear || !cone.isEquality || !isDefinition) continue;
    for (let row = firstRow; row < firstRow + count && !found; row++) rows.forEachTerm(row, look);
  }
  return found;
}

function pricedProgram({ program, scale, block, slope }: Ratio, price: number): Program {
  const lower = program.lower.slice(), upper = program.upper.slice();
  lower[scale] = upper[scale] = 1;
  const linear = slope.map((entry) => -price * entry);
  return { ...withoutBlocks(program, [block]), linear, lower, upper };
}

function squareAt({ program }: Ratio, y: Float64Array): number {
  return dot(y, quadraticTimes(program, y));
}

/** The price y'Py / a'y at which y would be optimal, if it were also the answer at that price. */
function bestPrice(ratio: Ratio, y: Float64Array): number {
  return squareAt(ratio, y) / dot(ratio.slope, y);
}

/**
 * Returns the next price: the price at which the last y would be optimal, or beyond it the zero of the line through the
 * last two answers, within a factor of `LARGEST_STEP`.
 */
function furtherPrice(ratio: Ratio, near: Priced, far: Priced | null): number {
  const best = bestPrice(ratio, near.x);
  if (far === null) return best;
  const share = shareAtCrossing(near, far), crossing = near.at + share * (far.at - near.at);
  const isBeyond = best > near.at ? crossing > best : crossing < best;
  return isBeyond ? Math.min(Math.max(crossing, near.at / LARGEST_STEP), near.at * LARGEST_STEP) : best;
}

/**
 * Returns where the line through the `excess` of two answers crosses 0, as a share of the way from one to the other.
 */
function shareAtCrossing(one: Priced, other: Priced): number {
  return one.excess === other.excess ? 0 : one.excess / (one.excess - other.excess);
}

/** Interpolates two answers where their `excess` crosses 0. */
function crossingOf(one: Priced, other: Priced): Priced {
  const share = shareAtCrossing(one, other);
  const between = (from: number, to: number): number => from === to ? from : (1 - share) * from + share * to;
  return {
    x: one.x.map((entry, j) => between(entry, other.x[j])),
    z: one.z.map((entry, i) => between(entry, other.z[i])),
    at: between(one.at, other.at),
    excess: 0,
  };
}

/** Returns the multiple of y that meets the row with a constant, with multipliers of the program. */
function multipleOf({ program, row, slope, constant }: Ratio, { x: y, z, at }: Priced): Point {
  const by = -constant / dot(slope, y);
  const multipliers = new Float64Array(program.rows.length);
  z.forEach((multiplier, i) => multipliers[i < row ? i : i + 1] = by * multiplier);
  multipliers[row] = by * at;
  return { x: y.map((entry) => by * entry), z: multipliers };
}
