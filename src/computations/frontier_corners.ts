import type { AssetId } from "../domain/asset.ts";
import type { FrontierResult } from "../documents/run_result.ts";
import { byAsset, type MethodAnswer } from "./method_result.ts";

/**
 * An efficient frontier without points. A result contains it if it has corner portfolios although the request asked for
 * no frontier.
 */
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
 * Adds to a frontier the corner portfolios of the first method that computed some, with their explanation. Returns the
 * frontier unchanged if no method did.
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
