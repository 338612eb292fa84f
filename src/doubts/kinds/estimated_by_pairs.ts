import { doubtKind } from "../doubt_kind.ts";
import { counted } from "../sentence_parts.ts";

/** Note that means and covariances were estimated from the returns that each asset and each pair has. */
export const estimatedByPairs = doubtKind<{ fewest: number; most: number }>({
  id: "estimated_by_pairs",
  severity: "note",
  meaning:
    'With `history: "available"`, the mean of each asset is taken over its own returns, and each covariance over the ' +
    "returns that the two assets have in common; the matrix is then repaired where it is not positive semidefinite.",
  detail: (assets, { fewest, most }) =>
    "Means and covariances are estimated from all returns that each asset and each pair has: the shortest, " +
    `${assets.map((asset) => `"${asset}"`).join(" and ")}, has ${counted(fewest, "return")}, the longest ${most}`,
});
