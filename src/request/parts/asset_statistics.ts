import { z } from "zod";

/** Schema of the field `asset_statistics` of a run's request: which measures the statistics of each asset contain. */
export const assetStatistics = z.enum(["standard", "all"]).default("standard").meta({
  description:
    "Which measures the statistics of each asset contain: `all`, or the `standard` ones and those that the run " +
    "minimises, limits or draws a frontier of. Portfolios and the benchmark always have all measures",
});

export type AssetStatistics = z.output<typeof assetStatistics>;
