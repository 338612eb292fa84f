import { type Matrix, matrix, row, timesVector } from "../../domain/matrix.ts";
import type { Kernels } from "../../kernels/mod.ts";
import { isModelled } from "../cones/cone.ts";
import { nonnegative } from "../cones/nonnegative.ts";
import { secondOrder } from "../cones/second_order.ts";
import { Affine, type Block, type Program } from "../program/program.ts";
import { greatestSettler, hingeSettler } from "../program/settler.ts";
import { Variables } from "../program/variables.ts";
import { volatilityFactor } from "../risk/volatility.ts";
import { findRay, isRay } from "./find_ray.ts";
import { type Entries, type OrderModel, orderModelAt, pairWeight, squareAt } from "./mean_difference_model.ts";
import { judged, type JudgedAnswer, type ProgramAnswer, withoutPoint } from "./program_answer.ts";
import type { ProgramOptions } from "./program_options.ts";
import { excess } from "./proof.ts";
import { withBlocks, withoutBlocks } from "./without_blocks.ts";
import { coefficientsOf } from "./coefficients_of.ts";

/** Programs of squares, and then of orders. */
const SQUARES_AT_MOST = 12, ORDERS_AT_MOST = 40;

/** Standard deviations over which the kinks of pairs are spread, from the first square to the last. */
const WIDEST = 0.2, NARROWEST = 0.02;

/** Squares whose answers differ by less of the largest variable have come as near as they do. */
const NEAR = 1e-5;

/** Pairs of a model, as a multiple of the variables that a point uses, and at the least. */
const PAIRS_PER_VARIABLE = 8, PAIRS_AT_LEAST = 100;

/** Solves a program of cones that solvers have. */
type Solve = (program: Program, options: ProgramOptions) => ProgramAnswer;

/** Whether a program has blocks of cones that no solver has. */
export function hasModelled({ blocks }: Program): boolean {
  return blocks.some(({ cone }) => isModelled(cone));
}

/**
 * Solves a program with mean differences in it. Squares that agree with them near a point to second order, norms like
 * that of a volatility, come near the answer in a few rounds, as Newton's method does; then models below them by the
 * order at a point, whose pairs that nearly change places are hinges, give the answer: their multipliers are those of
 * the cone, by which it is judged, so that no round has to be believed.
 */
export function solveByModels(
  program: Program,
  { kernels, guess, solve }: { kernels: Kernels; solve: Solve } & ProgramOptions,
): ProgramAnswer {
  return new ModelledProgram(program, kernels, solve).solve(guess);
}

/** A block (v, x) of a mean difference. */
interface Modelled {
  readonly block: Block;
  readonly entries: Entries;
  /** The variable v. */
  readonly value: number;
}

/** A linear bound on the mean difference, by its entries and by the variables. */
interface Cut {
  readonly weights: Float64Array;
  readonly slope: Float64Array;
}

class ModelledProgram {
  readonly #program: Program;
  readonly #kernels: Kernels;
  readonly #solve: Solve;
  readonly #modelled: readonly Modelled[];
  /** The places of the blocks. */
  readonly #places: readonly number[];
  /** The program without them. */
  readonly #rest: Program;
  readonly #cuts: Cut[][];
  #iterations = 0;
  #solver = "core";

  constructor(program: Program, kernels: Kernels, solve: Solve) {
    this.#program = program;
    this.#kernels = kernels;
    this.#solve = solve;
    this.#modelled = program.blocks.filter(({ cone }) => isModelled(cone)).map((block) => modelledOf(program, block));
    this.#places = Array.from(program.blocks.keys()).filter((k) => isModelled(program.blocks[k].cone));
    this.#rest = withoutLast(program, this.#places) ?? withoutBlocks(program, this.#places);
    this.#cuts = this.#modelled.map(() => []);
  }

  solve(guess: ProgramOptions["guess"]): ProgramAnswer {
    const start = guess?.();
    const near = start === undefined ? null : this.#bySquares(start);
    return this.#byOrders(near);
  }

  /** A point near the answer; the given one where nothing better is found. */
  #bySquares(start: Float64Array): Float64Array {
    let near = start;
    for (let round = 0; round < SQUARES_AT_MOST; round++) {
      const width = Math.max(NARROWEST, WIDEST / 2 ** round);
      const squared = this.#squaredAt(near, width);
      const answer = squared && this.#solved(squared, near);
      if (answer === null || answer.point === null) break;
      const x = settledBy(this.#program, answer.point.x);
      const moved = x.reduce((most, entry, j) => Math.max(most, Math.abs(entry - near[j])), 0);
      near = x;
      if (width === NARROWEST && !(moved > NEAR)) break;
    }
    return near;
  }

  /** The program with a norm in place of each block; null where a mean difference is 0. */
  #squaredAt(near: Float64Array, width: number): Program | null {
    const { linearAlgebra } = this.#kernels, { rows, blocks } = this.#rest;
    const norms: Affine[] = [], added: Block[] = [];
    let firstRow = rows.length;
    for (const { entries, value, block } of this.#modelled) {
      const square = squareAt(partOf(near, entries), entries, { width, linearAlgebra });
      if (square === null) return null;
      const alone = this.#minimisedAlone(value);
      if (alone !== null) return alone(square, entries);
      const factor = Affine.product(volatilityFactor(square, linearAlgebra), entries.offset);
      norms.push(Affine.stack([Affine.identity(value, 1), factor]));
      added.push({ ...block, cone: secondOrder, firstRow, rows: factor.length + 1 });
      firstRow += factor.length + 1;
    }
    return { ...this.#rest, rows: stacked([rows, ...norms]), blocks: [...blocks, ...added] };
  }

  /** Where a mean difference is all that is minimised, the program of its square, which needs no cone. */
  #minimisedAlone(value: number): ((square: Matrix, entries: Entries) => Program) | null {
    const { linear, quadratic, rows } = this.#rest;
    if (this.#modelled.length > 1 || quadratic.length > 0) return null;
    if (!linear.every((cost, j) => j === value ? cost > 0 : cost === 0) || isIn(rows, value)) return null;
    return (square, { offset }) => {
      const lower = this.#rest.lower.slice(), upper = this.#rest.upper.slice();
      lower[value] = upper[value] = 0;
      const quadratic = [{ offset, size: square.rows, matrix: square, factor: 1 }];
      return { ...this.#rest, lower, upper, quadratic, linear: new Float64Array(linear.length), settlers: [] };
    };
  }

  #byOrders(start: Float64Array | null): ProgramAnswer {
    let near = start, best: JudgedAnswer | null = null;
    for (let round = 0; round < ORDERS_AT_MOST; round++) {
      const model = this.#modelAt(near);
      const answer = this.#solved(model.program, near);
      if (answer.status === "infeasible") return this.#withoutPoint("infeasible");
      if (answer.point === null) {
        const ray = answer.status === "unbounded" ? findRay(model.program, this.#kernels) : null;
        if (ray === null) break;
        const direction = settledBy(this.#program, ray.slice(0, this.#program.size));
        if (isRay(this.#program, direction)) return this.#withoutPoint("unbounded");
        this.#modelled.forEach((one, k) =>
          this.#cuts[k].push(cutOf(one, orderModelAt(entriesAt(direction, one), 0).weights))
        );
        continue;
      }
      const by = { solver: answer.solver, iterations: this.#iterations };
      const next = judged(this.#program, model.back(answer.point), by);
      if (best === null || excess(next.residuals) < excess(best.residuals)) best = next;
      if (next.status === "optimal") break;
      near = next.point.x;
      this.#keepCuts(next.point.z, near);
    }
    return best === null ? this.#withoutPoint("not_proven") : { ...best, iterations: this.#iterations };
  }

  /**
   * What the multipliers of a round make of the cone holds in the next as well, and so does the order that it led to.
   */
  #keepCuts(z: Float64Array, near: Float64Array): void {
    this.#modelled.forEach((one, k) => {
      const { firstRow, rows } = one.block, scale = z[firstRow];
      if (scale > 0) {
        this.#cuts[k].push(cutOf(one, z.slice(firstRow + 1, firstRow + rows).map((entry) => -entry / scale)));
      }
      this.#cuts[k].push(cutOf(one, orderModelAt(entriesAt(near, one), 0).weights));
    });
  }

  /** The program with models below the mean differences in their place, and the way back. */
  #modelAt(
    near: Float64Array | null,
  ): { program: Program; back: (point: { x: Float64Array; z: Float64Array }) => { x: Float64Array; z: Float64Array } } {
    const { size, linear, lower, upper, rows, blocks, hinges, settlers } = this.#rest;
    const parts = this.#modelled.map((one, k) => {
      const x = near && entriesAt(near, one);
      const used = near === null
        ? 0
        : partOf(near, one.entries).reduce((count, entry) => entry === 0 ? count : count + 1, 0);
      const order = x && orderModelAt(x, Math.max(PAIRS_AT_LEAST, PAIRS_PER_VARIABLE * (used + 1)));
      return { ...one, order, cuts: order === null ? this.#cuts[k] : [cutOf(one, order.weights), ...this.#cuts[k]] };
    });
    const added: Affine[] = [], addedBlocks: Block[] = [], addedSettlers = settlers.slice();
    const variable = [...hinges.variable], ofRow = [...hinges.row], limits = [...hinges.limits];
    let firstRow = rows.length, next = size;
    const places = parts.map(({ order, cuts, entries, value, block }) => {
      const v = Affine.identity(value, 1), pairs = order?.larger.length ?? 0;
      const u = new Variables(next, pairs), place = { cuts: firstRow, pairs: firstRow + cuts.length };
      next += pairs;
      const slopes = Affine.product(
        matrix(cuts.length, entries.coefficients.columns, flat(cuts.map(({ slope }) => slope))),
        entries.offset,
      );
      const weight = 2 * pairWeight(entries.coefficients.rows);
      const flips = order === null || pairs === 0 ? null : Affine.product(flipsOf(order, entries), entries.offset);
      const sum = u.sum().times(weight);
      if (cuts.length > 0) {
        const bounds = Affine.stack(
          Array.from({ length: cuts.length }, (_, i) => order !== null && i === 0 ? sum : Affine.constant(0)),
        ).plus(slopes);
        added.push(v.minus(bounds));
        addedBlocks.push({ ...block, cone: nonnegative, firstRow, rows: cuts.length, isDefinition: true });
        if (flips !== null) {
          limits.push(firstRow);
          added.push(u.all().minus(flips));
          addedBlocks.push({ ...block, cone: nonnegative, firstRow: place.pairs, rows: pairs, isDefinition: true });
          for (let p = 0; p < pairs; p++) {
            variable.push(u.offset + p);
            ofRow.push(place.pairs + p);
          }
          addedSettlers.push(hingeSettler(u, flips));
        }
        addedSettlers.push(greatestSettler(new Variables(value, 1), Affine.stack([bounds, Affine.constant(0)])));
        firstRow += cuts.length + pairs;
      }
      return place;
    });
    const extended = (values: Float64Array, by: number): Float64Array => {
      const all = new Float64Array(next).fill(by);
      all.set(values);
      return all;
    };
    // Rows of linear cones stand before those of others.
    const program: Program = {
      ...this.#rest,
      size: next,
      linear: extended(linear, 0),
      lower: extended(lower, 0),
      upper: extended(upper, Infinity),
      rows: stacked([rows, ...added]),
      blocks: [...blocks, ...addedBlocks],
      hinges: { variable: Uint32Array.from(variable), row: Uint32Array.from(ofRow), limits: Uint32Array.from(limits) },
      settlers: addedSettlers,
    };
    return {
      program,
      back: ({ x, z }) => {
        const multipliers = withBlocks(this.#program, this.#places, z.subarray(0, rows.length));
        parts.forEach(({ block, order, cuts }, k) => {
          const entries = multipliers.subarray(block.firstRow + 1, block.firstRow + block.rows);
          cuts.forEach(({ weights }, i) => {
            const by = Math.max(0, z[places[k].cuts + i]);
            multipliers[block.firstRow] += by;
            weights.forEach((weight, t) => entries[t] -= by * weight);
          });
          for (let p = 0; p < (order?.larger.length ?? 0); p++) {
            const by = z[places[k].pairs + p];
            entries[order?.smaller[p] ?? 0] -= by;
            entries[order?.larger[p] ?? 0] += by;
          }
        });
        return { x: x.slice(0, size), z: multipliers };
      },
    };
  }

  #solved(program: Program, near: Float64Array | null): ProgramAnswer {
    const guess = near === null ? undefined : (): Float64Array => {
      const point = new Float64Array(program.size);
      point.set(near);
      for (const settler of program.settlers) settler.settle(point);
      return point;
    };
    const answer = this.#solve(program, { guess, isThorough: false });
    this.#iterations += answer.iterations;
    this.#solver = answer.solver;
    return answer;
  }

  #withoutPoint(status: "infeasible" | "unbounded" | "not_proven"): ProgramAnswer {
    return withoutPoint(status, this.#solver, this.#iterations);
  }
}

function modelledOf(program: Program, block: Block): Modelled {
  const coefficients = coefficientsOf(program, { firstRow: block.firstRow + 1, rows: block.rows - 1 });
  let value = -1;
  program.rows.forEachTerm(block.firstRow, (column) => value = column);
  if (coefficients === null) throw new RangeError("A mean difference needs entries that move");
  return { block, value, entries: { offset: coefficients.offset, coefficients: coefficients.block } };
}

/** A program without its last blocks, whose rows are then not copied; null where others stand behind them. */
function withoutLast(program: Program, places: readonly number[]): Program | null {
  const first = program.blocks[places[0]].firstRow, isDropped = new Set(places);
  const blocks = program.blocks.filter((_, k) => !isDropped.has(k));
  return blocks.some(({ firstRow }) => firstRow > first)
    ? null
    : { ...program, rows: program.rows.slice(0, first), blocks };
}

function partOf(x: Float64Array, { offset, coefficients }: Entries): Float64Array {
  return x.subarray(offset, offset + coefficients.columns);
}

function entriesAt(x: Float64Array, { entries }: Modelled): Float64Array {
  return timesVector(entries.coefficients, partOf(x, entries));
}

function cutOf({ entries: { coefficients } }: Modelled, weights: Float64Array): Cut {
  const slope = new Float64Array(coefficients.columns);
  weights.forEach((weight, i) => {
    if (weight !== 0) row(coefficients, i).forEach((entry, j) => slope[j] += weight * entry);
  });
  return { weights, slope };
}

/** By how much the smaller entry of each pair is above the larger one. */
function flipsOf({ larger, smaller }: OrderModel, { coefficients }: Entries): Matrix {
  const flips = matrix(larger.length, coefficients.columns);
  larger.forEach((i, p) => {
    const [of, above] = [row(coefficients, i), row(coefficients, smaller[p])], into = row(flips, p);
    for (let j = 0; j < into.length; j++) into[j] = above[j] - of[j];
  });
  return flips;
}

function settledBy({ settlers }: Program, x: Float64Array): Float64Array {
  const point = x.slice();
  for (const settler of settlers) settler.settle(point);
  return point;
}

function stacked(parts: readonly Affine[]): Affine {
  const some = parts.filter(({ length }) => length > 0);
  return some.length === 0 ? Affine.constants(new Float64Array(0)) : Affine.stack(some);
}

function flat(vectors: readonly Float64Array[]): Float64Array {
  return Float64Array.from(vectors.flatMap((vector) => [...vector]));
}

function isIn(rows: Affine, variable: number): boolean {
  const among = Uint32Array.of(variable);
  let found = false;
  for (let i = 0; i < rows.length && !found; i++) rows.forEachTerm(i, (column) => found ||= column === variable, among);
  return found;
}
