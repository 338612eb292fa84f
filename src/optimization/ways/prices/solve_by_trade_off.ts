import type { Kernels } from "../../../kernels/mod.ts";
import { Affine, type Block, type Program } from "../../program/program.ts";
import { certify } from "../../certify/certify.ts";
import type { Point } from "../../program/point.ts";
import { judged, type ProgramAnswer, withoutPoint } from "../../certify/program_answer.ts";
import { excess, type Residuals } from "../../certify/proof.ts";
import { provesInfeasible } from "../../certify/proves_infeasible.ts";
import { SQUARE_TOLERANCE } from "../../certify/proof.ts";
import { keepsLimit, type QuadraticLimit, squareAt } from "../../certify/quadratic_limit.ts";
import { wholeOf } from "../../presolve/reduction.ts";
import { solveDense } from "../../engines/solve_dense.ts";
import type { ProgramOptions } from "../../program_options.ts";
import { solveProgram } from "../../solve_program.ts";
import { withoutBlocks } from "../../program/without_blocks.ts";
import { AIMED_BEYOND, CLEAR_OF_PROOF, EXACT_OF_PROOF, SAME_PRICE, SMALL_BEYOND } from "../../engines/accuracy.ts";

const solver = "trade-off/core";

/** Programs with a larger and larger price, then ones between two prices. */
const RISES = 40, DIVISIONS = 24, RISE = 4;

/** Variables and rows up to which an answer that is not exact is worth the dense solver, whose answers are. */
const LARGEST_DENSE = 400;

/**
 * Solves a program with a linear objective q'x, linear rows and one quadratic limit by the programs min ½ y'My + p q'x
 * without it, whose answers are the efficient points (Markowitz 1952): y'My grows with the price p, along a parabola
 * while the same limits are active, and p is sought at which it is what the limit allows. Multipliers of such a program
 * divided by p, and sqrt(y'My) / p for the limit, are multipliers of the given one, by which the point is judged.
 *
 * This is exact where the limit is the least that the rules allow, where a cone has no interior and its multipliers no
 * bound. `infeasible` where the multipliers of the least y'My prove that no point which keeps the rules is within the
 * limit, its tolerance included; the rules are then widened by what that least point misses of them alone.
 */
export function solveByTradeOff(
  program: Program,
  limit: QuadraticLimit,
  { kernels, guess }: { kernels: Kernels } & ProgramOptions,
): ProgramAnswer {
  return TradeOff.of(program, limit)?.solve(kernels, guess) ?? withoutPoint("not_proven", solver, 0);
}

/** Whether the least y'My that is found under the rules is more than a limit allows. */
export function missesLimit(
  program: Program,
  limit: QuadraticLimit,
  { kernels, guess }: { kernels: Kernels } & ProgramOptions,
): boolean {
  const least = TradeOff.of(program, limit)?.least(kernels, guess) ?? null;
  return least !== null && !keepsLimit(least.x, limit);
}

/** The answer at a price, by the rows of the program without the limit. */
interface Priced extends Point {
  readonly price: number;
  /** y'My. */
  readonly square: number;
}

class TradeOff {
  readonly #program: Program;
  readonly #limit: QuadraticLimit;
  readonly #cone: Block;
  /** The program without the limit. */
  readonly #free: Program;
  #best: { readonly point: Point; readonly residuals: Residuals } | null = null;
  #iterations = 0;

  private constructor(program: Program, limit: QuadraticLimit, { cone, free }: { cone: Block; free: Program }) {
    this.#program = program;
    this.#limit = limit;
    this.#cone = cone;
    this.#free = free;
  }

  /** Null where a program is not linear but for the limit. */
  static of(program: Program, limit: QuadraticLimit): TradeOff | null {
    const curved = program.blocks.flatMap(({ cone }, k) => cone.isLinear ? [] : [k]);
    if (curved.length !== 1 || program.quadratic.length > 0) return null;
    return new TradeOff(program, limit, { cone: program.blocks[curved[0]], free: withoutBlocks(program, curved) });
  }

  least(kernels: Kernels, guess: ProgramOptions["guess"]): Priced | null {
    return this.#priced(this.#solveAt(0, kernels, guess), 0);
  }

  solve(kernels: Kernels, guess: ProgramOptions["guess"]): ProgramAnswer {
    const solved = this.#solveAt(0, kernels, guess);
    const least = this.#priced(solved, 0);
    if (least === null) return withoutPoint(solved.status === "infeasible" ? "infeasible" : "not_proven", solver, 0);
    if (!keepsLimit(least.x, this.#limit)) {
      const missed = solved.residuals?.primal ?? Infinity;
      const isProven = provesInfeasible(this.#widened(), this.#againstLimit(least), { missed });
      return withoutPoint(isProven ? "infeasible" : "not_proven", solver, this.#iterations);
    }
    this.#searchFrom(least, kernels);
    if (this.#best === null) return withoutPoint("not_proven", solver, this.#iterations);
    return judged(this.#program, this.#best.point, { solver, iterations: this.#iterations });
  }

  #searchFrom(least: Priced, kernels: Kernels): void {
    const at = (price: number, guess: Float64Array): Priced | null => {
      const next = this.#priced(this.#solveAt(price, kernels, () => guess), price);
      if (next !== null) this.#consider(next.x, next);
      return next;
    };
    const bracket = this.#bracket(least, at);
    if (bracket === null) return;
    for (const share of AIMED_BEYOND) {
      if (this.#isClear()) return;
      const aim = this.#limit.largest ** 2 * (1 + share);
      this.#divide({ aim, ...bracket }, at);
    }
  }

  /** Two prices between which the limit is met; null where the answer at one is proven, or none misses it. */
  #bracket(least: Priced, at: PriceSolver): { lower: Priced; upper: Priced } | null {
    const { largest } = this.#limit;
    let lower = least;
    for (let rise = 0, price = this.#firstPrice(least); rise < RISES; rise++, price *= RISE) {
      const next = at(price, lower.x);
      if (next === null) return null;
      if (next.square > largest ** 2 * (1 + SQUARE_TOLERANCE)) return { lower, upper: next };
      lower = next;
      if (this.#isClear()) return null;
    }
    return null;
  }

  #divide({ aim, ...bracket }: { aim: number; lower: Priced; upper: Priced }, at: PriceSolver): void {
    let { lower, upper } = bracket;
    if (lower.square >= aim) return this.#vanish(upper, at);
    for (let division = 1; division <= DIVISIONS; division++) {
      const share = shareAt(aim, lower, upper, this.#limit);
      const mixed = between(lower, upper, share);
      this.#consider(mixed.x, mixed);
      if (this.#isClear()) return;
      // Where limits become active between the two, a chord alone comes near from one side only.
      const part = division % 3 === 0 ? 0.5 : share;
      const next = at(lower.price + part * (upper.price - lower.price), mixed.x);
      if (next === null || this.#isClear()) return;
      if (next.square >= aim) upper = next;
      else lower = next;
      if (upper.price - lower.price <= SAME_PRICE * upper.price) return;
    }
  }

  /** Where no price leaves room, what the points of small prices, which move along a line, come to at none. */
  #vanish(upper: Priced, at: PriceSolver): void {
    for (const share of SMALL_BEYOND) {
      const [one, two] = [1, 2].map((times) => at(times * share * upper.price, upper.x));
      if (one === null || two === null || this.#isClear()) return;
      this.#consider(between(two, one, 2).x, one);
    }
  }

  #solveAt(price: number, kernels: Kernels, guess: ProgramOptions["guess"]): ProgramAnswer {
    const { offset, matrix } = this.#limit;
    const quadratic = [{ offset, size: matrix.rows, matrix, factor: 1 }];
    const linear = this.#free.linear.map((entry) => price * entry);
    const program = { ...this.#free, quadratic, linear };
    const answer = solveProgram(program, kernels, { guess });
    this.#iterations += answer.iterations;
    return answer.residuals === null || excess(answer.residuals) <= EXACT_OF_PROOF
      ? answer
      : moreExact(program, answer, kernels);
  }

  #priced({ status, point }: ProgramAnswer, price: number): Priced | null {
    if (status !== "optimal" || point === null) return null;
    return { ...point, price, square: squareAt(point.x, this.#limit) };
  }

  /** Of the size at which what is minimised is worth as much as the square. */
  #firstPrice({ x, square }: Priced): number {
    const { linear } = this.#free;
    const slope = linear.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
    const reach = x.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
    return slope === 0 || reach === 0 ? 1 : Math.max(square, this.#limit.largest ** 2) / (slope * reach);
  }

  /** Judges a point by the multipliers of an answer. */
  #consider(x: Float64Array, { z, price, ...at }: Priced): void {
    if (price === 0 || !keepsLimit(x, this.#limit)) return;
    const point = { x, z: this.#multipliers(z, { x: at.x, by: 1 / price }) };
    const residuals = certify(this.#program, point);
    if (this.#best === null || excess(residuals) < excess(this.#best.residuals)) this.#best = { point, residuals };
  }

  #isClear(): boolean {
    return this.#best !== null && excess(this.#best.residuals) < CLEAR_OF_PROOF;
  }

  /** What shows that the least square is more than the limit: the multipliers of the rules, and 1 for the limit. */
  #againstLimit({ x, z }: Priced): Float64Array {
    const norm = normOf(this.#rowsAt(x));
    const square = squareAt(x, this.#limit);
    return this.#multipliers(z, { x, by: norm / square });
  }

  /** Multipliers of the rules times a factor, and with them that of the limit, along its rows at x. */
  #multipliers(z: Float64Array, { x, by }: { x: Float64Array; by: number }): Float64Array {
    const { firstRow, rows } = this.#cone;
    const all = new Float64Array(z.length + rows);
    for (let i = 0; i < z.length; i++) all[i < firstRow ? i : i + rows] = by * z[i];
    const parts = this.#rowsAt(x), norm = normOf(parts);
    if (norm === 0) return all;
    const size = by * squareAt(x, this.#limit) / norm;
    all[firstRow] = size;
    parts.forEach((part, i) => all[firstRow + 1 + i] = -size * part / norm);
    return all;
  }

  /** The rows of the limit but its first, at x. */
  #rowsAt(x: Float64Array): Float64Array {
    const { firstRow, rows } = this.#cone;
    return this.#program.rows.evaluate(x).subarray(firstRow + 1, firstRow + rows);
  }

  /** The program with what may be missed of the limit added to it. */
  #widened(): Program {
    const { rows } = this.#program;
    const added = new Float64Array(rows.length);
    added[this.#cone.firstRow] = rows.constant[this.#cone.firstRow] * (Math.sqrt(1 + SQUARE_TOLERANCE) - 1);
    return { ...this.#program, rows: rows.plus(Affine.constants(added)) };
  }
}

type PriceSolver = (price: number, guess: Float64Array) => Priced | null;

/** The answer of the dense solver, where that is nearer to an optimum. */
function moreExact(program: Program, answer: ProgramAnswer, kernels: Kernels): ProgramAnswer {
  const suited = (variables: number, rows: number): boolean => variables + rows <= LARGEST_DENSE;
  const solved = solveDense(program, kernels, wholeOf(program), suited);
  if (solved?.status !== "solved") return answer;
  const dense = judged(program, solved.point, solved);
  const [own, other] = [answer, dense].map(({ residuals }) => residuals === null ? Infinity : excess(residuals));
  return other < own ? dense : answer;
}

function between(a: Priced, b: Priced, share: number): Priced {
  const mixed = (from: Float64Array, to: Float64Array): Float64Array =>
    from.map((entry, i) => entry === to[i] ? entry : (1 - share) * entry + share * to[i]);
  return {
    x: mixed(a.x, b.x),
    z: mixed(a.z, b.z),
    price: (1 - share) * a.price + share * b.price,
    square: (1 - share) * a.square + share * b.square,
  };
}

/** Where on the way from a to b the square is what is asked for, of which a has no more and b no less. */
function shareAt(square: number, a: Priced, b: Priced, limit: QuadraticLimit): number {
  const curvature = squareAt(b.x.map((entry, i) => entry - a.x[i]), limit);
  const slope = b.square - a.square - curvature, missing = Math.max(0, square - a.square);
  // The root of curvature s² + slope s = missing that loses no digits; the slope is 0 or more along efficient points.
  const root = Math.sqrt(Math.max(0, slope ** 2 + 4 * curvature * missing));
  const share = 2 * missing / (Math.max(0, slope) + root);
  return Number.isFinite(share) ? Math.min(1, share) : 0.5;
}

function normOf(entries: Float64Array): number {
  return Math.sqrt(entries.reduce((sum, entry) => sum + entry * entry, 0));
}
