import type { Matrix } from "../domain/matrix.ts";
import { check } from "./check_shapes.ts";

/**
 * Where the returns of a path come from. Models of the portfolio draw one number a step, which is exact where the
 * weights are restored at every step; models of assets draw one for each and let the weights drift. The sum of the
 * weights may be below 1: the rest is cash, which earns nothing.
 */
export type PathModel =
  /** Normal, or Student t of the same mean and deviation. */
  | {
    readonly kind: "portfolio_normal";
    readonly mean: number;
    readonly deviation: number;
    readonly degreesOfFreedom: number | null;
  }
  /** Rows of the portfolio's own returns. */
  | { readonly kind: "portfolio_rows"; readonly returns: Float64Array; readonly draw: RowDraw }
  /**
   * m + F z, F of as many columns as the covariance F F' has rank; a Student t has one chi-square number for all
   * assets.
   */
  | (DriftingWeights & {
    readonly kind: "asset_normal";
    readonly means: Float64Array;
    readonly factor: Matrix;
    readonly degreesOfFreedom: number | null;
  })
  /** Rows of the assets' returns. */
  | (DriftingWeights & { readonly kind: "asset_rows"; readonly returns: Matrix; readonly draw: RowDraw })
  /**
   * m + √h z with rows of residuals z and h' = omega + alpha (√h z)² + beta h of each asset from `firstVariance` on.
   */
  | (DriftingWeights & {
    readonly kind: "filtered";
    readonly means: Float64Array;
    readonly residuals: Matrix;
    readonly omega: Float64Array;
    readonly alpha: Float64Array;
    readonly beta: Float64Array;
    readonly firstVariance: Float64Array;
  });

export interface DriftingWeights {
  readonly weights: Float64Array;
  /** The weights are restored every so many steps; 0 never. */
  readonly rebalance: number;
}

/**
 * How rows are drawn: each by itself, circular blocks of a length, circular blocks of geometric length with a mean of
 * at least 1.
 */
export type RowDraw =
  | { readonly kind: "each" }
  | { readonly kind: "blocks"; readonly length: number }
  | { readonly kind: "geometric"; readonly meanLength: number };

/** Throws a RangeError where lengths disagree. */
export function checkModel(model: PathModel): void {
  if (model.kind === "portfolio_normal") return;
  if (model.kind === "portfolio_rows") return check(model.returns.length >= 1, "A history has at least one row");
  const n = model.weights.length;
  if (model.kind === "asset_normal") {
    check(model.means.length === n && model.factor.rows === n, `A mean and a row of the factor are needed for ${n}`);
    return;
  }
  const rows = model.kind === "asset_rows" ? model.returns : model.residuals;
  check(rows.rows >= 1 && rows.columns === n, `A history of ${n} assets is needed, got ${rows.columns}`);
  if (model.kind === "asset_rows") return;
  const { means, omega, alpha, beta, firstVariance } = model;
  check([means, omega, alpha, beta, firstVariance].every(({ length }) => length === n), `${n} variances are needed`);
}
