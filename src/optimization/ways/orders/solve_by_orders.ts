import { judged, type JudgedAnswer, type ProgramAnswer, withoutPoint } from "../../certify/program_answer.ts";
import { excess } from "../../certify/proof.ts";
import type { OrderedCone } from "../../cones/cone.ts";
import { descending } from "../../cones/mean_difference.ts";
import { isIn } from "../../program/is_in.ts";
import { withBlocks } from "../../program/without_blocks.ts";
import { findRay, isRay } from "../find_ray.ts";
import { orderModelAt } from "./mean_difference_model.ts";
import { type Entries, entriesAt, type OrderCut, orderCutOf, type OrderedBlock, partOf } from "./ordered_blocks.ts";
import type { OrderedProgram } from "./ordered_program.ts";
import type { NearBySquares } from "./near_by_squares.ts";
import type { Bounded } from "./order_part.ts";
import { backFrom, orderProgram } from "./order_program.ts";
import { rankModelAt } from "./rank_model.ts";

/** Most models that are solved one after another, each for the order of the entries at the last point. */
const ORDERS_AT_MOST = 24;

/**
 * Number of pairs of entries with a hinge in a model of a mean difference, for each variable that is not 0. If all
 * pairs number at most `FEW_PAIRS`, all are taken. After a round without a better point a model gets `MORE` times as
 * many, at most `MOST_PAIRS`.
 */
const PAIRS_PER_VARIABLE = 8, FEW_PAIRS = 1_000, MORE = 2, MOST_PAIRS = 2_000;

/**
 * A model of an ordered sum has hinges for the entries of this many ranks on either side of each rank after which the
 * weights drop.
 */
const RANKS_BESIDE = 6;

/**
 * With more than `MANY_USED` variables that are not 0, entries lie closer together, so the first model has
 * `MORE_OF_MANY` times as many ranks.
 */
const MANY_USED = 30, MORE_OF_MANY = 8;

/** The search ends when a model would need more than this multiple of the least number of pairs or ranks. */
const MOST = 256;

/**
 * Solves min ½ x'Px + q'x with mean differences or ordered sums v ≥ Σ a_k x_(k), where x_(k) is the k-th largest entry,
 * by linear models below them. A model fixes the order of the entries at a point, with hinges for entries that nearly
 * change places. Its multipliers are multipliers of the cone, by which the certificate judges the answer.
 */
export function solveByOrders(whole: OrderedProgram, near: NearBySquares | null): ProgramAnswer {
  return new OrderModels(whole, near?.keepsRules ?? false).solve(near?.x ?? null);
}

class OrderModels {
  readonly #whole: OrderedProgram;
  readonly #cuts: readonly OrderCut[][];
  /** Whether the current point comes from a model or a quadratic program. The first point may break rules. */
  #keepsRules: boolean;
  /** Whether a model without cuts was unbounded. */
  #isUnbounded = false;

  constructor(whole: OrderedProgram, keepsRules: boolean) {
    this.#whole = whole;
    this.#keepsRules = keepsRules;
    this.#cuts = whole.ordered.map(() => []);
  }

  solve(start: Float64Array | null): ProgramAnswer {
    let near = start, best: JudgedAnswer | null = null, more = this.#moreAtFirst(start);
    for (let round = 0; round < ORDERS_AT_MOST; round++) {
      const { program, addMultipliers } = orderProgram(this.#whole.rest, this.#boundedAt(near, more));
      const answer = this.#whole.solve(program, near);
      if (answer.status === "infeasible") return this.#withoutPoint("infeasible");
      if (answer.point === null) {
        const ray = answer.status === "unbounded" ? findRay(program, this.#whole.kernels) : null;
        if (ray === null) break;
        const direction = this.#whole.settled(ray.slice(0, this.#whole.program.size));
        if (isRay(this.#whole.program, direction)) return this.#withoutPoint("unbounded");
        this.#cutAt(direction);
        this.#isUnbounded = true;
        continue;
      }
      const multipliers = withBlocks(
        this.#whole.program,
        this.#whole.places,
        answer.point.z.subarray(0, this.#whole.rest.rows.length),
      );
      const point = backFrom(answer.point, { size: this.#whole.program.size, multipliers, addMultipliers });
      const next = judged(this.#whole.program, point, { solver: answer.solver, iterations: this.#whole.iterations });
      if (next.status === "optimal") return next;
      if (best === null || excess(next.residuals) < excess(best.residuals)) best = next;
      else if ((more *= MORE) > MOST) break;
      near = near !== null && this.#keepsRules && this.#whole.isOpen
        ? this.#whole.leastTowards(next.point.x, near)
        : best.point.x;
      this.#keepsRules = true;
      this.#cutBy(next.point.z);
      this.#cutAt(next.point.x);
    }
    return best === null ? this.#withoutPoint("not_proven") : { ...best, iterations: this.#whole.iterations };
  }

  /** Returns the factor by which the first model has more ranks than `RANKS_BESIDE`. */
  #moreAtFirst(near: Float64Array | null): number {
    if (near === null || this.#whole.ordered.some(({ cone }) => cone.isOfPairs)) return 1;
    return this.#whole.ordered.some(({ entries }) => usedIn(near, entries) > MANY_USED) ? MORE_OF_MANY : 1;
  }

  /** Returns lower bounds of each mean difference or ordered sum: its cuts, and the order of its entries at `near`. */
  #boundedAt(near: Float64Array | null, more: number): Bounded[] {
    return this.#whole.ordered.map((one, k) => {
      const { entries } = one, count = entries.coefficients.rows;
      const ranks = one.cone.rankWeights(count), isMinimised = this.#isMinimised(one);
      if (near === null) {
        return { ...one, isMinimised, order: null, cuts: [orderCutOf(one, evenly(ranks)), ...this.#cuts[k]] };
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

  /** Whether a value stands in the objective alone and models without cuts bound it from below. */
  #isMinimised({ value }: OrderedBlock): boolean {
    const { linear, quadratic, rows } = this.#whole.rest;
    return !this.#isUnbounded && linear[value] > 0 && quadratic.length === 0 && !isIn(rows, value);
  }

  /**
   * Adds a cut for each mean difference or ordered sum from its multipliers. Projected onto the dual of the cone, they
   * are the slopes of a linear function that lies nowhere above it.
   */
  #cutBy(z: Float64Array): void {
    this.#whole.ordered.forEach((one, k) => {
      const { firstRow, rows } = one.block, scale = z[firstRow];
      if (!(scale > 0)) return;
      const inUnits = z.slice(firstRow, firstRow + rows).map((entry) => entry / scale);
      one.cone.projectDual(inUnits, { firstRow: 0, rows });
      this.#cuts[k].push(orderCutOf(one, inUnits.slice(1).map((entry) => -entry)));
    });
  }

  /**
   * Adds for each mean difference or ordered sum the linear function that equals it while its entries keep the order
   * that they have at a point. It lies nowhere above it.
   */
  #cutAt(x: Float64Array): void {
    this.#whole.ordered.forEach((one, k) => this.#cuts[k].push(orderCutOf(one, ranked(entriesAt(x, one), one.cone))));
  }

  #withoutPoint(status: "infeasible" | "unbounded" | "not_proven"): ProgramAnswer {
    return withoutPoint(status, this.#whole.solver, this.#whole.iterations);
  }
}

/** Number of variables of the entries that are not 0 at a point. */
function usedIn(near: Float64Array, entries: Entries): number {
  return partOf(near, entries).reduce((sum, entry) => entry === 0 ? sum : sum + 1, 0);
}

/** Weight of each entry by its rank at a point. */
function ranked(x: Float64Array, cone: OrderedCone): Float64Array {
  const weights = new Float64Array(x.length), ranks = cone.rankWeights(x.length);
  descending(x).forEach((i, k) => weights[i] = ranks[k]);
  return weights;
}

/** The mean of all weights for each entry. With descending weights this lies nowhere above the ordered sum. */
function evenly(ranks: Float64Array): Float64Array {
  return new Float64Array(ranks.length).fill(ranks.reduce((sum, one) => sum + one, 0) / ranks.length);
}
