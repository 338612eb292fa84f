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
 * How a conic form is scaled. `columns` scales down the columns that are much larger than the rest, which suits assets
 * that are hardly held. `both` scales rows and columns alike, which suits assets that must be held. `none` scales
 * nothing.
 */
export type Scaling = "columns" | "both" | "none";

const scaledBy: Readonly<
  Record<Scaling, (conic: ConicProgram, isBound: (row: number) => boolean) => ScaledProgram>
> = { columns: scaleColumns, both: equilibrate, none: asTheyAre };

/** Options of the conic form of a reduction. */
export interface ReduceOptions {
  readonly linearAlgebra: LinearAlgebra;
  /** Factor on the objective. */
  readonly objectiveScale: number;
  /** Whether the finite bounds of the free variables become rows. */
  readonly bounds: boolean;
  /** Multipliers of linear rows at the start. The reduced program then determines their change. */
  readonly multipliers?: Float64Array;
  /**
   * Unit of the steps of variables and multipliers from their start, for example the size of the residuals there; 1 if
   * absent.
   */
  readonly unit?: number;
  /** Added to the diagonal of P: keeps steps short where the objective is flat. */
  readonly proximal?: number;
  /** Whether variables that one equality determines leave the program; true if absent. */
  readonly determines?: boolean;
  /** The scaling of the conic form; `columns` if absent. */
  readonly scaling?: Scaling;
}

/** A reduced program in the form of the conic solver. Its methods bring answers back to the whole program. */
export interface ReducedProgram {
  readonly conic: ConicProgram;
  /** Number of equalities, which are the first rows of `conic`. */
  readonly equalities: number;
  /** The variable of the program for each reduced variable. */
  readonly variables: Uint32Array;
  /**
   * Returns how far each reduced variable may move down or up from its value in the origin of the reduction, in scaled
   * units.
   */
  room(side: "lower" | "upper"): Float64Array;
  /**
   * Multipliers of the program's rows that prove infeasibility by rows without a free variable, for the largest such
   * breach; null if all such rows hold.
   */
  readonly contradiction: Float64Array | null;
  /** Returns x less the origin of the reduction, for the reduced variables in scaled units. */
  stepTo(x: Float64Array): Float64Array;
  /** Returns the point of the whole program at a `step` from the origin. Multipliers of dropped rows are 0. */
  expand(step: Float64Array, z: Float64Array): Point;
  /** Returns multipliers of all rows of the program from multipliers that prove the reduced program infeasible. */
  expandProof(z: Float64Array): Float64Array;
}

/** Brings a reduction into conic form: min ½ x'Px + q'x subject to A x + s = b with s in cones. */
export function reduceProgram(program: Program, reduction: Reduction, options: ReduceOptions): ReducedProgram {
  const { linearAlgebra, objectiveScale, unit = 1, determines = true, scaling = "columns" } = options;
  const stack = new Stack(program, reduction, { determines });
  const origin = reduction.origin.slice();
  const z0 = options.multipliers?.slice() ?? new Float64Array(program.rows.length);
  stack.setPoint(origin, z0);
  const s = program.rows.evaluate(origin);
  const layout = layOut(program, reduction, { x: origin, s, stack, bounds: options.bounds });
  // The proof also needs multipliers of the rows that determine variables, so these rows stay in the program.
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
      substituted: curvatureOfSubstituted(program, { ...layout, replacingRow: stack.replacingRow }, {
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

/** Returns A of A x + s = b: the coefficients of the rows with opposite sign. */
function rowsPart(program: Program, layout: Layout, { rowsOfReplaced, replacingRow }: Stack): SparseMatrix {
  const { place, factor, variableOf, moving, sourceRow } = layout;
  const put = new Map(rowsOfReplaced.map((row) => [row, slopesOf(program, { ...layout, replacingRow }, row)]));
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
