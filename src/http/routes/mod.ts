import type { Endpoint } from "../endpoint.ts";
import { accountEndpoints } from "./account/mod.ts";
import { analyticsEndpoints } from "./analytics/mod.ts";
import { authEndpoints } from "./auth/mod.ts";
import { backtestEndpoints } from "./backtests/mod.ts";
import { catalogueEndpoints } from "./catalogue/mod.ts";
import { classificationMapEndpoints } from "./classification_maps/mod.ts";
import { constraintEndpoints } from "./constraints/mod.ts";
import { holdingsEndpoints } from "./holdings/mod.ts";
import { jobEndpoints } from "./jobs/mod.ts";
import { simulationEndpoints } from "./simulations/mod.ts";
import { tagEndpoints } from "./tags/mod.ts";
import { templateEndpoints } from "./templates/mod.ts";
import { getOpenApi } from "./system/get_openapi.ts";
import { systemEndpoints } from "./system/mod.ts";

/** List of every endpoint of the service. Serving, validation, documentation and tests all use it. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...accountEndpoints,
  ...analyticsEndpoints,
  ...authEndpoints,
  ...backtestEndpoints,
  ...catalogueEndpoints,
  ...classificationMapEndpoints,
  ...constraintEndpoints,
  ...holdingsEndpoints,
  ...jobEndpoints,
  ...simulationEndpoints,
  ...tagEndpoints,
  ...templateEndpoints,
  ...systemEndpoints,
  getOpenApi(() => ENDPOINTS),
];
