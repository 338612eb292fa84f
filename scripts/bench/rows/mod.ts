import { type Registry, registry } from "../../../src/domain/registry.ts";
import { WIDER_MEASURES } from "../../../tests/support/wider_measures.ts";
import type { BenchRow } from "../row.ts";
import { assetStatisticsOf } from "./asset_statistics.ts";
import { covarianceOf, sharedCovarianceOf } from "./covariance.ts";
import { covarianceEstimateBy } from "./covariance_estimate.ts";
import { efficientFrontierOf } from "./efficient_frontier.ts";
import { exactFrontierOf } from "./critical_line.ts";
import { endToEnd, manyMethodsOn } from "./end_to_end.ts";
import { hierarchicalOf, hierarchicalOfReturns, sharedHierarchicalOf } from "./hierarchical.ts";
import { eigendecompositionOf } from "./eigendecomposition.ts";
import { maxSharpeOf } from "./max_sharpe.ts";
import { methodOf } from "./method_of.ts";
import { minRiskOf } from "./min_risk.ts";
import { minVolatilityOf } from "./min_volatility.ts";
import { minVolatilityByGroups } from "./min_volatility_by_groups.ts";
import { monteCarloDrifting, monteCarloHeavyTailed, monteCarloRestored } from "./monte_carlo.ts";
import { rangesOf } from "./ranges.ts";
import { manyScenarios, underRules } from "./under_rules.ts";
import { walkForwardOf } from "./walk_forward.ts";

/** Benchmark rows of computations, in the order of their table. */
export const ROWS: Registry<BenchRow> = registry<BenchRow>([
  covarianceOf(500),
  covarianceOf(1_000),
  sharedCovarianceOf(500),
  sharedCovarianceOf(1_000),
  covarianceEstimateBy("gerber"),
  covarianceEstimateBy("denoised"),
  assetStatisticsOf("standard"),
  assetStatisticsOf("all"),
  minVolatilityOf(100),
  minVolatilityOf(500),
  minVolatilityOf(1_000),
  minVolatilityByGroups,
  maxSharpeOf(500),
  minRiskOf("min_cvar", { assets: 100, observations: 1_250 }),
  minRiskOf("min_cvar", { assets: 500, observations: 2_500 }),
  methodOf("min_cvar", { assets: 8, observations: 5_000 }),
  methodOf("min_cvar", { assets: 500, observations: 20_000 }),
  methodOf("min_cvar", { assets: 500, observations: 50_000 }),
  minRiskOf("min_semideviation", { assets: 100, observations: 1_250 }),
  minRiskOf("min_mad", { assets: 100, observations: 1_250 }),
  minRiskOf("min_gini", { assets: 100, observations: 1_250 }),
  minRiskOf("min_average_drawdown", { assets: 100, observations: 1_250 }),
  minRiskOf("min_cdar", { assets: 100, observations: 1_250 }),
  methodOf("min_cdar", { assets: 100, observations: 10_000 }),
  minRiskOf("min_ulcer_index", { assets: 100, observations: 1_250 }),
  methodOf("min_evar", { assets: 100, observations: 1_250 }),
  methodOf("risk_parity", { assets: 500, observations: 2_500 }),
  methodOf("risk_parity", { assets: 100, observations: 1_250 }, { measure: "cvar" }),
  ...WIDER_MEASURES.map((measure) => methodOf("mean_risk", { assets: 50, observations: 500 }, { measure })),
  eigendecompositionOf(500),
  hierarchicalOf("hrp", 1_000),
  hierarchicalOf("hrp", 1_000, { leaf_order: "dendrogram" }),
  hierarchicalOf("hrp", 1_000, { linkage: "ward" }),
  hierarchicalOf("herc", 1_000),
  hierarchicalOfReturns("hrp", 1_000),
  sharedHierarchicalOf("hrp", 1_000),
  ...underRules(100),
  ...underRules(500),
  ...manyScenarios(),
  efficientFrontierOf(100),
  efficientFrontierOf(500),
  exactFrontierOf(500),
  rangesOf(50, { groups: 5, rules: 0 }),
  rangesOf(500, { groups: 20, rules: 50 }),
  rangesOf(2_000, { groups: 100, rules: 50 }),
  endToEnd,
  manyMethodsOn(1),
  manyMethodsOn(2),
  walkForwardOf({ assets: 471, observations: 1_392 }, 60),
  walkForwardOf({ assets: 100, observations: 1_260 }, 48),
  monteCarloRestored,
  monteCarloHeavyTailed,
  monteCarloDrifting,
]);
