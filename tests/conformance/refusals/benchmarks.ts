import { history, prices, type RefusalCase, runs, VALID_MOMENTS, VALID_STOCKS, wholeRuns } from "./refusal_case.ts";

/** Test cases of requests about the benchmark of a run that the service must refuse. */
export const benchmarkRefusals: readonly RefusalCase[] = [
  ...runs("benchmark", {
    "null": { benchmark: null },
    "a number": { benchmark: 50 },
    "a list": { benchmark: ["ALPHA"] },
    "an empty object": { benchmark: {} },
    "weights and prices": { benchmark: { weights: { ALPHA: 1 }, prices: prices(0) } },
    "a field near weights": { benchmark: { weight: { ALPHA: 1 } } },
    "an index beside own data": { benchmark: "NIFTY50" },
    "a name near an asset": { benchmark: "ALPH" },
    "a name near nothing": { benchmark: "SOMETHING ELSE" },
    "an empty name": { benchmark: "" },
    "no weight": { benchmark: { weights: {} } },
    "weights that are a list": { benchmark: { weights: [0.5, 0.5] } },
    "a weight of an unknown asset": { benchmark: { weights: { ALPHA: 0.5, BETTA: 0.5 } } },
    "a weight of an asset with a stroke in its name": { benchmark: { weights: { "AL/PHA": 1 } } },
    "a weight that is a text": { benchmark: { weights: { ALPHA: "1" } } },
    "a weight beyond the largest number": { benchmark: { weights: { ALPHA: 1e7 } } },
    "prices that are no list": { benchmark: { prices: 100 } },
    "prices that are too few": { benchmark: { prices: prices(0, 29) } },
    "prices that are too many": { benchmark: { prices: prices(0, 31) } },
    "a price that is a text": { benchmark: { prices: ["100", ...prices(0, 29)] } },
    "a price of 0": { benchmark: { prices: [0, ...prices(0, 29)] } },
    "prices that are all missing": { benchmark: { prices: Array(30).fill(null) } },
    "no price and too few of them": { benchmark: { prices: [] } },
    "a return beyond the largest number": { benchmark: { prices: [1e-9, 1e9, ...prices(0, 28)] } },
    "prices beside returns, without the one before": {
      prices: undefined,
      returns: history({ series: { ALPHA: Array(30).fill(0.01), BETA: Array(30).fill(0.02) } }),
      benchmark: { prices: prices(0, 30) },
    },
  }),
  ...wholeRuns("benchmark of listed assets", {
    "an index of another market": { ...VALID_STOCKS, benchmark: "SP500" },
    "a name near an index": { ...VALID_STOCKS, benchmark: "NIFTY5O" },
    "a stock of another market": { ...VALID_STOCKS, benchmark: "US:EXMAPLE" },
    "a stock without its exchange": { ...VALID_STOCKS, benchmark: "EXLOTUS" },
    "prices": { ...VALID_STOCKS, benchmark: { prices: prices(0) } },
    "weights of an asset outside": { ...VALID_STOCKS, benchmark: { weights: { "NSE:EXNEEM": 1 } } },
  }),
  ...wholeRuns("benchmark of moments", {
    "prices": { ...VALID_MOMENTS, benchmark: { prices: prices(0) } },
    "an index": { ...VALID_MOMENTS, benchmark: "NIFTY50" },
    "weights of an unknown asset": { ...VALID_MOMENTS, benchmark: { weights: { GAMMA: 1 } } },
  }),
];
