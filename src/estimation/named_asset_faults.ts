import type { AssetId } from "../domain/asset.ts";
import { type Fault, jsonPointer } from "../domain/errors.ts";

/**
 * Returns faults in the asset names of the caller's own expected returns or covariance: an asset of the run is missing,
 * outside the run or named twice.
 */
export function namedAssetFaults(
  named: readonly string[],
  assets: readonly AssetId[],
  at: { list: string; entry: (name: string, index: number) => string },
): Fault[] {
  const run = new Set<string>(assets);
  const seen = new Set<string>();
  const faults: Fault[] = [];
  named.forEach((name, i) => {
    if (!run.has(name)) {
      faults.push({ pointer: at.entry(name, i), detail: `The asset "${name}" is not an asset of the run` });
    }
    if (seen.has(name)) faults.push({ pointer: at.entry(name, i), detail: `The asset "${name}" is named twice` });
    seen.add(name);
  });
  const missing = assets.filter((asset) => !seen.has(asset));
  if (missing.length > 0) {
    const list = missing.slice(0, 5).map((asset) => `"${asset}"`).join(", ");
    const more = missing.length > 5 ? ` and ${missing.length - 5} more` : "";
    faults.push({ pointer: jsonPointer(at.list), detail: `No value is given for ${list}${more}` });
  }
  return faults;
}

/** Returns a fault for each name in the caller's request that is not an asset of the run. */
export function unknownAssetFaults(
  named: readonly string[],
  assets: readonly AssetId[],
  pointerOf: (name: string) => string,
): Fault[] {
  const run = new Set<string>(assets);
  return named.filter((name) => !run.has(name))
    .map((name) => ({ pointer: pointerOf(name), detail: `The asset "${name}" is not an asset of the run` }));
}
