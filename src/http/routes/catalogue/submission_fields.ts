import { z } from "zod";
import { COVARIANCES } from "../../../estimation/covariance/mod.ts";
import { EXPECTED_RETURNS } from "../../../estimation/expected_returns/mod.ts";
import { MOST_FRONTIER_POINTS } from "../../../optimization/methods/mod.ts";
import { MOST_REBALANCES } from "../../../request/parts/backtest.ts";
import { DEFAULT_ESTIMATORS } from "../../../request/parts/estimators.ts";
import { HISTORY_LIMITS } from "../../../request/parts/history.ts";
import { MOST_SCENARIOS } from "../../../request/parts/scenario_checks.ts";
import { MOST_METHODS } from "../../../request/parts/methods.ts";
import { SIMULATION_LIMITS } from "../../../request/parts/simulation.ts";
import { runSchema } from "../../../request/parse_run.ts";
import { type DescribedField, nestedFieldsOf } from "../../described_fields.ts";
import { asInRun, historyBodies, scenariosBody } from "../jobs/submission_body.ts";

/**
 * Schema of a submission for the catalogue. Histories and estimators, which the run's own schema leaves to separate
 * readers, have their full shape here.
 */
const submission = runSchema.extend({
  ...historyBodies,
  scenarios: scenariosBody,
  expected_returns: z.looseObject({
    estimator: z.enum(EXPECTED_RETURNS.ids).meta({ description: "Id of an estimator of expected returns" }),
  })
    .default(DEFAULT_ESTIMATORS.expected_returns).meta(asInRun("expected_returns")),
  covariance: z.looseObject({
    estimator: z.enum(COVARIANCES.ids).meta({ description: "Id of an estimator of the covariance matrix" }),
  }).default(DEFAULT_ESTIMATORS.covariance).meta(asInRun("covariance")),
});

/** Returns descriptions of all fields of POST /jobs. Fields within objects are named by their path. */
export function submissionFields(): readonly DescribedField[] {
  return nestedFieldsOf(submission);
}

/**
 * Limits on the size of a run request: number of assets, of rows (dates), of scenarios, of methods, of points of the
 * efficient frontier, of rebalances, and of simulated paths times periods.
 */
export const SUBMISSION_LIMITS = {
  ...HISTORY_LIMITS,
  scenarios: MOST_SCENARIOS,
  methods: MOST_METHODS,
  frontier_points: MOST_FRONTIER_POINTS,
  rebalances: MOST_REBALANCES,
  paths_times_horizon: SIMULATION_LIMITS.steps,
} as const;
