import { zero } from "../cones/zero.ts";
import { Affine, type Block, type Program } from "../program/program.ts";
import type { Point } from "../program/point.ts";
import { withBlocks, withoutBlocks } from "../program/without_blocks.ts";

/** An equivalent program with other rows. */
export interface RestatedProgram {
  readonly program: Program;
  /** Returns the point with multipliers of the original rows. */
  back(point: Point): Point;
}

/**
 * Replaces each norm that must be at most 0 by equalities. Such a cone has no interior, so that an interior-point
 * method finds no multipliers for it. Any multipliers of the equalities give multipliers of the cone. Null if there is
 * no such norm.
 */
export function normsAsEqualities(program: Program): RestatedProgram | null {
  const places = Array.from(program.blocks.keys()).filter((k) => isAtMostZero(program, program.blocks[k]));
  if (places.length === 0) return null;
  const resting = places.map((k) => program.blocks[k]), others = withoutBlocks(program, places);
  let end = others.rows.length;
  const equalities = resting.map((block): Block => {
    const firstRow = end, rows = block.rows - 1;
    end += rows;
    return { ...block, cone: zero, firstRow, rows };
  });
  const rows = resting.map(({ firstRow, rows: count }) => program.rows.slice(firstRow + 1, count - 1));
  return {
    program: { ...others, rows: Affine.stack([others.rows, ...rows]), blocks: [...others.blocks, ...equalities] },
    back({ x, z: found }) {
      const z = withBlocks(program, places, found.subarray(0, others.rows.length));
      equalities.forEach(({ firstRow, rows: count }, k) => {
        const own = found.subarray(firstRow, firstRow + count), place = resting[k].firstRow;
        z[place] = Math.hypot(...own);
        z.set(own, place + 1);
      });
      return { x, z };
    },
  };
}

/** Tells whether a block is ‖y‖ ≤ 0, with no variable in its bound. */
function isAtMostZero({ rows }: Program, { cone, firstRow, rows: count }: Block): boolean {
  if (cone.isLinear || cone.isNorm !== true || count === 1 || rows.constant[firstRow] !== 0) return false;
  let isNumber = true;
  rows.forEachTerm(firstRow, (_, value) => {
    if (value !== 0) isNumber = false;
  });
  return isNumber;
}
