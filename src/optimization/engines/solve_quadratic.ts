import { row } from "../../domain/matrix.ts";
import type {
  ActiveSet,
  QuadraticAnswer,
  QuadraticOptions,
  QuadraticProgram,
  QuadraticSolver,
} from "../../kernels/quadratic.ts";
import { NO_SLOPE } from "../certify/proof.ts";
import { findFarkas, findRay } from "./quadratic_certificates.ts";
import { runBoxQuadratic } from "./run_box_quadratic.ts";
import { QUADRATIC_TOLERANCE } from "./accuracy.ts";

/** From so many variables on, and for rows up to this share of them, the guess pays. */
const LEAST_GUESSED = 30;
const GUESSED_ROW_SHARE = 0.25;

/**
 * min ½x'Px + q'x subject to A x = b, l ≤ G x ≤ u, lower ≤ x ≤ upper. P is n × n, symmetric, positive semidefinite; A
 * and G have n columns; limits may be infinite, rows dependent. A warm start is tried first and costs little where it
 * is nearly right. Bounds hold exactly. Crossed limits are `infeasible` with
 * multipliers of zero, since no multiplier of one sign can show them. Throws a RangeError where sizes disagree.
 */
export function solveQuadratic(
  quadratic: QuadraticSolver,
  program: QuadraticProgram,
  { warmStart }: Pick<QuadraticOptions, "warmStart"> = {},
): QuadraticAnswer {
  const start = warmStart ?? guessFromBox(quadratic, program);
  const answer = quadratic.solve(program, { tolerance: QUADRATIC_TOLERANCE, ...(start && { warmStart: start }) });
  const solve = (other: QuadraticProgram): QuadraticAnswer =>
    quadratic.solve(other, { tolerance: QUADRATIC_TOLERANCE });
  switch (answer.status) {
    case "optimal":
      return answer;
    case "infeasible":
      return { ...answer, ...(hasExactMultipliers(program, answer) ? {} : findFarkas(program, solve)) };
    case "unbounded":
      return { ...answer, x: findRay(program, solve) ?? answer.x };
    case "iteration_limit":
      return settle(program, answer, solve);
  }
}

/**
 * The active bounds of the program without its rows but the budget, where there is one and few other rows: the box
 * method takes a hundredth of an interior point's time, and the assets it holds are near those of the answer.
 */
function guessFromBox(
  quadratic: QuadraticSolver,
  { P, q, A, b, G, lower, upper }: QuadraticProgram,
): ActiveSet | undefined {
  const n = q.length;
  const budgetRow = Array.from({ length: A.rows }, (_, i) => i).find((i) => isConstant(row(A, i)));
  if (n < LEAST_GUESSED || budgetRow === undefined || A.rows + G.rows > GUESSED_ROW_SHARE * n) return undefined;
  const budget = b[budgetRow] / A.data[budgetRow * n];
  const box = { P, q, budget, lower, upper };
  const { status, bounds } = runBoxQuadratic(quadratic, box);
  return status === "optimal" ? { bounds, rows: new Int8Array(G.rows) } : undefined;
}

function isConstant(values: Float64Array): boolean {
  return values[0] !== 0 && values.every((value) => value === values[0]);
}

/** Where the interior point got stuck: infeasible or unbounded, if a certificate can be found. */
function settle(
  program: QuadraticProgram,
  answer: QuadraticAnswer,
  solve: (other: QuadraticProgram) => QuadraticAnswer,
): QuadraticAnswer {
  const farkas = findFarkas(program, solve);
  if (farkas !== null) return { ...answer, ...farkas, status: "infeasible" };
  const ray = findRay(program, solve);
  return ray === null ? answer : { ...answer, x: ray, status: "unbounded" };
}

/**
 * Whether A'y + G'z + v is zero to rounding: the interior point's multipliers fit all variables with bounds, others
 * only nearly.
 */
function hasExactMultipliers({ A, G }: QuadraticProgram, { y, z, v }: QuadraticAnswer): boolean {
  for (let j = 0; j < v.length; j++) {
    let sum = v[j], size = Math.abs(v[j]);
    for (const [rows, multipliers] of [[A, y], [G, z]] as const) {
      for (let i = 0; i < rows.rows; i++) {
        const part = multipliers[i] * rows.data[i * rows.columns + j];
        sum += part;
        size += Math.abs(part);
      }
    }
    if (Math.abs(sum) > NO_SLOPE * size) return false;
  }
  return true;
}
