import { DISTANCES } from "../../../src/optimization/hierarchy/distances/mod.ts";
import { LEAF_ORDERS } from "../../../src/optimization/hierarchy/leaf_order.ts";
import { LINKAGES } from "../../../src/optimization/hierarchy/linkage.ts";
import { RISK_MEASURES } from "../../../src/optimization/risk/mod.ts";
import { WIDER_MEASURES } from "../../../tests/support/wider_measures.ts";
import type { AccuracyProgram } from "./accuracy_program.ts";
import type { Draw } from "./draw.ts";
import type { Parameters } from "./plain_objective.ts";

/** Ids of the hierarchical methods, which weight a tree of the assets. */
export const OF_TREES: readonly string[] = ["hrp", "herc", "nco", "schur"];

/** Returns a random risk measure, often one of the wider ones, with its parameters in the form of a request. */
export function measureOf(draw: Draw, typicalReturn: number): Parameters {
  const measure = draw.one([...WIDER_MEASURES, ...RISK_MEASURES.ids.filter((id) => id !== "variance")]);
  return { measure, ...ownParametersOf(measure, draw, typicalReturn) };
}

/** Returns random parameters of a risk measure. A target is 0, or at most as far from 0 as a typical return. */
export function ownParametersOf(measure: string, draw: Draw, typicalReturn: number): Parameters {
  const confidence = draw.one([0.95, 0.9, 0.99, draw.between(0.3, 0.995)]), kappa = draw.one([0.3, 0.1, 0.7]);
  const order = draw.one([2, 3, 4]), target = draw.one([0, draw.between(-1, 1) * typicalReturn]);
  return {
    ...WITH_CONFIDENCE.test(measure) ? { confidence } : {},
    ...WITH_KAPPA.test(measure) ? { kappa } : {},
    ...measure.startsWith("even_") ? { order } : {},
    ...measure.endsWith("partial_moment") ? { target } : {},
  };
}

const WITH_KAPPA = /relativistic|rlvar/;
const WITH_CONFIDENCE = /cvar|evar|cdar|edar|tail_gini|relativistic|rlvar/;

const CLUSTER_MEASURES = [
  "variance",
  "volatility",
  "semideviation",
  "mad",
  "gini",
  "cvar",
  "evar",
  "worst_realization",
];
const OF_DRAWDOWNS = ["average_drawdown", "max_drawdown", "cdar", "edar", "ulcer_index"];

/** Returns a random hierarchical method with random parameters. */
export function treeMethod(draw: Draw, typicalReturn: number): Pick<AccuracyProgram, "method" | "parameters"> {
  const method = draw.one(OF_TREES), distance = draw.one(DISTANCES.ids), linkage = draw.one(LINKAGES);
  const risk_measure = draw.one([...CLUSTER_MEASURES, ...OF_DRAWDOWNS, ...WIDER_MEASURES]);
  const own = { risk_measure, ...ownParametersOf(risk_measure, draw, typicalReturn) };
  const leaf_order = draw.one(LEAF_ORDERS), gamma = draw.one([0, 0.2, 0.5, 1]);
  const parameters: Readonly<Record<string, Parameters>> = {
    hrp: { distance, linkage, leaf_order, ...own },
    herc: { distance, linkage, ...own },
    nco: { distance, linkage },
    schur: { distance, linkage, leaf_order, gamma },
  };
  return { method, parameters: parameters[method] };
}

/** Returns a random positive share of the risk for each asset. The shares add up to 1. */
export function riskBudgets(assets: readonly string[], draw: Draw): Readonly<Record<string, number>> {
  const sizes = assets.map(() => draw.magnitude(0.05, 1)), sum = sizes.reduce((total, one) => total + one, 0);
  return Object.fromEntries(assets.map((asset, i) => [asset, sizes[i] / sum]));
}
