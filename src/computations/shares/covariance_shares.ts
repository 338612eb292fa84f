import { entryAt } from "../../domain/entry_at.ts";
import type { Matrix } from "../../domain/matrix.ts";
import type { RowShare } from "../../estimation/triangle_shares.ts";
import type { ShareKind, ShareTypes } from "./share_kind.ts";

/** What the shares of a sample covariance have in common. */
export interface CovarianceShareBasis {
  readonly returns: Matrix;
  /** Rows of the covariance matrix that each share computes. */
  readonly rows: readonly RowShare[];
}

interface CovarianceShareTypes extends ShareTypes {
  readonly basis: CovarianceShareBasis;
  readonly output: Matrix;
}

/** The sample covariance by rows: each share is a block of rows of the lower triangle, of about the same work. */
export const covarianceShares: ShareKind<CovarianceShareTypes> = {
  id: "covariance",
  begin({ returns, rows }, { statistics }) {
    let means: Float64Array | null = null;
    return (share) => {
      means ??= statistics.means(returns);
      return statistics.covarianceRows(returns, { ...entryAt(rows, share), means });
    };
  },
};
