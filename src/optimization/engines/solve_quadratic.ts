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

/**
 * A guess of the active bounds saves time from this number of variables on, if the rows are at most this share of them.
 */
const LEAST_GUESSED = 30;
const GUESSED_ROW_SHARE = 0.25;

/**
 * Solves min ½x'Px + q'x subject to A x = b, l ≤ G x ≤ u and lower ≤ x ≤ upper. P is n × n, symmetric and positive
 * semidefinite; A and G have n columns. Limits may be infinite, and rows dependent. A warm start is tried first, and
 * costs little if it is nearly right. Bounds hold exactly. If a lower limit exceeds its upper limit, the answer is
 * `infeasible` with multipliers of 0, because one multiplier stands for one of the two limits. Throws a RangeError if
 * sizes disagree.
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
 * Guesses the active bounds by solving the program with the budget as its only row, an equality on the sum of all
 * variables. The active-set method for this takes a hundredth of the time of an interior-point method, and its answer
 * holds nearly the same assets. Undefined without a budget, or with many rows.
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

/**
 * Settles an answer of an interior-point method that stopped early: infeasible or unbounded, if a certificate is found.
 */
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
 * Tells whether multipliers prove infeasibility: whether A'y + G'z + v is 0 to rounding. Those of an interior-point
 * method satisfy this exactly for variables with bounds, and only nearly for others.
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
