import type { Matrix } from "../domain/matrix.ts";
import { check } from "./check_shapes.ts";

/**
 * A model of the returns of a path. A model of the portfolio draws one return for each step, which is exact if the
 * weights are restored at every step. A model of single assets draws one return for each asset, and the weights drift.
 * The weights may sum to less than 1: the rest is cash, which earns nothing.
 */
export type PathModel =
  /** Normal returns of the portfolio, or Student t with the same mean and standard deviation. */
  | {
    readonly kind: "portfolio_normal";
    readonly mean: number;
    readonly deviation: number;
    readonly degreesOfFreedom: number | null;
  }
  /** Returns drawn from the portfolio's history. */
  | { readonly kind: "portfolio_rows"; readonly returns: Float64Array; readonly draw: RowDraw }
  /**
   * Returns m + F z of the assets, z standard normal. F has as many columns as the rank of the covariance F F'. Student
   * t returns have one chi-square number for all assets.
   */
  | (DriftingWeights & {
    readonly kind: "asset_normal";
    readonly means: Float64Array;
    readonly factor: Matrix;
    readonly degreesOfFreedom: number | null;
  })
  /** Returns drawn as rows from the assets' history. */
  | (DriftingWeights & { readonly kind: "asset_rows"; readonly returns: Matrix; readonly draw: RowDraw })
  /**
   * Filtered historical simulation: returns m + √h z, where z are rows of the residuals, and each asset has the
   * variance h' = omega + alpha (√h z)² + beta h in the next step, starting at `firstVariance`.
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
  /** Number of steps after which the weights are restored; 0 for never. */
  readonly rebalance: number;
}

/**
 * How rows are drawn: one at a time, in circular blocks of a fixed length, or in circular blocks of geometric length
 * with a mean of at least 1.
 */
export type RowDraw =
  | { readonly kind: "each" }
  | { readonly kind: "blocks"; readonly length: number }
  | { readonly kind: "geometric"; readonly meanLength: number };

/** Throws a RangeError if lengths disagree. */
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
