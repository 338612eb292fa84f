import type { RunResult } from "./run_documents.ts";

/** Colours and patterns by which charts tell assets apart. */
const LOOKS = 20;

/**
 * Returns the index of the colour of the assets with the largest weights, so that an asset has the same colour in all
 * charts of a run. Assets beyond the number of colours have none of their own.
 */
export function assetPlaces({ methods }: Pick<RunResult, "methods">): ReadonlyMap<string, number> {
  const largest = new Map<string, number>();
  for (const { weights } of methods) {
    for (const [asset, weight] of Object.entries(weights ?? {})) {
      largest.set(asset, Math.max(largest.get(asset) ?? 0, Math.abs(weight)));
    }
  }
  const order = [...largest].sort(([, a], [, b]) => b - a).slice(0, LOOKS);
  return new Map(order.map(([asset], place) => [asset, place]));
}
