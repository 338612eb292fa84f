import { z } from "zod";
import { jsonPointer } from "../../domain/errors.ts";
import { type Matrix, matrix } from "../../domain/matrix.ts";
import { boundedProductRows } from "../../domain/number_rows.ts";
import type { CovarianceEstimator } from "../estimator.ts";
import { namedAssetFaults } from "../named_asset_faults.ts";
import { covarianceMatrixFaults, largeMatrixFaults } from "./covariance_matrix_faults.ts";
import { REPAIR_KINDS } from "./repair_kind.ts";

/** Schema of the repair of the caller's own covariance matrix. */
export const repairOfGiven = z.enum(REPAIR_KINDS).optional().meta({
  description: "What is done about a matrix that is not positive semidefinite. `clip` raises negative eigenvalues of " +
    "its correlations to 0, `nearest` takes the nearest positive semidefinite correlations and keeps the variances. " +
    "Without it such a matrix is refused where it is more than rounding, which is clipped",
});

const parameters = z.strictObject({
  assets: z.array(z.string()).meta({ description: "In the order of the rows" }),
  matrix: boundedProductRows.meta({ description: "Per period, symmetric" }),
  repair: repairOfGiven,
});
/** The caller's own covariance matrix with its assets. In a worker the rows are typed arrays. */
type Given = z.infer<typeof parameters>;

/** Covariance estimator that takes the caller's own matrix, per period, with the run's assets in any order. */
export const givenCovariance: CovarianceEstimator<Given> = {
  id: "given",
  documentation: {
    title: "Given covariance",
    paragraph:
      "The caller's own covariance matrix, per period, with the assets of the run in any order. A matrix that is not " +
      "positive semidefinite is refused, or with `repair` made so; the result says by how much.",
    formula: "matrix, per period; symmetric and positive semidefinite",
    reference: "The caller's own estimate; Higham (2002), Computing the nearest correlation matrix, IMA Journal of " +
      "Numerical Analysis 22",
  },
  parameters,
  needsHistory: false,
  check: (given, assets) => [
    ...namedAssetFaults(given.assets, assets, { list: "assets", entry: (_name, i) => jsonPointer("assets", i) }),
    ...covarianceMatrixFaults(given.matrix, given.assets.length, { isRepaired: given.repair !== undefined })
      .map(({ pointer, detail }) => ({ pointer: jsonPointer("matrix") + pointer, detail })),
  ],
  examine: (given, kernels) =>
    given.repair !== undefined ? [] : largeMatrixFaults(given.matrix, kernels)
      .map(({ pointer, detail }) => ({ pointer: jsonPointer("matrix") + pointer, detail })),
  repair: (given) => given.repair,
  estimate: ({ assets }, given) => reordered(given, assets),
};

/** Reorders the caller's covariance matrix to the order of `assets` and averages mirrored entries. */
function reordered(given: Given, assets: readonly string[]): Matrix {
  const placeOf = new Map(given.assets.map((asset, i) => [asset, i]));
  const places = assets.map((asset) => placeOf.get(asset) ?? -1);
  const covariance = matrix(assets.length, assets.length);
  places.forEach((from, i) => {
    places.forEach((to, j) => {
      covariance.data[i * assets.length + j] = (given.matrix[from][to] + given.matrix[to][from]) / 2;
    });
  });
  return covariance;
}
