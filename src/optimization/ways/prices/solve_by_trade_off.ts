import { maximumNorm } from "../../../domain/matrix.ts";
import type { Kernels } from "../../../kernels/mod.ts";
import type { Block, Program } from "../../program/program.ts";
import { certify } from "../../certify/certify.ts";
import type { Point } from "../../program/point.ts";
import { judged, type ProgramAnswer, withoutPoint } from "../../certify/program_answer.ts";
import { excess, type Residuals } from "../../certify/proof.ts";
import { provesInfeasible } from "../../certify/proves_infeasible.ts";
import { keepsLimit, type QuadraticLimit, squareAt } from "../../certify/quadratic_limit.ts";
import { wholeOf } from "../../presolve/reduction.ts";
import { solveDense } from "../../engines/solve_dense.ts";
import type { ProgramOptions } from "../../program_options.ts";
import { solveProgram } from "../../solve_program.ts";
import type { Tried } from "./enclosure.ts";
import { LimitMultipliers } from "./limit_multipliers.ts";
import { mixedPoint, type Priced, shareAt } from "./mixed_point.ts";
import { type TriedPrice, triedPrices } from "./tried_prices.ts";
import { withoutBlocks } from "../../program/without_blocks.ts";
import { AIMED_BEYOND, CLEAR_OF_PROOF, EXACT_OF_PROOF, SAME_PRICE, SMALL_BEYOND } from "../../engines/accuracy.ts";

const solver = "trade-off/core";

/** Most prices before two enclose the one sought, as many after that, and the factor between two before that. */
const PRICES_AT_MOST = 40, RISE = 4;

/** Most variables and rows together for which the dense solver replaces an answer that is not exact enough. */
const LARGEST_DENSE = 400;

/**
 * Solves min q'x subject to linear rows and one limit √(y'My) ≤ t by the programs min ½ y'My + p q'x without the limit,
 * whose answers are the efficient points (Markowitz 1952). y'My grows with the price p, along a parabola while the
 * active set stays the same, and the search ends where it equals t². If z are the multipliers of such a program, z / p
 * for the rows and √(y'My) / p for the limit are multipliers of the given program, by which the certificate judges the
 * point.
 *
 * The method is exact also if the limit is the least that the rules allow, where the feasible set has no interior and
 * the multipliers of the limit are unbounded. The answer is `infeasible` if the multipliers of the least y'My prove
 * that no feasible point keeps the limit with its tolerance. That proof widens the rules only by what the least point
 * misses of them.
 */
export function solveByTradeOff(
  program: Program,
  limit: QuadraticLimit,
  { kernels, guess }: { kernels: Kernels } & ProgramOptions,
): ProgramAnswer {
  return TradeOff.of(program, limit)?.solve(kernels, guess) ?? withoutPoint("not_proven", solver, 0);
}

/** Whether the least y'My found under the rules exceeds the limit. */
export function missesLimit(
  program: Program,
  limit: QuadraticLimit,
  { kernels, guess }: { kernels: Kernels } & ProgramOptions,
): boolean {
  const least = TradeOff.of(program, limit)?.least(kernels, guess) ?? null;
  return least !== null && !keepsLimit(least.x, limit);
}

/**
 * An answer at a price. `excess` is √(y'My - least y'My) less the same root at the y'My that the search aims for,
 * slightly above the square of the limit (`AIMED_BEYOND`). It is linear in the price while the active set stays the
 * same.
 */
type Aimed = Priced & Tried;

class TradeOff {
  readonly #program: Program;
  readonly #limit: QuadraticLimit;
  readonly #multipliers: LimitMultipliers;
  /** The program without the limit. */
  readonly #free: Program;
  #best: { readonly point: Point; readonly residuals: Residuals } | null = null;
  #iterations = 0;

  private constructor(program: Program, limit: QuadraticLimit, { cone, free }: { cone: Block; free: Program }) {
    this.#program = program;
    this.#limit = limit;
    this.#multipliers = new LimitMultipliers(program, cone, limit);
    this.#free = free;
  }

  /** Returns null if the program has a quadratic objective or other curved cones than the limit. */
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
      const isProven = provesInfeasible(this.#multipliers.widened(), this.#multipliers.againstLimit(least), { missed });
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
    const beyondLeast = (square: number): number => Math.sqrt(Math.max(0, square - least.square));
    let last: { readonly near: Priced; readonly far: Priced | null } = { near: least, far: null };
    for (const share of AIMED_BEYOND) {
      const aim = this.#limit.largest ** 2 * (1 + share);
      const aimed = (one: Priced): Aimed => ({ ...one, excess: beyondLeast(one.square) - beyondLeast(aim) });
      const prices: Iterable<TriedPrice<Aimed>> = triedPrices({
        near: aimed(last.near),
        far: last.far && aimed(last.far),
        at(price, { x }) {
          const next = at(price, x);
          return next && aimed(next);
        },
        further: ({ at }) => at === 0 ? this.#firstPrice(least) : at * RISE,
        most: PRICES_AT_MOST,
      });
      for (const tried of prices) {
        if (this.#isClear()) return;
        last = tried;
        if (!tried.isEnclosed) continue;
        const [lower, upper] = tried.near.excess > 0 ? [tried.far, tried.near] : [tried.near, tried.far];
        if (lower.square >= aim) return this.#vanish(upper, at);
        const mixed = mixedPoint(lower, upper, shareAt(aim, lower, upper, this.#limit));
        this.#consider(mixed.x, mixed);
        if (this.#isClear()) return;
        if (upper.at - lower.at <= SAME_PRICE * upper.at) break;
      }
    }
  }

  /**
   * Certifies a point of price 0 if the least y'My is at least the y'My that the search aims for, so that no positive
   * price reaches it. The points of small prices lie on a line, which is extrapolated to 0.
   */
  #vanish(upper: Priced, at: PriceSolver): void {
    for (const share of SMALL_BEYOND) {
      const [one, two] = [1, 2].map((times) => at(times * share * upper.at, upper.x));
      if (one === null || two === null || this.#isClear()) return;
      this.#consider(mixedPoint(two, one, 2).x, one);
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
    return { ...point, at: price, square: squareAt(point.x, this.#limit) };
  }

  /** Price at which the linear objective is about as large as y'My. */
  #firstPrice({ x, square }: Priced): number {
    const slope = maximumNorm(this.#free.linear), reach = maximumNorm(x);
    return slope === 0 || reach === 0 ? 1 : Math.max(square, this.#limit.largest ** 2) / (slope * reach);
  }

  /** Certifies a point with the multipliers of an answer, and keeps it if it is the best so far. */
  #consider(x: Float64Array, { x: of, z, at }: Priced): void {
    if (at === 0 || !keepsLimit(x, this.#limit)) return;
    const point = { x, z: this.#multipliers.of(z, { x: of, by: 1 / at }) };
    const residuals = certify(this.#program, point);
    if (this.#best === null || excess(residuals) < excess(this.#best.residuals)) this.#best = { point, residuals };
  }

  #isClear(): boolean {
    return this.#best !== null && excess(this.#best.residuals) < CLEAR_OF_PROOF;
  }
}

type PriceSolver = (price: number, guess: Float64Array) => Priced | null;

/** Returns the answer of the dense solver if its residuals are smaller, else the given one. */
function moreExact(program: Program, answer: ProgramAnswer, kernels: Kernels): ProgramAnswer {
  const suited = (variables: number, rows: number): boolean => variables + rows <= LARGEST_DENSE;
  const solved = solveDense(program, kernels, wholeOf(program), suited);
  if (solved?.status !== "solved") return answer;
  const dense = judged(program, solved.point, solved);
  const [own, other] = [answer, dense].map(({ residuals }) => residuals === null ? Infinity : excess(residuals));
  return other < own ? dense : answer;
}
