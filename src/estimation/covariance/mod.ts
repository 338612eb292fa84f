import { type Registry, registry } from "../../domain/registry.ts";
import type { CovarianceEstimator } from "../estimator.ts";
import { ewmaCovariance } from "./ewma.ts";
import { givenCovariance } from "./given.ts";
import { ledoitWolf } from "./ledoit_wolf.ts";
import { sampleCovariance } from "./sample.ts";

/** Every estimator of the covariance matrix that a request may name. */
export const COVARIANCES: Registry<CovarianceEstimator> = registry<CovarianceEstimator>([
  sampleCovariance,
  ewmaCovariance,
  ledoitWolf,
  givenCovariance,
]);
