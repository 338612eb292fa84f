export { rowsOfStretch, whyNotStretched } from "./stretch.ts";
export { rebalancesOf, type WalkForwardPlan, whyWindowTooLong } from "./walk_forward_plan.ts";
