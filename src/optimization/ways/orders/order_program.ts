import type { Point } from "../../program/point.ts";
import { Affine, type Program } from "../../program/program.ts";
import type { Variables } from "../../program/variables.ts";
import { type Bounded, type Part, partOf } from "./order_part.ts";

/** A program with lower bounds in place of mean differences and ordered sums. */
export interface OrderProgram {
  readonly program: Program;
  /** Adds the multipliers of its rows to those of the replaced blocks. */
  addMultipliers(z: Float64Array, into: Float64Array): void;
}

/**
 * Returns `rest` with the rows of each mean difference or ordered sum. Settlers set their values, thresholds and
 * hinges.
 */
export function orderProgram(rest: Program, bounded: readonly Bounded[]): OrderProgram {
  const { hinges, lower, upper } = rest, parts: Part[] = [];
  const variable = [...hinges.variable], ofRow = [...hinges.row], limits = [...hinges.limits];
  let firstRow = rest.rows.length, size = rest.size;
  const free: Variables[] = [];
  for (const one of bounded) {
    const part = partOf(one, { firstRow, firstVariable: size, price: rest.linear[one.value] });
    const { pairs, thresholds } = part, firstOfPairs = firstRow + part.rows.length - pairs.count;
    if (pairs.count > 0 && part.cost === null) limits.push(firstRow);
    for (let p = 0; p < pairs.count; p++) {
      variable.push(pairs.offset + p);
      ofRow.push(firstOfPairs + p);
    }
    firstRow += part.rows.length;
    size += thresholds.count + pairs.count;
    if (thresholds.count > 0) free.push(thresholds);
    parts.push(part);
  }
  const unbounded = (lower: Float64Array): Float64Array => {
    for (const { offset, count } of free) lower.fill(-Infinity, offset, offset + count);
    return lower;
  };
  const extended = (values: Float64Array, by: number): Float64Array => {
    const all = new Float64Array(size).fill(by);
    all.set(values);
    return all;
  };
  return {
    program: {
      ...rest,
      size,
      linear: costsOf(bounded, parts, extended(rest.linear, 0)),
      lower: unbounded(extended(lower, 0)),
      upper: extended(upper, Infinity),
      rows: Affine.stack([rest.rows, ...parts.map(({ rows }) => rows)]),
      blocks: [...rest.blocks, ...parts.flatMap(({ blocks }) => blocks)],
      hinges: { variable: Uint32Array.from(variable), row: Uint32Array.from(ofRow), limits: Uint32Array.from(limits) },
      settlers: [...rest.settlers, ...parts.flatMap(({ settlers }) => settlers)],
    },
    addMultipliers(z, into) {
      for (const part of parts) part.addMultipliers(z, into);
    },
  };
}

/**
 * Returns the costs of all variables. The `cost` of a part, if it has one, takes the place of the cost of its value v.
 */
function costsOf(bounded: readonly Bounded[], parts: readonly Part[], linear: Float64Array): Float64Array {
  parts.forEach(({ cost }, k) => {
    if (cost === null) return;
    linear[bounded[k].value] = 0;
    cost.forEachTerm(0, (column, value) => linear[column] += value);
  });
  return linear;
}

/**
 * Converts a point of the model into a point of the given program. `multipliers` holds those of the other rows and is
 * changed in place.
 */
export function backFrom(
  { x, z }: Point,
  { size, multipliers, addMultipliers }: {
    readonly size: number;
    readonly multipliers: Float64Array;
    readonly addMultipliers: OrderProgram["addMultipliers"];
  },
): Point {
  addMultipliers(z, multipliers);
  return { x: x.slice(0, size), z: multipliers };
}
