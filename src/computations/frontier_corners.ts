import type { AssetId } from "../domain/asset.ts";
import type { FrontierResult } from "../documents/run_result.ts";
import { byAsset, type MethodAnswer } from "./method_result.ts";

/** What stands in a result that has corner portfolios though nobody asked for a frontier. */
const WITHOUT_POINTS: FrontierResult = {
  measure: "volatility",
  confidence: null,
  points: [],
  minimum_risk: null,
  maximum_ratio: null,
  corner_portfolios: null,
  detail: null,
};

/**
 * A frontier with the corner portfolios of the first method that follows one, and what is to be said of them; as it is
 * where there is none.
 */
export function withCorners(
  frontier: FrontierResult | null,
  answers: readonly Pick<MethodAnswer, "corners">[],
  assets: readonly AssetId[],
): FrontierResult | null {
  const first = answers.find(({ corners }) => corners !== undefined)?.corners ?? null;
  if (first === null) return frontier;
  const { detail, ...rest } = frontier ?? WITHOUT_POINTS;
  const said = [detail, first.detail].filter((sentence) => sentence !== null);
  return {
    ...rest,
    corner_portfolios: first.portfolios.map(({ weights, ...point }) => ({
      ...point,
      weights: byAsset({ assets }, weights),
    })),
    detail: said.length === 0 ? null : said.join(". "),
  };
}
