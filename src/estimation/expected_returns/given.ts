import { z } from "zod";
import { boundedName } from "../../domain/bounded_name.ts";
import { boundedNumber } from "../../domain/bounded_number.ts";
import { jsonPointer } from "../../domain/errors.ts";
import type { ExpectedReturnsEstimator } from "../estimator.ts";
import { namedAssetFaults } from "../named_asset_faults.ts";

const parameters = z.strictObject({
  values: z.record(boundedName, boundedNumber).meta({ description: "The expected return of each asset, per period" }),
});

/** Estimator that takes the caller's own expected returns, per period. */
export const givenExpectedReturns: ExpectedReturnsEstimator<z.infer<typeof parameters>> = {
  id: "given",
  documentation: {
    title: "Given expected returns",
    paragraph: "The caller's own expected returns, per period, one for each asset of the run.",
    formula: "values, per period",
    reference: "The caller's own estimate",
  },
  parameters,
  needsHistory: false,
  check: ({ values }, assets) =>
    namedAssetFaults(Object.keys(values), assets, { list: "values", entry: (name) => jsonPointer("values", name) }),
  estimate: ({ assets }, { values }) => Float64Array.from(assets, (asset) => values[asset]),
};
