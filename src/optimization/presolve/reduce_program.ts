import type { ConicProgram, SparseMatrix } from "../../kernels/conic.ts";
import type { LinearAlgebra } from "../../kernels/linear_algebra.ts";
import { type Program, quadraticTimes } from "../program/program.ts";
import type { Point } from "../program/point.ts";
import { reducedCostsAt } from "../program/reduced_costs.ts";
import { compressed } from "./compressed.ts";
import { boundedVariable, isUpperBound } from "../program/bound.ts";
import { type Layout, layOut, slackAt } from "./lay_out.ts";
import type { Reduction } from "./reduction.ts";
import { equilibrate } from "./equilibrate.ts";
import { scaleColumns } from "./scale_columns.ts";
import { asTheyAre, type ScaledProgram } from "./scaled_program.ts";
import { Stack } from "./stack.ts";
import { curvatureOfSubstituted, slopesOf } from "./substituted_slopes.ts";

/**
 * Columns much larger than the rest brought down to it, for assets that are hardly held; rows and columns alike, for
 * those that have to be; or nothing at all.
 */
export type Scaling = "columns" | "both" | "none";

const scaledBy: Readonly<
  Record<Scaling, (conic: ConicProgram, isBound: (row: number) => boolean) => ScaledProgram>
> = { columns: scaleColumns, both: equilibrate, none: asTheyAre };

export interface ReduceOptions {
  readonly linearAlgebra: LinearAlgebra;
  /** The objective is multiplied by it. */
  readonly objectiveScale: number;
  /** Whether the finite bounds of the free variables stay, as rows. */
  readonly bounds: boolean;
  /** Multipliers of linear rows that are solved for as steps from here. */
  readonly multipliers?: Float64Array;
  /** Steps are solved for in this unit, that of the residuals at the origin; 1 if absent. */
  readonly unit?: number;
  /** Added to the diagonal of P: keeps steps short where the objective is flat. */
  readonly proximal?: number;
  /** Whether variables that equalities determine are left out; true if absent. */
  readonly determines?: boolean;
  /** How what is uneven is scaled; `columns` if absent. */
  readonly scaling?: Scaling;
}

/** A reduced program for the conic solver, and the way back. */
export interface ReducedProgram {
  readonly conic: ConicProgram;
  /** How many rows of `conic` come first that are equalities. */
  readonly equalities: number;
  /** The program's variable of each reduced one. */
  readonly variables: Uint32Array;
  /** How far each reduced variable may step from the origin, down or up. */
  room(side: "lower" | "upper"): Float64Array;
  /**
   * Multipliers of the program's rows that prove a breach which no step can mend, since no free variable is in those
   * rows: of the largest; null where all such rows hold.
   */
  readonly contradiction: Float64Array | null;
  /** The step from the origin to a point, as far as the free variables go. */
  stepTo(x: Float64Array): Float64Array;
  /** A point of the whole program: fixed variables at their values, 0 for the multipliers of dropped rows. */
  expand(step: Float64Array, z: Float64Array): Point;
  /** Multipliers of the whole program's rows that prove what those of the reduced ones do; 0 for the rest. */
  expandProof(z: Float64Array): Float64Array;
}

/** The conic form of a reduction. */
export function reduceProgram(program: Program, reduction: Reduction, options: ReduceOptions): ReducedProgram {
  const { linearAlgebra, objectiveScale, unit = 1, determines = true, scaling = "columns" } = options;
  const stack = new Stack(program, reduction, { determines });
  const origin = reduction.origin.slice();
  const z0 = options.multipliers?.slice() ?? new Float64Array(program.rows.length);
  stack.setPoint(origin, z0);
  const s = program.rows.evaluate(origin);
  const layout = layOut(program, reduction, { x: origin, s, stack, bounds: options.bounds });
  // What contradicts a row that determines a variable is shown by the multipliers of both.
  if (layout.contradiction !== null && determines) {
    return reduceProgram(program, reduction, { ...options, determines: false });
  }
  const { variableOf, sourceRow, equalities } = layout;
  const gradient = reducedCostsAt(program, quadraticTimes(program, origin), z0);
  for (const { variable, leader, factor } of stack.following) {
    gradient[leader] += factor * gradient[variable];
  }
  const unscaled = {
    P: quadraticPart(program, layout, {
      substituted: curvatureOfSubstituted(program, { ...layout, putInBy: stack.putInBy }, {
        hinges: stack.hinges,
        linearAlgebra,
      }),
      scale: objectiveScale,
      proximal: options.proximal ?? 0,
    }),
    q: Float64Array.from(variableOf, (j) => gradient[j] * objectiveScale / unit),
    A: rowsPart(program, layout, stack),
    b: Float64Array.from(sourceRow, (source) => slackAt(program, origin, s, source) / unit),
    cones: layout.cones,
  };
  const scaled = scaledBy[scaling](unscaled, (row) => sourceRow[row] < 0);
  return {
    contradiction: layout.contradiction,
    variables: variableOf,
    equalities,
    conic: scaled.conic,
    room: (side) =>
      Float64Array.from(
        variableOf,
        (j, k) => (stack.bound(j, side, origin)?.slack ?? Infinity) / (scaled.column[k] * unit),
      ),
    stepTo: (x) => Float64Array.from(variableOf, (j, k) => (x[j] - origin[j]) / (scaled.column[k] * unit)),
    expand(step, z) {
      const x = Float64Array.from(origin), multipliers = Float64Array.from(z0);
      variableOf.forEach((j, k) => x[j] += step[k] * scaled.column[k] * unit);
      sourceRow.forEach((source, i) => {
        if (source >= 0) multipliers[source] += z[i] * scaled.row[i] * unit / (objectiveScale * scaled.objective);
      });
      stack.setPoint(x, multipliers);
      return { x, z: multipliers };
    },
    expandProof(z) {
      const multipliers = new Float64Array(program.rows.length);
      sourceRow.forEach((source, i) => {
        if (source >= 0) multipliers[source] = z[i] * scaled.row[i];
      });
      stack.setProof(origin, multipliers);
      return multipliers;
    },
  };
}

function quadraticPart(
  program: Program,
  { place, variableOf }: Layout,
  { substituted, scale, proximal }: { substituted: Float64Array | null; scale: number; proximal: number },
): SparseMatrix {
  const count = variableOf.length;
  return compressed(count, count, (visit) => {
    for (const { offset, size, matrix, factor } of program.quadratic) {
      for (let i = 0; i < size; i++) {
        const row = place[offset + i];
        if (row < 0) continue;
        const end = matrix === null ? i + 1 : size;
        for (let j = i; j < end; j++) {
          const column = place[offset + j];
          const value = scale * factor * (matrix === null ? 1 : matrix.data[i * size + j]);
          if (column >= 0 && value !== 0) visit(row, column, value);
        }
      }
    }
    if (substituted !== null) {
      for (let i = 0; i < count; i++) {
        for (let j = i; j < count; j++) {
          const value = scale * substituted[i * count + j];
          if (value !== 0) visit(i, j, value);
        }
      }
    }
    if (proximal > 0) { for (let k = 0; k < count; k++) visit(k, k, proximal); }
  });
}

/** A of A x + s = b: the rows' coefficients with their signs changed. */
function rowsPart(program: Program, layout: Layout, { rowsBeside, putInBy }: Stack): SparseMatrix {
  const { place, factor, variableOf, moving, sourceRow } = layout;
  const put = new Map(rowsBeside.map((row) => [row, slopesOf(program, { ...layout, putInBy }, row)]));
  return compressed(sourceRow.length, variableOf.length, (visit) => {
    sourceRow.forEach((source, i) => {
      if (source < 0) {
        const j = boundedVariable(source);
        visit(i, place[j], isUpperBound(source) ? factor[j] : -factor[j]);
        return;
      }
      const slopes = put.get(source);
      if (slopes !== undefined) {
        slopes.forEach((slope, k) => {
          if (slope !== 0) visit(i, k, -slope);
        });
        return;
      }
      program.rows.forEachTerm(source, (column, value) => {
        if (place[column] >= 0) visit(i, place[column], -value * factor[column]);
      }, moving);
    });
  });
}
