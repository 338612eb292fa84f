import type { Shares } from "../run/headline_figures.ts";

/** An asset of a portfolio: what is held of it, what the newest weights are, and how far they are apart. */
export interface DriftRow {
  readonly asset: string;
  readonly held: number;
  readonly target: number;
  /** What is held above the newest weight; negative below it. */
  readonly drift: number;
}

/** How far what is held is from the newest weights. */
export interface Drift {
  /** Turnover that leads back: half the sum of the absolute differences, as a fraction. */
  readonly turnover: number;
  /** The assets that are held or are to be held, the largest drift first. */
  readonly rows: readonly DriftRow[];
}

/** Smallest weight or difference that counts, as a fraction: less is rounding. */
const LEAST = 1e-8;

/** Returns how far what is held has drifted from weights. */
export function driftOf(held: Shares, weights: Shares): Drift {
  const assets = new Set([...Object.keys(held), ...Object.keys(weights)]);
  const all = Array.from(assets, (asset): DriftRow => {
    const before = held[asset] ?? 0, target = weights[asset] ?? 0;
    return { asset, held: before, target, drift: before - target };
  });
  const turnover = all.reduce((sum, { drift }) => sum + Math.abs(drift), 0) / 2;
  const rows = all.filter(({ held, target }) => Math.max(Math.abs(held), Math.abs(target)) > LEAST)
    .sort((one, other) => Math.abs(other.drift) - Math.abs(one.drift) || other.target - one.target);
  return { turnover, rows };
}
