import { packedNumbers } from "../../../src/domain/packed_numbers.ts";
import { factorMarket } from "../factor_market.ts";
import type { MarketShape } from "../row.ts";

/** Returns a request file with scenarios in base64: the returns of the synthetic market of the bench, without dates. */
export function scenariosRequest(shape: MarketShape): string {
  const { data } = factorMarket(shape);
  const assets = Array.from({ length: shape.assets }, (_, i) => `A${i}`);
  return JSON.stringify({ scenarios: { assets, base64: packedNumbers(data) } });
}
