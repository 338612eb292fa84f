import { type Matrix, matrix } from "../../../domain/matrix.ts";
import { type DenseRows, denseRows } from "./dense_rows.ts";
import type { ActiveSet, QuadraticProgram, QuadraticSolver } from "../../../kernels/quadratic.ts";
import type { Affine, Program } from "../../program/program.ts";
import { gradientSize } from "../../program/objective_scale.ts";
import { judged, type ProgramAnswer } from "../../certify/program_answer.ts";
import { QUADRATIC_TOLERANCE } from "../../engines/accuracy.ts";
import { HOLDING } from "../../program/rounding.ts";

/** Most variables and most rows of a program that is worth dense matrices. */
const VARIABLES_AT_MOST = 250, ROWS_AT_MOST = 80;

/**
 * Solves min ½ x'Px + q'x subject to A x = b, G x ≥ l and lower ≤ x ≤ upper by the dense solver of the core, from the
 * active set of a nearby point. Programs with the same rows share A, b, G and l, which are laid out once. `solve`
 * returns null if the program is large or has other parts than linear rows, or if the answer is not proven.
 */
export class DenseRelaxations {
  readonly #quadratic: QuadraticSolver;
  readonly #rows = new WeakMap<Affine, DenseRows | null>();

  constructor(quadratic: QuadraticSolver) {
    this.#quadratic = quadratic;
  }

  solve(program: Program, near: Float64Array | null): ProgramAnswer | null {
    const rows = this.#rowsOf(program), P = rows && quadraticOf(program);
    if (rows === null || P === null) return null;
    const scale = 1 / gradientSize(program), { A, b, G, l } = rows;
    const given: QuadraticProgram = {
      P: matrix(P.rows, P.columns, P.data.map((entry) => entry * scale)),
      q: program.linear.map((entry) => entry * scale),
      ...{ A, b, G, l },
      u: new Float64Array(l.length).fill(Infinity),
      lower: program.lower,
      upper: program.upper,
    };
    const warmStart = near === null || near.length !== program.size ? null : activeSetAt(near, given);
    const answer = this.#quadratic.solve(given, { tolerance: QUADRATIC_TOLERANCE, ...warmStart && { warmStart } });
    if (answer.status !== "optimal" || !answer.x.every(Number.isFinite)) return null;
    const z = new Float64Array(program.rows.length);
    rows.equalities.forEach((row, k) => z[row] = -answer.y[k] / scale);
    rows.inequalities.forEach((row, k) => z[row] = -answer.z[k] / scale);
    const found = judged(program, { x: answer.x, z }, { solver: "relaxation/core", iterations: answer.iterations });
    return found.status === "optimal" ? found : null;
  }

  #rowsOf(program: Program): DenseRows | null {
    const known = this.#rows.get(program.rows);
    if (known !== undefined) return known;
    const rows = isSuited(program) ? denseRows(program) : null;
    this.#rows.set(program.rows, rows);
    return rows;
  }
}

function isSuited({ size, rows, blocks, hinges, settlers, scale }: Program): boolean {
  return size <= VARIABLES_AT_MOST && rows.length <= ROWS_AT_MOST && blocks.every(({ cone }) => cone.isLinear) &&
    hinges.variable.length === 0 && settlers.length === 0 && scale.isConstant();
}

/**
 * Returns the matrix of the objective over all variables. Returns null if it covers only some variables or has several
 * terms.
 */
function quadraticOf({ size, quadratic }: Program): Matrix | null {
  const [term] = quadratic;
  if (term === undefined) return matrix(size, size);
  if (quadratic.length > 1 || term.matrix === null || term.size !== size) return null;
  return term.factor === 1 ? term.matrix : matrix(size, size, term.matrix.data.map((entry) => entry * term.factor));
}

/** Returns the bounds and rows that are active at a point, which is first moved into the bounds. */
function activeSetAt(near: Float64Array, { G, l, lower, upper }: QuadraticProgram): ActiveSet {
  const x = near.map((entry, j) => Math.max(lower[j], Math.min(entry, upper[j])));
  const bounds = Int8Array.from(
    x,
    (entry, j) => entry <= lower[j] + HOLDING ? -1 : entry >= upper[j] - HOLDING ? 1 : 0,
  );
  const rows = Int8Array.from(l, (limit, k) => {
    let value = 0;
    for (let j = 0, at = k * x.length; j < x.length; j++, at++) value += G.data[at] * x[j];
    return value <= limit + HOLDING ? -1 : 0;
  });
  return { bounds, rows };
}
