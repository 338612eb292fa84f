import { type Registry, registry } from "../../domain/registry.ts";
import { covarianceShares } from "./covariance_shares.ts";
import { frontierShares } from "./frontier_shares.ts";
import { methodShares } from "./method_shares.ts";
import { rebalanceShares } from "./rebalance_shares.ts";
import type { ShareKind } from "./share_kind.ts";
import { statisticsShares } from "./statistics_shares.ts";

/** All kinds of shares that idle workers can compute for a run. */
export const SHARE_KINDS: Registry<ShareKind> = registry<ShareKind>([
  covarianceShares,
  frontierShares,
  methodShares,
  rebalanceShares,
  statisticsShares,
]);
