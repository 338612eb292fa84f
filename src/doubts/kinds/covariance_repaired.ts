import { doubtKind } from "../doubt_kind.ts";

/** Note that a covariance matrix was not positive semidefinite and was repaired. */
export const covarianceRepaired = doubtKind<{ smallest_eigenvalue: number; largest_change: number }>({
  id: "covariance_repaired",
  severity: "note",
  meaning: "The covariance matrix was not positive semidefinite, and its repair changed entries.",
  detail(_assets, facts) {
    const [smallest, change] = [facts.smallest_eigenvalue, facts.largest_change].map((figure) => figure.toPrecision(3));
    return `The covariance matrix was not positive semidefinite, with an eigenvalue of ${smallest}: its repair changed ` +
      `entries by ${change} at most`;
  },
});
