import { Linkage } from "../../wasm/build/core_interface.ts";
import { type Matrix, matrix } from "../domain/matrix.ts";
import { check, checkFinite, checkMatrix } from "./check_shapes.ts";
import { checkStatus, type CoreInstance } from "./core_instance.ts";

/** How far two clusters are apart: the nearest points, the farthest, their mean distance, Ward's growth in variance. */
export type LinkageName = "single" | "complete" | "average" | "ward";

/** The n - 1 mergers of n points, in the order in which they are found, which is not that of their heights. */
export interface Mergers {
  /** A point of the one cluster. */
  readonly left: Int32Array;
  /** A point of the other. */
  readonly right: Int32Array;
  /** How far the two are apart. */
  readonly heights: Float64Array;
}

/** Clusters of points by their distances, and rank correlations. Throws a RangeError where shapes disagree. */
export class Clustering {
  readonly #instance: CoreInstance;

  constructor(instance: CoreInstance) {
    this.#instance = instance;
  }

  /** Agglomerative clustering of points by their symmetric distances, in O(n²). */
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
   * Which clusters of a dendrogram are to be turned round, relative to the cluster that each is a part of, so that
   * leaves stand beside what they are near: 1 or 0 a merger. Leaves are named by their places in the dendrogram, their
   * distances too; a merger by n and its place in the list of mergers, each after its parts.
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
   * Kendall's tau-b of each pair of series. `ranks` has a series of T ranks from 0 after the other, equal for equal
   * observations, `order` the observations by rank, `tied` how many pairs of observations of a series are equal: fewer
   * than all.
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

/** Counts of ranks have 16 bits. */
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
