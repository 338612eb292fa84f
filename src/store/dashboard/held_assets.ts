import type { AssetTotals } from "../../domain/dashboard.ts";
import type { RunFigures } from "../../domain/run_figures.ts";

const ASSETS_SHOWN = 50;

/**
 * Number of units in a weight of 1. Weights are rounded to whole units and summed as integers. Such sums are exact: a
 * run that is taken out again leaves nothing.
 */
const UNITS = 1e12;

/**
 * Stored sums of one asset: its id, the number of runs that hold it, the number of methods with weights in these runs,
 * and the sum of its weights over these methods, in units of 1e-12 as decimal text.
 */
export type PackedSums = readonly [asset: string, runs: number, methods: number, units: string];

interface AssetSums {
  /** Number of runs that hold the asset. */
  runs: number;
  /** Number of methods with weights in the runs that hold the asset, including methods that do not hold it. */
  methods: number;
  /** Sum of the asset's weights over all these methods, in units of 1e-12. */
  units: bigint;
}

/** Sums over an account's runs with figures: how many runs hold each asset, and with what mean weight. */
export class HeldAssets {
  readonly #sums = new Map<string, AssetSums>();

  static unpacked(packed: readonly PackedSums[]): HeldAssets {
    const held = new HeldAssets();
    for (const [asset, runs, methods, units] of packed) {
      held.#sums.set(asset, { runs, methods, units: BigInt(units) });
    }
    return held;
  }

  packed(): readonly PackedSums[] {
    return [...this.#sums].map(([asset, { runs, methods, units }]) => [asset, runs, methods, String(units)]);
  }

  /** Adds the weights of a run to the sums of its assets, or takes them out if `sign` is -1. */
  count({ assets, methods }: RunFigures, sign: 1 | -1): void {
    for (const [asset, weight, holders] of assets) {
      if (holders === 0) continue;
      const sums = this.#sums.get(asset) ?? { runs: 0, methods: 0, units: 0n };
      sums.runs += sign;
      sums.methods += sign * methods.length;
      sums.units += BigInt(sign) * BigInt(Math.round(weight * UNITS));
      if (sums.runs === 0) this.#sums.delete(asset);
      else this.#sums.set(asset, sums);
    }
  }

  /**
   * Returns the 50 assets that are held in the largest numbers of runs; assets in equally many runs are ordered by
   * name.
   */
  mostHeld(): readonly AssetTotals[] {
    const sorted = [...this.#sums].sort(([a, { runs: one }], [b, { runs: other }]) =>
      other - one || (a < b ? -1 : Number(a > b))
    );
    return sorted.slice(0, ASSETS_SHOWN).map(([asset, { runs, methods, units }]) => ({
      asset,
      runs,
      meanWeight: Number(units) / UNITS / methods,
    }));
  }
}
