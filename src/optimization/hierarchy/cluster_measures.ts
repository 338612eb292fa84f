import { quadraticForm, timesVector } from "../../domain/matrix.ts";
import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import { type Registry, registry } from "../../domain/registry.ts";
import { RISK_MEASURES } from "../risk/mod.ts";
import type { RiskMeasure } from "../risk/risk_measure.ts";

/** A measure of risk by which weight is split between clusters. It is evaluated, never optimised. */
export type ClusterMeasure<Parameters = unknown> = Pick<
  RiskMeasure<Parameters>,
  "id" | "parameters" | "needsHistory" | "value" | "gradient"
>;

/**
 * The variance w'Sw by the estimated covariance. `gradient` is half of its gradient: the product with the weights is
 * the variance.
 */
const variance: ClusterMeasure<NoParameters> = {
  id: "variance",
  parameters: noParameters,
  needsHistory: false,
  value: (weights, { problem }) => quadraticForm(problem.covariance, weights),
  gradient: (weights, { problem }) => timesVector(problem.covariance, weights),
};

/** All measures by which weight can be split: the variance, which is the default, then every other measure of risk. */
export const CLUSTER_MEASURES: Registry<ClusterMeasure> = registry<ClusterMeasure>([
  variance,
  ...[...RISK_MEASURES].filter(({ id }) => id !== variance.id),
]);
