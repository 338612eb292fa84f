import { type Matrix, maximumNorm } from "../../../domain/matrix.ts";
import { judged, type ProgramAnswer } from "../../certify/program_answer.ts";
import { secondOrder } from "../../cones/second_order.ts";
import { SAME_SQUARES } from "../../engines/accuracy.ts";
import { Affine, type Block, type Program } from "../../program/program.ts";
import { ALIKE, STRAY_OF_MODELS } from "../../program/rounding.ts";
import { polish } from "../../refine/polish.ts";
import { centred } from "../../risk/centred.ts";
import { volatilityFactor } from "../../risk/volatility.ts";
import { narrowestWidth, squareAt } from "./mean_difference_model.ts";
import { type Entries, partOf } from "./ordered_blocks.ts";
import type { OrderedProgram } from "./ordered_program.ts";
import { rankSquareAt } from "./rank_model.ts";

/** Most rounds of `nearBySquares`, and most if the program also has curved cones and many other variables. */
const SQUARES_AT_MOST = 12, COSTLY_SQUARES_AT_MOST = 3;

/**
 * The first and the least width, in standard deviations of the entries, over which a round spreads the kink of each
 * pair |x_i - x_j| of a mean difference.
 */
const WIDEST = 0.2, NARROWEST = 0.02;

/**
 * An ordered sum has a kink at each rank after which its weights drop. The first round spreads it over `MOST_RANKS`
 * ranks on either side, and later ones over fewer, in proportion to a width that falls to `NARROWEST_OF_RANKS`.
 */
const MOST_RANKS = 40, NARROWEST_OF_RANKS = WIDEST / 8;

/** A point near the answer. `keepsRules` is false for the given start, which may break rules. */
export interface NearBySquares {
  readonly x: Float64Array;
  readonly keepsRules: boolean;
}

/**
 * Computes a point near the optimum of a program with mean differences or ordered sums. Each round replaces them by
 * norms that agree with them near the last point to second order, as Newton's method does. Returns the given point if
 * no better one is found.
 */
export function nearBySquares(whole: OrderedProgram, start: Float64Array): NearBySquares {
  let near = start, keepsRules = false;
  const isCostly = hasCostlyCones(whole);
  const narrowest = Math.max(
    NARROWEST,
    ...whole.ordered.map(({ cone, entries }) => cone.isOfPairs ? narrowestWidth(entries) : NARROWEST_OF_RANKS),
  );
  const most = isCostly ? COSTLY_SQUARES_AT_MOST : SQUARES_AT_MOST;
  for (let round = 0; round < most && narrowest < WIDEST; round++) {
    const width = Math.max(narrowest, WIDEST / 2 ** round), squared = squaredAt(whole, near, width);
    const point = squared === null ? null : whole.solve(squared, near, isCostly ? "start" : "part").point;
    if (point === null) break;
    // The first round takes the answer itself: the start may be infeasible, and then points between the two might be
    // too.
    const x = round === 0 ? whole.settled(point.x) : whole.leastTowards(point.x, near);
    const moved = x.reduce((most, entry, j) => Math.max(most, Math.abs(entry - near[j])), 0);
    near = x;
    keepsRules = true;
    if (width === narrowest && !(moved > SAME_SQUARES)) break;
  }
  return { x: near, keepsRules };
}

/**
 * Solves a program whose least mean difference is 0, so that all entries are equal and no order of them is unique:
 * minimises the squared deviations of the entries from their mean. The answer is also polished on the active set of
 * that program, which leaves smaller errors at a perfect hedge. Returns null if the mean difference is not near 0 or
 * the point is not proven.
 */
export function withoutDifference(whole: OrderedProgram, near: Float64Array): ProgramAnswer | null {
  const [{ entries, value }] = whole.ordered;
  const largest = maximumNorm(entries.coefficients.data);
  if (!whole.isAlone || !whole.ordered[0].cone.isOfPairs || near[value] > ALIKE * largest) return null;
  const square = whole.kernels.linearAlgebra.crossProduct(centred(entries.coefficients));
  const squares = minimising(whole, square, entries, value), { point, solver } = whole.solve(squares, near);
  if (point === null) return null;
  const z = new Float64Array(whole.program.rows.length);
  const stray = STRAY_OF_MODELS * maximumNorm(point.x);
  const cleared = { x: point.x.map((entry) => Math.abs(entry) < stray ? 0 : entry), z: point.z };
  return [point, cleared, polish(squares, cleared, whole.kernels).point]
    .map(({ x }) => judged(whole.program, { x, z }, { solver, iterations: whole.iterations }))
    .find(({ status }) => status === "optimal") ?? null;
}

/**
 * The program with a norm in place of each mean difference or ordered sum. If one of them alone is minimised, the
 * square of its norm is the objective instead. Returns null if one of them is not above 0 at `near`, or if its entries
 * are equal there.
 */
function squaredAt(whole: OrderedProgram, near: Float64Array, width: number): Program | null {
  const { linearAlgebra } = whole.kernels, { rows, blocks } = whole.rest;
  const norms: Affine[] = [], added: Block[] = [];
  let firstRow = rows.length;
  for (const { cone, entries, value, block } of whole.ordered) {
    const y = partOf(near, entries), ranks = cone.rankWeights(entries.coefficients.rows);
    const reach = Math.ceil(MOST_RANKS * width / WIDEST);
    const square = cone.isOfPairs
      ? squareAt(y, entries, { width, linearAlgebra })
      : rankSquareAt(y, entries, { ranks, reach, linearAlgebra });
    if (square === null) return null;
    if (whole.isAlone) return minimising(whole, square, entries, value);
    const factor = Affine.product(volatilityFactor(square, linearAlgebra), entries.offset);
    norms.push(Affine.stack([Affine.identity(value, 1), factor]));
    added.push({ ...block, cone: secondOrder, firstRow, rows: factor.length + 1 });
    firstRow += factor.length + 1;
  }
  return { ...whole.rest, rows: Affine.stack([rows, ...norms]), blocks: [...blocks, ...added] };
}

function minimising({ rest }: OrderedProgram, square: Matrix, { offset }: Entries, value: number): Program {
  const lower = rest.lower.slice(), upper = rest.upper.slice();
  lower[value] = upper[value] = 0;
  const quadratic = [{ offset, size: square.rows, matrix: square, factor: 1 }];
  return { ...rest, lower, upper, quadratic, linear: new Float64Array(rest.size), settlers: [] };
}

/** Whether the program also has curved cones and many variables besides those of the entries. */
function hasCostlyCones({ rest, ordered }: OrderedProgram): boolean {
  return rest.size > 2 * ordered[0].entries.coefficients.columns && rest.blocks.some(({ cone }) => !cone.isLinear);
}
