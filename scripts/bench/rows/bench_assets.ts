import { type AssetId, assetId } from "../../../src/domain/asset.ts";

/** Returns asset ids A0, A1, … for a benchmark market, which has numbers but no named assets. */
export function benchAssets(count: number): readonly AssetId[] {
  return Array.from({ length: count }, (_, i) => assetId(`A${i}`));
}
