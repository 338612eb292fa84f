import { assetRefusals } from "./assets.ts";
import { benchmarkRefusals } from "./benchmarks.ts";
import { comparisonRefusals } from "./comparisons.ts";
import { backtestOfRefusedBodies, simulationRefusals } from "./jobs_of_runs.ts";
import { classificationMapRefusals } from "./classification_maps.ts";
import { conflictRefusals } from "./conflicts.ts";
import { constraintRefusals } from "./constraints.ts";
import { dashboardRefusals } from "./dashboard.ts";
import { estimatorRefusals } from "./estimators.ts";
import { fieldRefusals } from "./fields.ts";
import { frameRefusals } from "./frame.ts";
import { historyRefusals } from "./histories.ts";
import { methodRefusals } from "./methods.ts";
import type { RefusalCase } from "./refusal_case.ts";
import { scenarioRefusals } from "./scenarios.ts";
import { templateRefusals } from "./templates.ts";
import { uploadRefusals } from "./uploads.ts";

/**
 * Test cases of all requests that the service must refuse and whose answers are recorded in
 * `tests/fixtures/refusals.json`, in groups by the part of the interface that they are about.
 */
export const REFUSALS: readonly RefusalCase[] = [
  ...fieldRefusals,
  ...assetRefusals,
  ...historyRefusals,
  ...scenarioRefusals,
  ...uploadRefusals,
  ...benchmarkRefusals,
  ...methodRefusals,
  ...estimatorRefusals,
  ...constraintRefusals,
  ...conflictRefusals,
  ...simulationRefusals,
  ...backtestOfRefusedBodies,
  ...classificationMapRefusals,
  ...templateRefusals,
  ...comparisonRefusals,
  ...dashboardRefusals,
  ...frameRefusals,
];
