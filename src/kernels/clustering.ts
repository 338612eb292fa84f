import { Linkage } from "../../wasm/build/core_interface.ts";
import { type Matrix, matrix } from "../domain/matrix.ts";
import { check, checkFinite, checkMatrix } from "./check_shapes.ts";
import { checkStatus, type CoreInstance } from "./core_instance.ts";

/**
 * The distance between two clusters: that of their nearest points, of their farthest points, the mean distance, or the
 * growth of variance when they merge (Ward).
 */
export type LinkageName = "single" | "complete" | "average" | "ward";

/** The n - 1 mergers of n points, in the order in which they are found, which is not the order of their heights. */
export interface Mergers {
  /** The index of a point of one cluster that merges. */
  readonly left: Int32Array;
  /** The index of a point of the other cluster. */
  readonly right: Int32Array;
  /** The distance between the two clusters. */
  readonly heights: Float64Array;
}

/** Clusters points, and computes rank correlations. Throws a RangeError if shapes disagree. */
export class Clustering {
  readonly #instance: CoreInstance;

  constructor(instance: CoreInstance) {
    this.#instance = instance;
  }

  /** Clusters points agglomeratively by their symmetric distances (n × n), in O(n²). */
  linkage(distances: Matrix, by: LinkageName): Mergers {
    checkDistances(distances);
    return this.#instance.run((core, arena) => {
      const mergers = distances.rows - 1;
      const [left, right, heights] = [arena.integers(mergers), arena.integers(mergers), arena.doubles(mergers)];
      checkStatus(core.linkage(arena.doubles(distances.data), distances.rows, LINKAGES[by], left, right, heights));
      return {
        left: arena.readIntegers(left, mergers),
        right: arena.readIntegers(right, mergers),
        heights: arena.readDoubles(heights, mergers),
      };
    });
  }

  /**
   * Decides which mergers of a dendrogram to reverse so that neighbouring leaves are close. Returns 1 or 0 for each
   * merger: whether it is reversed within the merger that contains it. Leaves are numbered by their places in the
   * dendrogram, also in `distances`. `parts` are the two parts of each merger: a leaf is its place, a merger n plus its
   * index, and each merger follows its parts.
   */
  leafOrder(distances: Matrix, parts: Int32Array): Int32Array {
    checkDistances(distances);
    const n = distances.rows;
    check(parts.length === 2 * (n - 1), `${n - 1} mergers have ${2 * (n - 1)} parts, got ${parts.length}`);
    return this.#instance.run((core, arena) => {
      const turned = arena.integers(n - 1);
      checkStatus(core.leafOrder(arena.doubles(distances.data), n, arena.integers(parts), turned));
      return arena.readIntegers(turned, n - 1);
    });
  }

  /**
   * Computes Kendall's tau-b of each pair of n series, n × n. `ranks` holds T ranks from 0 for one series after the
   * other, with equal ranks for equal observations. `order` holds the observations in the order of their ranks. `tied`
   * is the number of pairs of equal observations in each series, less than the number of all pairs.
   */
  kendall(ranks: Int32Array, order: Int32Array, tied: Float64Array): Matrix {
    const n = tied.length, T = ranks.length / n;
    check(ranks.length === order.length && Number.isInteger(T), `${n} series cannot have ${ranks.length} ranks`);
    check(T < MOST_RANKS, `Fewer than ${MOST_RANKS} ranks are taken, got ${T}`);
    return this.#instance.run((core, arena) => {
      const out = arena.doubles(n * n);
      checkStatus(core.kendall(arena.integers(ranks), arena.integers(order), arena.doubles(tied), n, T, out));
      return matrix(n, n, arena.readDoubles(out, n * n));
    });
  }
}

/** Limit of T: the core counts ranks in 16 bits. */
const MOST_RANKS = 65_536;

const LINKAGES: Readonly<Record<LinkageName, number>> = {
  single: Linkage.SINGLE,
  complete: Linkage.COMPLETE,
  average: Linkage.AVERAGE,
  ward: Linkage.WARD,
};

function checkDistances(distances: Matrix): void {
  checkMatrix(distances);
  check(distances.rows === distances.columns, `Distances are square, got ${distances.rows} × ${distances.columns}`);
  check(distances.rows > 0, "Distances of no points have no clusters");
  checkFinite(distances.data);
}
