import { type AssetId, assetId } from "../../../src/domain/asset.ts";

/** Returns asset ids for a market that consists of numbers only. */
export function benchAssets(count: number): readonly AssetId[] {
  return Array.from({ length: count }, (_, i) => assetId(`A${i}`));
}
