import {
  body,
  MOMENTS,
  PRICES,
  pricesOf,
  type RefusedBody,
  testOfRefusedBodies,
  withoutInput,
} from "../../tests/support/refused_bodies.ts";

/** Bodies whose history, moments or dates are refused. */
const REFUSED: readonly RefusedBody[] = [
  ["two inputs", body({ moments: MOMENTS }), "/moments", /beside "prices"/],
  ["no asset", pricesOf({}), "/prices/series", /at least one series/],
  ["no rows", pricesOf({ A: [] }, []), "/prices/dates", /at least one row/],
  [
    "an asset of moments of 121 characters",
    withoutInput({
      moments: { assets: ["A", "x".repeat(121)], expected_returns: [0, 0], covariance: [[1, 0], [0, 1]] },
    }),
    "/moments/assets/1",
    /at most 120/,
  ],
  [
    "a duplicate asset of moments",
    withoutInput({
      moments: { assets: ["A", "A"], expected_returns: [0, 0], covariance: [[1, 0], [0, 1]] },
    }),
    "/moments/assets/1",
    /"A" twice/,
  ],
  ["an asset without a name", pricesOf({ "": [1, 2, 3, 4] }), "/prices/series/", /empty name/],
  ["a column that is all blank", pricesOf({ A: [null, null, null, null] }), "/prices/series/A", /no value/],
  ["a price of zero", pricesOf({ A: [1, 0, 1, 2] }), "/prices/series/A/1", /above 0/],
  ["a negative price", pricesOf({ A: [1, -1, 1, 2] }), "/prices/series/A/1", /above 0/],
  ["an infinite price", pricesOf({ A: [1, Infinity, 1, 2] }), "/prices/series/A/1", /finite/],
  ["a price that is not a number", pricesOf({ A: [1, NaN, 1, 2] }), "/prices/series/A/1", /a number or null/],
  ["a text for a price", pricesOf({ A: [1, "2", 1, 2] }), "/prices/series/A/1", /"2" of "A"/],
  ["a series that is too short", pricesOf({ A: [1, 2] }), "/prices/series/A", /2 values of "A" for 4 dates/],
  ["dates out of order", pricesOf({ A: [1, 2] }, ["2024-01-02", "2024-01-01"]), "/prices/dates/1", /ascend/],
  ["a repeated date", pricesOf({ A: [1, 2] }, ["2024-01-02", "2024-01-02"]), "/prices/dates/1", /twice/],
  ["a date that does not exist", pricesOf({ A: [1] }, ["2023-02-29"]), "/prices/dates/0", /"2023-02-29"/],
  [
    "a date with a time of day",
    pricesOf({ A: [1] }, ["2024-01-01 16:00:00"]),
    "/prices/dates/0",
    /"2024-01-01 16:00:00"/,
  ],
  ["a date in another form", pricesOf({ A: [1] }, ["02/01/2024"]), "/prices/dates/0", /YYYY-MM-DD/],
  ["a date that is a number", pricesOf({ A: [1] }, [20240101]), "/prices/dates/0", /20240101/],
  ["an unknown field of prices", body({ prices: { ...PRICES, dated: 1 } }), "/prices/dated", /"dated"/],
  [
    "a return below -1",
    withoutInput({ returns: { dates: ["2024-01-01"], series: { A: [-1.5], B: [0.1] } } }),
    "/returns/series/A/0",
    /at least -1/,
  ],
  ["a start after the end", body({ start_date: "2024-02-01", end_date: "2024-01-01" }), "/start_date", /after the end/],
  ["a start after the history", body({ start_date: "2025-02-01" }), "/start_date", /ends on 2024-01-04/],
  ["an end before the history", body({ end_date: "2020-02-01" }), "/end_date", /starts on 2024-01-01/],
  ["a start that is not a date", body({ start_date: "2024-13-01" }), "/start_date", /"2024-13-01"/],
  ["an unknown frequency", body({ frequency: "dayly" }), "/frequency", /did you mean "daily"/],
  [
    "moments that are not symmetric",
    withoutInput({ moments: { ...MOMENTS, covariance: [[1, 0.2], [0.1, 1]] } }),
    "/moments/covariance/1/0",
    /symmetric/,
  ],
  [
    "moments that are not positive semidefinite",
    withoutInput({ moments: { ...MOMENTS, covariance: [[1, 2], [2, 1]] } }),
    "/moments/covariance",
    /semidefinite/,
  ],
  [
    "moments of different sizes",
    withoutInput({ moments: { ...MOMENTS, expected_returns: [0] } }),
    "/moments/expected_returns",
    /1 expected returns for 2/,
  ],
  [
    "moments of no assets",
    withoutInput({ moments: { ...MOMENTS, assets: [] } }),
    "/moments/assets",
    /^Cannot find an asset: at least one is needed$/,
  ],
  [
    "an expected return beyond the largest number",
    withoutInput({ moments: { ...MOMENTS, expected_returns: [0, 1e308] } }),
    "/moments/expected_returns/1",
    /at most 1000000/,
  ],
  [
    "a variance beyond the largest number",
    withoutInput({ moments: { ...MOMENTS, covariance: [[1e308, 0], [0, 1]] } }),
    "/moments/covariance/0/0",
    /at most 1000000000000/,
  ],
  [
    "a return beyond the largest number",
    withoutInput({ returns: { dates: ["2024-01-01"], series: { A: [1e308], B: [0.1] } } }),
    "/returns/series/A/0",
    /at most 1000000/,
  ],
  ["dates with moments", withoutInput({ moments: MOMENTS, start_date: "2024-01-01" }), "/start_date", /no history/],
];

testOfRefusedBodies(REFUSED);
