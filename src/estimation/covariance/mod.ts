import { type Registry, registry } from "../../domain/registry.ts";
import type { CovarianceEstimator } from "../estimator.ts";
import { denoised } from "./denoised.ts";
import { detoned } from "./detoned.ts";
import { ewmaCovariance } from "./ewma.ts";
import { factorModel } from "./factor_model.ts";
import { gerber } from "./gerber.ts";
import { givenCovariance } from "./given.ts";
import { ledoitWolf } from "./ledoit_wolf.ts";
import { ledoitWolfConstantCorrelation } from "./ledoit_wolf_constant_correlation.ts";
import { oas } from "./oas.ts";
import { sampleCovariance } from "./sample.ts";
import { semiCovariance } from "./semi.ts";

/** All estimators of the covariance matrix that a request may name. */
export const COVARIANCES: Registry<CovarianceEstimator> = registry<CovarianceEstimator>([
  sampleCovariance,
  ewmaCovariance,
  ledoitWolf,
  ledoitWolfConstantCorrelation,
  oas,
  gerber,
  denoised,
  detoned,
  semiCovariance,
  factorModel,
  givenCovariance,
]);

export { repairOfGiven } from "./given.ts";
export { REPAIR_KINDS } from "./repair_kind.ts";
