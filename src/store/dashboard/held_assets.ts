import type { AssetTotals } from "../../domain/dashboard.ts";
import type { RunFigures } from "../../domain/run_figures.ts";

const ASSETS_SHOWN = 50;

/**
 * Weights are summed as whole numbers of this unit. Such sums are exact: a run that is taken out again leaves nothing.
 */
const UNITS = 1e12;

/** The sums of one asset, as they are stored. */
export type PackedSums = readonly [asset: string, runs: number, methods: number, units: string];

interface AssetSums {
  /** The runs that hold the asset. */
  runs: number;
  /** The methods of these runs. */
  methods: number;
  /** The weights of the asset over all these methods. */
  units: bigint;
}

/** How often the runs of an account hold each asset, and with what weight. */
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

  /** Adds the weights of a run, or takes them out. */
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

  /** The assets that most runs hold; assets held equally often by name. */
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
