import { type Matrix, matrix } from "../../../domain/matrix.ts";
import type { QuadraticAnswer, QuadraticSolver } from "../../../kernels/quadratic.ts";
import { QUADRATIC_TOLERANCE } from "../../engines/accuracy.ts";
import { gradientSize } from "../../program/objective_scale.ts";
import { type QuadraticTerm, quadraticTimes } from "../../program/program.ts";
import { reducedCostsAt } from "../../program/reduced_costs.ts";
import type { SupportedProgram } from "./decided_supports.ts";
import { type DenseRows, denseRows } from "./dense_rows.ts";
import { boundsWithin, OUT, type Support } from "./support.ts";

/** Most rows of a program whose held weights are solved alone. */
const ROWS_AT_MOST = 80;

/** The best weights of a decided support, the objective there and its slopes. */
export interface HeldAnswer {
  readonly weights: Float64Array;
  /** ½ x'Px + q'x. It is compared, not proven. */
  readonly value: number;
  /** P x + q - C'z for every weight: the change of the objective for a little of a weight that is not held. */
  readonly slopes: Float64Array;
}

/**
 * Solves the program of a decided support with the held weights as its only variables, for a search that compares many
 * supports. The other weights are 0 and have no rows or columns in the matrices, so that a program in which ten of 500
 * weights are held is solved about as fast as one of ten assets.
 */
export class HeldPrograms {
  readonly #searched: SupportedProgram;
  readonly #quadratic: QuadraticSolver;
  readonly #term: QuadraticTerm;
  readonly #rows: DenseRows;
  /** Variables beside the weights. They are fixed. */
  readonly #beside: readonly number[];
  readonly #scale: number;
  #solved = 0;
  #entries = 0;

  private constructor(searched: SupportedProgram, quadratic: QuadraticSolver, term: QuadraticTerm) {
    const { program, weights: { offset, count } } = searched;
    this.#searched = searched;
    this.#quadratic = quadratic;
    this.#term = term;
    this.#rows = denseRows(program);
    this.#beside = Array.from({ length: program.size }, (_, j) => j).filter((j) => j < offset || j >= offset + count);
    this.#scale = 1 / gradientSize(program);
  }

  /**
   * Returns null if the program has other parts than linear rows and a quadratic objective of its weights, or other
   * variables that may move.
   */
  static of(searched: SupportedProgram, quadratic: QuadraticSolver): HeldPrograms | null {
    const { program, weights: { offset, count }, beside = null } = searched;
    const [term] = program.quadratic;
    const isSuited = beside === null && program.quadratic.length === 1 && term.matrix !== null &&
      term.offset <= offset && term.offset + term.size >= offset + count && program.rows.length <= ROWS_AT_MOST &&
      program.hinges.variable.length === 0 && program.settlers.length === 0 && program.scale.isConstant() &&
      program.blocks.every(({ cone }) => cone.isLinear) &&
      program.lower.every((low, j) => (j >= offset && j < offset + count) || low === program.upper[j]);
    return isSuited ? new HeldPrograms(searched, quadratic, term) : null;
  }

  /** Number of programs that were solved. */
  get solved(): number {
    return this.#solved;
  }

  /** Number of matrix entries that were read: a column for each held weight, and the rows. */
  get entries(): number {
    return this.#entries;
  }

  /** Solves the program of a decided support. Returns null if it has no solution or none is found. */
  solve(support: Support): HeldAnswer | null {
    const { program, weights, rules: { leastSize } } = this.#searched, { offset } = weights;
    const held: number[] = [];
    support.forEach((side, i) => {
      if (side !== OUT) held.push(offset + i);
    });
    if (held.length === 0) return null;
    this.#solved++;
    this.#entries += held.length * (2 * this.#term.size + program.rows.length);
    const bounds = boundsWithin(support, program, { weights, leastSize });
    const x = new Float64Array(program.size);
    for (const j of this.#beside) x[j] = program.lower[j];
    const beside = quadraticTimes(program, x), { A, b, G, l } = this.#rows, scale = this.#scale;
    const own = (from: Float64Array): Float64Array => Float64Array.from(held, (j) => from[j]);
    const answer = this.#quadratic.solve({
      P: this.#matrixOf(held),
      q: Float64Array.from(held, (j) => (beside[j] + program.linear[j]) * scale),
      A: columnsOf(A, held),
      b: b.map((limit, k) => limit - this.#fixedPart(A, k, x)),
      G: columnsOf(G, held),
      l: l.map((limit, k) => limit - this.#fixedPart(G, k, x)),
      u: new Float64Array(l.length).fill(Infinity),
      lower: own(bounds.lower),
      upper: own(bounds.upper),
    }, { tolerance: QUADRATIC_TOLERANCE });
    if (answer.status !== "optimal" || !answer.x.every(Number.isFinite)) return null;
    held.forEach((j, k) => x[j] = answer.x[k]);
    const Px = quadraticTimes(program, x);
    let value = 0;
    for (let j = 0; j < x.length; j++) value += x[j] * (0.5 * Px[j] + program.linear[j]);
    const ofWeights = (from: Float64Array): Float64Array => from.subarray(offset, offset + weights.count);
    return { weights: ofWeights(x), value, slopes: ofWeights(this.#slopesAt(Px, answer)) };
  }

  /** Px + q - C'z for the multipliers of a program of held weights, whose objective is multiplied by the scale. */
  #slopesAt(Px: Float64Array, { y, z }: QuadraticAnswer): Float64Array {
    const { program } = this.#searched,
      { equalities, inequalities } = this.#rows,
      all = new Float64Array(program.rows.length);
    equalities.forEach((row, k) => all[row] = -y[k] / this.#scale);
    inequalities.forEach((row, k) => all[row] = -z[k] / this.#scale);
    return reducedCostsAt(program, Px, all);
  }

  #matrixOf(held: readonly number[]): Matrix {
    const { offset, size, matrix: own, factor } = this.#term, P = matrix(held.length, held.length);
    const data = own?.data ?? new Float64Array(0), scale = this.#scale * factor;
    let at = 0;
    for (const i of held) for (const j of held) P.data[at++] = scale * data[(i - offset) * size + j - offset];
    return P;
  }

  /** The part of row k that the fixed variables beside the weights give. */
  #fixedPart({ columns, data }: Matrix, k: number, x: Float64Array): number {
    return this.#beside.reduce((sum, j) => sum + data[k * columns + j] * x[j], 0);
  }
}

function columnsOf({ rows, columns, data }: Matrix, places: readonly number[]): Matrix {
  const part = matrix(rows, places.length);
  for (let k = 0, at = 0; k < rows; k++) for (const j of places) part.data[at++] = data[k * columns + j];
  return part;
}
