import type { Endpoint } from "../../endpoint.ts";
import { createComparison } from "./create_comparison.ts";
import { deleteComparison } from "./delete_comparison.ts";
import { dismissInsight } from "./dismiss_insight.ts";
import { getComparison } from "./get_comparison.ts";
import { getComparisonSurface } from "./get_comparison_surface.ts";
import { getDashboard } from "./get_dashboard.ts";
import { listComparisons } from "./list_comparisons.ts";
import { refreshStats } from "./refresh_stats.ts";
import { updateComparison } from "./update_comparison.ts";

export const analyticsEndpoints: readonly Endpoint[] = [
  createComparison,
  deleteComparison,
  dismissInsight,
  getComparison,
  getComparisonSurface,
  getDashboard,
  listComparisons,
  refreshStats,
  updateComparison,
];
