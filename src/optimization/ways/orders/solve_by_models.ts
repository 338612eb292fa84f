import { dot, type Matrix } from "../../../domain/matrix.ts";
import type { Kernels } from "../../../kernels/mod.ts";
import type { ModelledCone } from "../../cones/cone.ts";
import { descending } from "../../cones/mean_difference.ts";
import { secondOrder } from "../../cones/second_order.ts";
import { Affine, type Block, type Program, quadraticTimes } from "../../program/program.ts";
import { centred } from "../../risk/centred.ts";
import { volatilityFactor } from "../../risk/volatility.ts";
import { findRay, isRay } from "../find_ray.ts";
import { solvePart } from "../solve_part.ts";
import type { Way } from "../way.ts";
import { leastAlong } from "./least_along.ts";
import { narrowestWidth, orderModelAt, squareAt } from "./mean_difference_model.ts";
import {
  type Cut,
  cutOf,
  type Entries,
  entriesAt,
  type Modelled,
  modelledBlocksOf,
  partOf,
} from "./modelled_blocks.ts";
import { backFrom, type Bounded, orderProgram } from "./order_program.ts";
import { polish } from "../../refine/polish.ts";
import { judged, type JudgedAnswer, type ProgramAnswer, withoutPoint } from "../../certify/program_answer.ts";
import type { ProgramOptions, Purpose } from "../../program_options.ts";
import { excess } from "../../certify/proof.ts";
import { rankModelAt, rankSquareAt } from "./rank_model.ts";
import { withBlocks } from "../../program/without_blocks.ts";
import { SAME_SQUARES } from "../../engines/accuracy.ts";
import { ALIKE, STRAY_OF_MODELS } from "../../program/rounding.ts";

/** Programs of squares, fewer where curved cones of many variables stand beside them, and then of orders. */
const SQUARES_AT_MOST = 12, COSTLY_SQUARES_AT_MOST = 3, ORDERS_AT_MOST = 24;

/** Standard deviations over which the kinks of pairs are spread at first, and at the least. */
const WIDEST = 0.2, NARROWEST = 0.02;

/**
 * Pairs of a model, as a multiple of the variables that a point uses, and up to how many all are taken; after a round
 * that led to nothing better so many times more.
 */
const PAIRS_PER_VARIABLE = 8, FEW_PAIRS = 1_000, MORE = 2, MOST_PAIRS = 2_000;

/** Ranks on either side over which a drop is spread at first, the share of the width at the least, and in a model. */
const MOST_RANKS = 40, NARROWEST_OF_RANKS = WIDEST / 8, RANKS_BESIDE = 6;

/** Where more variables are used, more ranks come near one another: so many times as many are in the first model. */
const MANY_USED = 30, MORE_OF_MANY = 8;

/** So many times as many lead no further. */
const MOST = 256;

/**
 * Solves a program with mean differences in it. Squares that agree with them near a point to second order, norms like
 * that of a volatility, come near the answer in a few rounds, as Newton's method does; then models below them by the
 * order at a point, whose pairs that nearly change places are hinges, give the answer: their multipliers are those of
 * the cone, by which it is judged, so that no round has to be believed.
 */
export function solveByModels(
  program: Program,
  { kernels, guess, ways }: { kernels: Kernels; ways: readonly Way[] } & Pick<ProgramOptions, "guess">,
): ProgramAnswer {
  return new ModelledProgram(program, kernels, ways).solve(guess);
}

class ModelledProgram {
  readonly #program: Program;
  readonly #kernels: Kernels;
  readonly #ways: readonly Way[];
  readonly #modelled: readonly Modelled[];
  readonly #places: readonly number[];
  readonly #rest: Program;
  /** Whether a mean difference is all that is minimised, and limited by nothing. */
  readonly #isAlone: boolean;
  /** Whether no row limits a mean difference: what is between two points that keep the rules keeps them. */
  readonly #isOpen: boolean;
  /** Whether curved cones of many variables stand beside mean differences. */
  readonly #isCostly: boolean;
  readonly #cuts: readonly Cut[][];
  /** Whether the point that is gone from is one of a model or a square: the first one need not keep the rules. */
  #keepsRules = false;
  /** Whether the order at a point alone left the objective without a bound. */
  #isUnbounded = false;
  #iterations = 0;
  #solver = "core";

  constructor(program: Program, kernels: Kernels, ways: readonly Way[]) {
    const { modelled, places, rest } = modelledBlocksOf(program);
    this.#program = program;
    this.#kernels = kernels;
    this.#ways = ways;
    this.#modelled = modelled;
    this.#places = places;
    this.#rest = rest;
    this.#isAlone = modelled.length === 1 && isAllMinimised(rest, modelled[0].value);
    this.#isOpen = !modelled.some(({ value }) => isIn(rest.rows, value));
    this.#isCostly = rest.size > 2 * modelled[0].entries.coefficients.columns &&
      rest.blocks.some(({ cone }) => !cone.isLinear);
    this.#cuts = modelled.map(() => []);
  }

  solve(guess: ProgramOptions["guess"]): ProgramAnswer {
    const isIdle = ({ value }: Modelled): boolean => this.#rest.linear[value] === 0 && !isIn(this.#rest.rows, value);
    if (this.#modelled.every(isIdle)) return this.#withoutBlocks(guess);
    const start = guess?.(), near = start === undefined ? null : this.#bySquares(start);
    return (near && this.#withoutDifference(near)) ?? this.#byOrders(near);
  }

  /** The answer where mean differences cost nothing and limit nothing. */
  #withoutBlocks(guess: ProgramOptions["guess"]): ProgramAnswer {
    const answer = solvePart(this.#ways, this.#rest, { kernels: this.#kernels, guess, purpose: "part" });
    if (answer.point === null) return answer;
    const z = withBlocks(this.#program, this.#places, answer.point.z);
    return judged(this.#program, { x: answer.point.x, z }, answer);
  }

  /**
   * Where entries that are all alike are minimised to, none of their orders is one: the least squares of how far they
   * are from their mean, whose active set leaves less of a perfect hedge. Null where that does not prove itself.
   */
  #withoutDifference(near: Float64Array): ProgramAnswer | null {
    const [{ entries, value }] = this.#modelled;
    const largest = entries.coefficients.data.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
    if (!this.#isAlone || !this.#modelled[0].cone.isOfPairs || this.#valueAt(near) > ALIKE * largest) return null;
    const square = this.#kernels.linearAlgebra.crossProduct(centred(entries.coefficients));
    const squares = this.#minimising(square, entries, value), { point, solver } = this.#solved(squares, near);
    if (point === null) return null;
    const z = new Float64Array(this.#program.rows.length);
    const stray = STRAY_OF_MODELS * point.x.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
    const cleared = { x: point.x.map((entry) => Math.abs(entry) < stray ? 0 : entry), z: point.z };
    return [point, cleared, polish(squares, cleared, this.#kernels).point]
      .map(({ x }) => judged(this.#program, { x, z }, { solver, iterations: this.#iterations }))
      .find(({ status }) => status === "optimal") ?? null;
  }

  /** A point near the answer; the given one where nothing better is found. */
  #bySquares(start: Float64Array): Float64Array {
    let near = start;
    const narrowest = Math.max(
      NARROWEST,
      ...this.#modelled.map(({ cone, entries }) => cone.isOfPairs ? narrowestWidth(entries) : NARROWEST_OF_RANKS),
    );
    const most = this.#isCostly ? COSTLY_SQUARES_AT_MOST : SQUARES_AT_MOST;
    for (let round = 0; round < most && narrowest < WIDEST; round++) {
      const width = Math.max(narrowest, WIDEST / 2 ** round), squared = this.#squaredAt(near, width);
      const point = squared === null ? null : this.#solved(squared, near, this.#isCostly ? "start" : "part").point;
      if (point === null) break;
      // A start need not keep the rules, on which all that is less would lie.
      const x = round === 0 ? settledBy(this.#program, point.x) : this.#leastTowards(point.x, near);
      const moved = x.reduce((most, entry, j) => Math.max(most, Math.abs(entry - near[j])), 0);
      near = x;
      this.#keepsRules = true;
      if (width === narrowest && !(moved > SAME_SQUARES)) break;
    }
    return near;
  }

  /** The best point on the way to another; that itself where values are limited too. */
  #leastTowards(x: Float64Array, near: Float64Array): Float64Array {
    const at = (share: number): Float64Array =>
      settledBy(this.#program, near.map((entry, j) => entry + share * (x[j] - entry)));
    if (!this.#isOpen) return settledBy(this.#program, x);
    return at(
      leastAlong(this.#isAlone ? this.#valueTowards(x, near) : (share) => objectiveAt(this.#program, at(share))),
    );
  }

  /** Of a mean difference that alone is minimised its value on the way, whose entries are between those of the ends. */
  #valueTowards(x: Float64Array, near: Float64Array): (share: number) => number {
    const [one] = this.#modelled, from = entriesAt(near, one), to = entriesAt(x, one);
    return (share) => one.cone.valueOf(from.map((entry, i) => entry + share * (to[i] - entry)));
  }

  #valueAt(x: Float64Array): number {
    return x[this.#modelled[0].value];
  }

  /** The program with a norm in place of each block, its square where it is minimised alone; null at a value of 0. */
  #squaredAt(near: Float64Array, width: number): Program | null {
    const { linearAlgebra } = this.#kernels, { rows, blocks } = this.#rest;
    const norms: Affine[] = [], added: Block[] = [];
    let firstRow = rows.length;
    for (const { cone, entries, value, block } of this.#modelled) {
      const y = partOf(near, entries), ranks = cone.rankWeights(entries.coefficients.rows);
      const reach = Math.ceil(MOST_RANKS * width / WIDEST);
      const square = cone.isOfPairs
        ? squareAt(y, entries, { width, linearAlgebra })
        : rankSquareAt(y, entries, { ranks, reach, linearAlgebra });
      if (square === null) return null;
      if (this.#isAlone) return this.#minimising(square, entries, value);
      const factor = Affine.product(volatilityFactor(square, linearAlgebra), entries.offset);
      norms.push(Affine.stack([Affine.identity(value, 1), factor]));
      added.push({ ...block, cone: secondOrder, firstRow, rows: factor.length + 1 });
      firstRow += factor.length + 1;
    }
    return { ...this.#rest, rows: Affine.stack([rows, ...norms]), blocks: [...blocks, ...added] };
  }

  #minimising(square: Matrix, { offset }: Entries, value: number): Program {
    const lower = this.#rest.lower.slice(), upper = this.#rest.upper.slice();
    lower[value] = upper[value] = 0;
    const quadratic = [{ offset, size: square.rows, matrix: square, factor: 1 }];
    return { ...this.#rest, lower, upper, quadratic, linear: new Float64Array(this.#rest.size), settlers: [] };
  }

  #byOrders(start: Float64Array | null): ProgramAnswer {
    let near = start, best: JudgedAnswer | null = null, more = this.#moreAtFirst(start);
    for (let round = 0; round < ORDERS_AT_MOST; round++) {
      const { program, addMultipliers } = orderProgram(this.#rest, this.#boundedAt(near, more));
      const answer = this.#solved(program, near);
      if (answer.status === "infeasible") return this.#withoutPoint("infeasible");
      if (answer.point === null) {
        const ray = answer.status === "unbounded" ? findRay(program, this.#kernels) : null;
        if (ray === null) break;
        const direction = settledBy(this.#program, ray.slice(0, this.#program.size));
        if (isRay(this.#program, direction)) return this.#withoutPoint("unbounded");
        this.#cutAt(direction);
        this.#isUnbounded = true;
        continue;
      }
      const multipliers = withBlocks(this.#program, this.#places, answer.point.z.subarray(0, this.#rest.rows.length));
      const point = backFrom(answer.point, { size: this.#program.size, multipliers, addMultipliers });
      const next = judged(this.#program, point, { solver: answer.solver, iterations: this.#iterations });
      if (next.status === "optimal") return next;
      if (best === null || excess(next.residuals) < excess(best.residuals)) best = next;
      else if ((more *= MORE) > MOST) break;
      near = near !== null && this.#keepsRules && this.#isOpen ? this.#leastTowards(next.point.x, near) : best.point.x;
      this.#keepsRules = true;
      this.#cutBy(next.point.z);
      this.#cutAt(next.point.x);
    }
    return best === null ? this.#withoutPoint("not_proven") : { ...best, iterations: this.#iterations };
  }

  /** By how much more than the least the first model has of ranks. */
  #moreAtFirst(near: Float64Array | null): number {
    if (near === null || this.#modelled.some(({ cone }) => cone.isOfPairs)) return 1;
    return this.#modelled.some(({ entries }) => usedIn(near, entries) > MANY_USED) ? MORE_OF_MANY : 1;
  }

  /** What is below the mean differences: what is kept, and the order at a point. */
  #boundedAt(near: Float64Array | null, more: number): Bounded[] {
    return this.#modelled.map((one, k) => {
      const { entries } = one, count = entries.coefficients.rows;
      const ranks = one.cone.rankWeights(count), isMinimised = this.#isMinimised(one);
      if (near === null) {
        return { ...one, isMinimised, order: null, cuts: [cutOf(one, evenly(ranks)), ...this.#cuts[k]] };
      }
      if (!one.cone.isOfPairs) {
        const order = rankModelAt(entriesAt(near, one), ranks, RANKS_BESIDE * more);
        return { ...one, isMinimised, order, cuts: isMinimised ? [] : this.#cuts[k] };
      }
      const used = usedIn(near, entries);
      const pairs = Math.min(
        MOST_PAIRS,
        more *
          Math.max(FEW_PAIRS >= count * (count - 1) / 2 ? FEW_PAIRS : 0, PAIRS_PER_VARIABLE * (used + 1)),
      );
      return { ...one, isMinimised, order: orderModelAt(entriesAt(near, one), pairs), cuts: this.#cuts[k] };
    });
  }

  /** Whether a value is minimised and in no row, by models that leave it a bound without cuts. */
  #isMinimised({ value }: Modelled): boolean {
    const { linear, quadratic, rows } = this.#rest;
    return !this.#isUnbounded && linear[value] > 0 && quadratic.length === 0 && !isIn(rows, value);
  }

  /** What multipliers make of the cone is below it everywhere, where they are in its dual to the last digit. */
  #cutBy(z: Float64Array): void {
    this.#modelled.forEach((one, k) => {
      const { firstRow, rows } = one.block, scale = z[firstRow];
      if (!(scale > 0)) return;
      const inUnits = z.slice(firstRow, firstRow + rows).map((entry) => entry / scale);
      one.cone.projectDual(inUnits, { firstRow: 0, rows });
      this.#cuts[k].push(cutOf(one, inUnits.slice(1).map((entry) => -entry)));
    });
  }

  /** And so is the order at a point. */
  #cutAt(x: Float64Array): void {
    this.#modelled.forEach((one, k) => this.#cuts[k].push(cutOf(one, ranked(entriesAt(x, one), one.cone))));
  }

  #solved(
    program: Program,
    near: Float64Array | null,
    purpose: Purpose = "part",
  ): ProgramAnswer {
    const guess = near === null ? undefined : (): Float64Array => {
      const point = new Float64Array(program.size);
      point.set(near);
      for (const settler of program.settlers) settler.settle(point);
      return point;
    };
    const answer = solvePart(this.#ways, program, { kernels: this.#kernels, guess, purpose });
    this.#iterations += answer.iterations;
    this.#solver = answer.solver;
    return answer;
  }

  #withoutPoint(status: "infeasible" | "unbounded" | "not_proven"): ProgramAnswer {
    return withoutPoint(status, this.#solver, this.#iterations);
  }
}

/** How many variables of the entries are used at a point. */
function usedIn(near: Float64Array, entries: Entries): number {
  return partOf(near, entries).reduce((sum, entry) => entry === 0 ? sum : sum + 1, 0);
}

/** What entries count at a point, by their ranks there. */
function ranked(x: Float64Array, cone: ModelledCone): Float64Array {
  const weights = new Float64Array(x.length), ranks = cone.rankWeights(x.length);
  descending(x).forEach((i, k) => weights[i] = ranks[k]);
  return weights;
}

/** The mean of the weights in the place of each, which is nowhere above what they come to. */
function evenly(ranks: Float64Array): Float64Array {
  return new Float64Array(ranks.length).fill(ranks.reduce((sum, one) => sum + one, 0) / ranks.length);
}

/** Whether a variable is all that the objective has, and in no row. */
function isAllMinimised({ linear, quadratic, rows }: Program, variable: number): boolean {
  if (quadratic.length > 0 || !linear.every((cost, j) => j === variable ? cost > 0 : cost === 0)) return false;
  return !isIn(rows, variable);
}

function isIn(rows: Affine, variable: number): boolean {
  const among = Uint32Array.of(variable);
  let found = false;
  for (let i = 0; i < rows.length && !found; i++) rows.forEachTerm(i, (column) => found ||= column === variable, among);
  return found;
}

function objectiveAt(program: Program, x: Float64Array): number {
  return dot(program.linear, x) + 0.5 * dot(quadraticTimes(program, x), x);
}

function settledBy({ settlers }: Program, x: Float64Array): Float64Array {
  const point = x.slice();
  for (const settler of settlers) settler.settle(point);
  return point;
}
