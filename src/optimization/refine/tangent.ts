import type { LinearAlgebra } from "../../kernels/linear_algebra.ts";
import { ACTIVE, type Curvature, type CurvedCone, type Tangent } from "../cones/cone.ts";
import { zero } from "../cones/zero.ts";
import { Affine, type Block, type Program, type QuadraticTerm } from "../program/program.ts";
import type { Point } from "../program/point.ts";
import { coefficientsOf } from "../program/coefficients_of.ts";
import { shiftTo } from "../program/shift_to.ts";

/**
 * A program of linear cones that agrees with the original near a point, to second order. Its first rows are the
 * original rows.
 */
export interface TangentProgram {
  readonly program: Program;
  readonly point: Point;
  /** Appended rows whose cone is not active at the point. They must be dropped. */
  readonly inactive: readonly number[];
  /** Returns a point of the original program. */
  back(point: Point): Point;
}

/**
 * Replaces every curved cone by its tangent at the point. The smooth face of the cone nearest to the rows, φ = 0
 * (`Tangent` of cones/cone.ts), becomes an equality that is linear around the point, and the objective gets its
 * curvature -λ ∇²φ, with the multiplier λ of the face. A solution is a Newton step for the program with the equalities
 * φ = 0 (Nocedal and Wright, Numerical Optimization, 18.1). Null if a cone has no smooth face near the point.
 */
export function tangentAt(program: Program, point: Point, linearAlgebra: LinearAlgebra): TangentProgram | null {
  const blocks = program.blocks.flatMap((block) => block.cone.isLinear ? [] : [{ ...block, cone: block.cone }]);
  const s = program.rows.evaluate(point.x);
  const faces = blocks.map((block) => faceAt(program, block, { ...point, s, linearAlgebra }));
  if (faces.some((face) => face === null)) return null;
  const smooth = faces.filter((face) => face !== null);
  const first = program.rows.length;
  const linear = program.linear.slice();
  for (const { curvature } of smooth) if (curvature !== null) shiftTo(point.x, curvature, linear);
  const appended = smooth.map((_, k): Block => ({
    cone: zero,
    firstRow: first + k,
    rows: 1,
    label: null,
    unit: 1,
    isDefinition: true,
  }));
  return {
    program: {
      ...program,
      linear,
      quadratic: [...program.quadratic, ...smooth.flatMap(({ curvature }) => curvature ?? [])],
      rows: Affine.stack([program.rows, ...smooth.map(({ row }) => row)]),
      blocks: [...program.blocks.filter(({ cone }) => cone.isLinear), ...appended],
    },
    point: {
      x: point.x,
      z: Float64Array.from([...withoutBlocks(point.z, blocks), ...smooth.map(({ multiplier }) => multiplier)]),
    },
    inactive: smooth.flatMap(({ isActive }, k) => isActive ? [] : [first + k]),
    back({ x, z }) {
      const s = program.rows.evaluate(x);
      const multipliers = z.slice(0, first);
      blocks.forEach((block, k) => {
        const tangent = block.cone.tangent({ s, z: point.z }, block) ?? smooth[k].tangent;
        multipliers.set(tangent.normal(z[first + k]), block.firstRow);
      });
      return { x, z: multipliers };
    },
  };
}

type CurvedBlock = Block & { readonly cone: CurvedCone };

/** The face of a cone nearest to the point, as a row of the tangent program. */
interface Face {
  readonly tangent: Tangent;
  readonly row: Affine;
  readonly multiplier: number;
  readonly isActive: boolean;
  readonly curvature: QuadraticTerm | null;
}

function faceAt(
  program: Program,
  block: CurvedBlock,
  { x, z, s, linearAlgebra }: Point & { s: Float64Array; linearAlgebra: LinearAlgebra },
): Face | null {
  const { cone, firstRow } = block;
  const tangent = cone.tangent({ s, z }, block);
  if (tangent === null) return null;
  const { slack, multiplier } = tangent;
  const isActive = slack <= ACTIVE * cone.scale(s, block);
  if (!isActive) return { tangent, row: Affine.constant(0), multiplier: 0, isActive, curvature: null };
  const slope = new Float64Array(program.size), normal = new Float64Array(program.rows.length);
  normal.set(tangent.normal(1), firstRow);
  program.rows.addTransposed(normal, slope);
  const constant = slack - slope.reduce((sum, entry, j) => sum + entry * x[j], 0);
  const columns = Uint32Array.from(Array.from(slope.keys()).filter((j) => slope[j] !== 0));
  const row = Affine.combination(columns, Float64Array.from(columns, (j) => slope[j])).plus(Affine.constant(constant));
  const curvature = tangent.curvature === null
    ? null
    : quadraticTerm(program, firstRow, tangent.curvature, linearAlgebra);
  return { tangent, row, multiplier, isActive, curvature };
}

/** Returns the curvature factor × R'R of the rows C x + c of a block as a quadratic term in x: factor × (R C)'R C. */
function quadraticTerm(
  program: Program,
  firstRow: number,
  curvature: Curvature,
  linearAlgebra: LinearAlgebra,
): QuadraticTerm | null {
  const coefficients = coefficientsOf(program, { firstRow: firstRow + curvature.firstRow, rows: curvature.rows });
  if (coefficients === null) return null;
  const { offset, block } = coefficients;
  return {
    offset,
    size: block.columns,
    matrix: linearAlgebra.crossProduct(curvature.times(block)),
    factor: curvature.factor,
  };
}

function withoutBlocks(z: Float64Array, blocks: readonly Block[]): Float64Array {
  const multipliers = z.slice();
  for (const { firstRow, rows } of blocks) multipliers.fill(0, firstRow, firstRow + rows);
  return multipliers;
}
