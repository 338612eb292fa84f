import { nonnegative } from "../cones/nonnegative.ts";
import { Affine, type Block, NO_HINGES, type Program } from "../program/program.ts";
import type { Point } from "../program/point.ts";
import { isNormalisation } from "../program/normalisation.ts";
import { PROOF, toleranceOf } from "../certify/proof.ts";

/** Share of the primal tolerance by which limits are widened. The rest is left to the rounding of the solver. */
const SHARE = 0.9;

/** A program with wider limits. */
export interface WidenedProgram {
  readonly program: Program;
  /** Returns the point of the original program, with multipliers of its own rows. */
  back(point: Point): Point;
}

/**
 * Widens bounds of rules and linear rows that are not definitions, by less than the primal tolerance of a proof. Limits
 * that conflict by no more than that become feasible.
 */
export function widenLimits(program: Program): WidenedProgram {
  const { scale } = program;
  const widened = widenRows(
    program,
    (block) => isNormalisation(program, block) ? Affine.constant(0) : scale.times(SHARE * toleranceOf(block)),
  );
  return { ...widened, program: { ...widened.program, ...widenedBounds(program) } };
}

/**
 * Adds a variable to the program: the distance by which every limit may be missed, in the unit of its rule. The
 * objective is extended by `price` times this distance. With a null price it is the distance alone, whose least value
 * is 0 if all limits can be met. In a homogenised program, whose tolerance grows with the scaling variable, only rows
 * may be missed, and bounds hold.
 */
export function missingLimits(program: Program, price: number | null): WidenedProgram {
  const miss = Affine.identity(program.size, 1), isPlain = program.scale.isConstant();
  const { program: wide, back } = widenRows(program, ({ unit }) => isPlain ? miss.times(1 / unit) : miss);
  const { rows, blocks, lower, upper } = isPlain ? boundsAsRows(wide, miss) : wide;
  const extended = (values: Float64Array, value: number): Float64Array => Float64Array.of(...values, value);
  return {
    program: {
      ...program,
      size: program.size + 1,
      quadratic: price === null ? [] : program.quadratic,
      linear: price === null ? extended(new Float64Array(program.size), 1) : extended(program.linear, price),
      lower: extended(lower, 0),
      upper: extended(upper, Infinity),
      rows,
      blocks,
      hinges: price === null ? NO_HINGES : program.hinges,
      maxima: price === null ? [] : program.maxima,
      drawdowns: price === null ? [] : program.drawdowns,
    },
    back: ({ x, z }) => back({ x: x.subarray(0, program.size), z }),
  };
}

/** Turns bounds of rules into rows that are widened by `width`, after all other rows. */
function boundsAsRows(
  program: Program,
  width: Affine,
): Pick<Program, "rows" | "blocks" | "lower" | "upper"> {
  const lower = program.lower.slice(), upper = program.upper.slice(), rows: Affine[] = [];
  for (const { offset, count } of program.boundLabels) {
    for (let j = offset; j < offset + count; j++) {
      const x = Affine.identity(j, 1);
      // A bound of 0 stays, because a weight beyond it by less than the tolerance counts as 0.
      if (lower[j] !== 0) {
        if (lower[j] > -Infinity) rows.push(x.minus(Affine.constant(lower[j])).plus(width));
        lower[j] = -Infinity;
      }
      if (upper[j] !== 0) {
        if (upper[j] < Infinity) rows.push(Affine.constant(upper[j]).minus(x).plus(width));
        upper[j] = Infinity;
      }
    }
  }
  if (rows.length === 0) return program;
  const added: Block = {
    cone: nonnegative,
    firstRow: program.rows.length,
    rows: rows.length,
    label: null,
    unit: 1,
    isDefinition: false,
  };
  return { rows: Affine.stack([program.rows, ...rows]), blocks: [...program.blocks, added], lower, upper };
}

/** Adds a width to each linear row that is not a definition. An equality becomes two rows. */
function widenRows(program: Program, widthOf: (block: Block) => Affine): WidenedProgram {
  const { rows } = program;
  const first = rows.length;
  if (first === 0) return { program, back: (point) => point };
  const widths: Affine[] = [], blocks: Block[] = [], opposite: Affine[] = [], opposed: number[] = [];
  for (const block of program.blocks) {
    const isWidened = block.cone.isLinear && !block.isDefinition;
    const width = isWidened ? widthOf(block) : Affine.constant(0);
    blocks.push(isWidened ? { ...block, cone: nonnegative } : block);
    for (let i = block.firstRow; i < block.firstRow + block.rows; i++) {
      widths.push(width);
      if (!isWidened || !block.cone.isEquality) continue;
      opposed.push(i);
      opposite.push(rows.entry(i).times(-1).plus(width));
      blocks.push({ ...block, cone: nonnegative, label: null, firstRow: first + opposed.length - 1, rows: 1 });
    }
  }
  return {
    program: { ...program, rows: Affine.stack([rows.plus(Affine.stack(widths)), ...opposite]), blocks },
    back({ x, z }) {
      const multipliers = z.slice(0, first);
      opposed.forEach((i, k) => multipliers[i] -= z[first + k]);
      return { x, z: multipliers };
    },
  };
}

/** Widens the bounds of rules. The bounds of parts and hinges hold exactly. */
function widenedBounds({ lower, upper, scale, boundLabels }: Program): Pick<Program, "lower" | "upper"> {
  const widened = { lower: lower.slice(), upper: upper.slice() };
  if (!scale.isConstant()) return widened;
  const width = SHARE * PROOF.primal;
  for (const { offset, count } of boundLabels) {
    for (let j = offset; j < offset + count; j++) {
      // A bound of 0 stays: a weight beyond it by this little is set to 0 afterwards, which would undo the gain.
      if (lower[j] !== 0) widened.lower[j] = lower[j] - width;
      if (upper[j] !== 0) widened.upper[j] = upper[j] + width;
    }
  }
  return widened;
}
