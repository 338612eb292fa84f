import { type Registry, registry } from "../../domain/registry.ts";
import type { ExpectedReturnsEstimator } from "../estimator.ts";
import { blackLitterman } from "./black_litterman.ts";
import { capm } from "./capm.ts";
import { ewmaMean } from "./ewma.ts";
import { givenExpectedReturns } from "./given.ts";
import { historicalMean } from "./historical_mean.ts";
import { jamesStein } from "./james_stein.ts";
import { shrunkEquilibrium } from "./shrunk_equilibrium.ts";

/** All estimators of expected returns that a request may name. */
export const EXPECTED_RETURNS: Registry<ExpectedReturnsEstimator> = registry<ExpectedReturnsEstimator>([
  historicalMean,
  ewmaMean,
  jamesStein,
  capm,
  shrunkEquilibrium,
  blackLitterman,
  givenExpectedReturns,
]);
