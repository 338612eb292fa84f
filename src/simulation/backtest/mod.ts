export { rebalancesOf, type WalkForwardPlan, whyWindowTooLong } from "./walk_forward_plan.ts";
