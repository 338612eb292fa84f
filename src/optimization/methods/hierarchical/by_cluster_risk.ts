import { chosenMeasure, type NamedClusterMeasure } from "../../hierarchy/cluster_measure_choice.ts";
import { contributionsTo } from "../../risk/contributions_to.ts";
import { needsOfMeasure } from "../../risk/risk_measure.ts";
import { ENFORCED } from "../enforced.ts";
import { type Method, needing } from "../method.ts";
import { distanceNeedsHistory, type TreeParameters } from "./tree_parameters.ts";

/** The common part of the methods that split weight along a tree by a measure of risk. */
export const byClusterRisk: Pick<
  Method<NamedClusterMeasure & Pick<TreeParameters, "distance">>,
  "needs" | "enforces" | "riskContributions"
> = {
  needs(parameters) {
    const { measure } = chosenMeasure(parameters);
    const own = needsOfMeasure(measure), ofRows = distanceNeedsHistory(parameters.distance);
    return needing({ ...own, history: own.history || ofRows, equalRows: own.equalRows || ofRows })();
  },
  enforces: () => ENFORCED.byHierarchies,
  riskContributions(problem, weights, named, kernels) {
    const { measure, parameters } = chosenMeasure(named);
    return contributionsTo(measure, weights, { problem, parameters, kernels });
  },
};
