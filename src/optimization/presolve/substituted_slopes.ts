import { matrix } from "../../domain/matrix.ts";
import type { LinearAlgebra } from "../../kernels/linear_algebra.ts";
import type { Program } from "../program/program.ts";
import type { DecidedHinges } from "./decided_hinges.ts";

/**
 * Returns the curvature of hinges u with cost ½ f u² after u = a replaces them: Σ f g g', where g is the gradient of a
 * with respect to the reduced variables. It is dense, n × n for n reduced variables; null if no substituted hinge has a
 * quadratic cost.
 */
export function curvatureOfSubstituted(
  program: Program,
  layout: Placed,
  { hinges: { list, curvature }, linearAlgebra }: { hinges: DecidedHinges; linearAlgebra: LinearAlgebra },
): Float64Array | null {
  const { variableOf } = layout, curved = list.filter(({ variable }) => curvature[variable] !== 0);
  if (curved.length === 0 || variableOf.length === 0) return null;
  const count = variableOf.length;
  const roots = matrix(curved.length, count);
  curved.forEach(({ variable, row }, k) => {
    const to = roots.data.subarray(k * count, (k + 1) * count);
    addSlopes(program, layout, { row, by: -Math.sqrt(curvature[variable]), to });
  });
  return linearAlgebra.crossProduct(roots).data;
}

/**
 * The variables of a reduced program (`Layout` of lay_out.ts), and for each variable the row that replaces it or -1.
 */
interface Placed {
  readonly place: Int32Array;
  readonly factor: Float64Array;
  readonly variableOf: Uint32Array;
  readonly moving: Uint32Array;
  readonly replacingRow: Int32Array;
}

/** Returns the coefficients of a row by the reduced variables, after replaced variables are expressed by their rows. */
export function slopesOf(program: Program, layout: Placed, row: number): Float64Array {
  const to = new Float64Array(layout.variableOf.length);
  addSlopes(program, layout, { row, by: 1, to });
  return to;
}

function addSlopes(
  program: Program,
  layout: Placed,
  { row, by, to }: { readonly row: number; readonly by: number; readonly to: Float64Array },
): void {
  const { place, factor, moving, replacingRow } = layout;
  program.rows.forEachTerm(row, (column, value) => {
    const at = place[column];
    if (at >= 0) to[at] += by * value * factor[column];
    else if (replacingRow[column] >= 0 && replacingRow[column] !== row) {
      addSlopes(program, layout, { row: replacingRow[column], by: -by * value, to });
    }
  }, moving);
}
