import { nonnegative } from "../cones/nonnegative.ts";
import { Affine, type Block, NO_HINGES, type Program } from "../program/program.ts";
import type { Point } from "./certify.ts";
import { PROOF, toleranceOf } from "./proof.ts";

/** The share of what may be missed that is given away: the rest is for the solver. */
const SHARE = 0.9;

/** A program whose limits are wider than those of another one. */
export interface WidenedProgram {
  readonly program: Program;
  /** A point of the other program, with its multipliers. */
  back(point: Point): Point;
}

/**
 * Widens bounds of rules and linear rows that are no definitions by less than may be missed of them: what misses one
 * another by no more can then be met.
 */
export function widenLimits(program: Program): WidenedProgram {
  const { scale } = program;
  const widened = widenRows(program, ({ unit }) => scale.times(SHARE * toleranceOf({ unit })));
  return { ...widened, program: { ...widened.program, ...widenedBounds(program) } };
}

/** How far the rows of a program must be missed, all of them alike: its least value is 0 where they can be met. */
export function leastMiss(program: Program): WidenedProgram {
  const miss = Affine.identity(program.size, 1);
  const { program: { rows, blocks }, back } = widenRows(program, () => miss);
  const extended = (values: Float64Array, value: number): Float64Array => Float64Array.of(...values, value);
  return {
    program: {
      ...program,
      size: program.size + 1,
      quadratic: [],
      linear: extended(new Float64Array(program.size), 1),
      lower: extended(program.lower, 0),
      upper: extended(program.upper, Infinity),
      rows,
      blocks,
      hinges: NO_HINGES,
    },
    back: ({ x, z }) => back({ x: x.subarray(0, program.size), z }),
  };
}

/** Adds a width to each linear row that is no definition; an equality becomes two rows. */
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

/** Bounds are limits of weights alone: parts and hinges are at least 0, whatever may be missed. */
function widenedBounds({ lower, upper, scale, boundLabels }: Program): Pick<Program, "lower" | "upper"> {
  const widened = { lower: lower.slice(), upper: upper.slice() };
  if (!scale.isConstant()) return widened;
  const width = SHARE * PROOF.primal;
  for (const { offset, count } of boundLabels) {
    for (let j = offset; j < offset + count; j++) {
      widened.lower[j] = lower[j] - width;
      widened.upper[j] = upper[j] + width;
    }
  }
  return widened;
}
