import { quadraticForm, timesVector } from "../../domain/matrix.ts";
import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import { type Registry, registry } from "../../domain/registry.ts";
import { RISK_MEASURES } from "../risk/mod.ts";
import type { RiskMeasure } from "../risk/risk_measure.ts";

/** A measure by which weight is split between clusters: it is only taken, never optimised. */
export type ClusterMeasure<Parameters = unknown> = Pick<
  RiskMeasure<Parameters>,
  "id" | "parameters" | "needsHistory" | "value" | "gradient"
>;

/** w'Sw by the estimated covariance; half its gradient sums with the weights to it. */
const variance: ClusterMeasure<NoParameters> = {
  id: "variance",
  parameters: noParameters,
  needsHistory: false,
  value: (weights, { problem }) => quadraticForm(problem.covariance, weights),
  gradient: (weights, { problem }) => timesVector(problem.covariance, weights),
};

/** Every measure of risk, and the variance, which weights are not minimised by but split by in the first place. */
export const CLUSTER_MEASURES: Registry<ClusterMeasure> = registry<ClusterMeasure>([
  variance,
  ...[...RISK_MEASURES].filter(({ id }) => id !== variance.id),
]);
