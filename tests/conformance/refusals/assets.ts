import { history, type RefusalCase, runs, stocks, VALID_MOMENTS, VALID_STOCKS, wholeRuns } from "./refusal_case.ts";

const OWN = { prices: undefined };

/**
 * Test cases of requests about the assets of a run that the service must refuse: stocks, funds, and two asset inputs at
 * once.
 */
export const assetRefusals: readonly RefusalCase[] = [
  ...wholeRuns("stocks", {
    "a list without a stock": { ...VALID_STOCKS, stocks: [] },
    "no list": { ...VALID_STOCKS, stocks: { ticker: "EXLOTUS", exchange: "NSE" } },
    "a text in the list": { ...VALID_STOCKS, stocks: ["EXLOTUS"] },
    "null in the list": { ...VALID_STOCKS, stocks: [null, ...stocks("EXLOTUS")] },
    "a stock without an exchange": { ...VALID_STOCKS, stocks: [{ ticker: "EXLOTUS" }] },
    "a stock without a ticker": { ...VALID_STOCKS, stocks: [{ exchange: "NSE" }] },
    "a stock with a field near exchange": { ...VALID_STOCKS, stocks: [{ ticker: "EXLOTUS", exchanges: "NSE" }] },
    "a stock with an unknown field": { ...VALID_STOCKS, stocks: [{ ticker: "EXLOTUS", exchange: "NSE", weight: 1 }] },
    "an exchange that is none": { ...VALID_STOCKS, stocks: [{ ticker: "EXLOTUS", exchange: "LSE" }] },
    "an exchange in small letters": { ...VALID_STOCKS, stocks: [{ ticker: "EXLOTUS", exchange: "nse" }] },
    "a ticker that is empty": { ...VALID_STOCKS, stocks: stocks("") },
    "a ticker of 41 characters": { ...VALID_STOCKS, stocks: stocks("X".repeat(41)) },
    "a ticker that is a number": { ...VALID_STOCKS, stocks: [{ ticker: 500_325, exchange: "BSE" }] },
    "an unknown ticker": { ...VALID_STOCKS, stocks: stocks("EXLOTUS", "QQQQQQQ") },
    "a ticker near a known one": { ...VALID_STOCKS, stocks: stocks("EXLOTUZ", "EXBANYAN") },
    "a ticker in small letters": { ...VALID_STOCKS, stocks: stocks("exlotus", "EXBANYAN") },
    "a ticker of another exchange": { ...VALID_STOCKS, stocks: [{ ticker: "EXLOTUS", exchange: "BSE" }] },
    "an Indian ticker on US": { ...VALID_STOCKS, stocks: [{ ticker: "EXLOTUS", exchange: "US" }] },
    "a stock twice": { ...VALID_STOCKS, stocks: stocks("EXLOTUS", "EXBANYAN", "EXLOTUS") },
    "an unknown stock twice": { ...VALID_STOCKS, stocks: stocks("EXLOTUS", "QQQQQQQ", "QQQQQQQ") },
    "Indian stocks beside US ones": {
      ...VALID_STOCKS,
      stocks: [...stocks("EXLOTUS"), { ticker: "EXMAPLE", exchange: "US" }, ...stocks("EXBANYAN")],
    },
    "2,001 stocks": { ...VALID_STOCKS, stocks: stocks(...Array.from({ length: 2_001 }, (_, i) => `S${i}`)) },
    "120 unknown stocks, of which 100 faults are told": {
      ...VALID_STOCKS,
      stocks: stocks(...Array.from({ length: 120 }, (_, i) => `UNKNOWN${i}`)),
    },
    "a start after the last session": { ...VALID_STOCKS, start_date: "2025-06-02" },
    "an end before the first session": { ...VALID_STOCKS, end_date: "1990-01-01" },
    "a start after the session of the end": { ...VALID_STOCKS, start_date: "2024-07-07", end_date: "2024-07-07" },
    "an end of no day": { ...VALID_STOCKS, end_date: "2024-13-01" },
    "one stock for a method that needs two": { ...VALID_STOCKS, stocks: stocks("EXLOTUS") },
    "a rule on a stock without its exchange": {
      ...VALID_STOCKS,
      constraints: { weight_bounds: { assets: { EXLOTUS: { max: 0.5 } } } },
    },
  }),
  ...wholeRuns("funds", {
    "a list without a fund": { funds: [], methods: ["equal_weight"] },
    "a number in the list": { funds: [900_001], methods: ["equal_weight"] },
    "a scheme code as a text": { funds: [{ scheme_code: "900001" }], methods: ["equal_weight"] },
    "a scheme code of 0": { funds: [{ scheme_code: 0 }], methods: ["equal_weight"] },
    "a scheme code of nine digits": { funds: [{ scheme_code: 100_000_000 }], methods: ["equal_weight"] },
    "a scheme code that is no whole number": { funds: [{ scheme_code: 900_001.5 }], methods: ["equal_weight"] },
    "a field near scheme_code": { funds: [{ schemecode: 900_001 }], methods: ["equal_weight"] },
    "an unknown scheme code": { funds: [{ scheme_code: 12 }], methods: ["equal_weight"] },
    "a scheme code near a known one": { funds: [{ scheme_code: 90_001 }], methods: ["equal_weight"] },
    "an unknown fund twice": { funds: [{ scheme_code: 12 }, { scheme_code: 12 }], methods: ["equal_weight"] },
    "an index of US": { funds: [{ scheme_code: 900_001 }], benchmark: "SP500", methods: ["equal_weight"] },
  }),
  ...runs("inputs", {
    "stocks beside prices": { stocks: stocks("EXLOTUS", "EXBANYAN") },
    "returns beside prices": { returns: history({ series: { ALPHA: Array(30).fill(0.01) } }) },
    "moments beside prices": { moments: VALID_MOMENTS.moments },
    "moments beside stocks": { ...OWN, ...VALID_STOCKS, moments: VALID_MOMENTS.moments },
    "stocks beside funds": { ...OWN, ...VALID_STOCKS, funds: [{ scheme_code: 12 }] },
    "four inputs": { stocks: stocks("EXLOTUS"), returns: history(), moments: VALID_MOMENTS.moments },
  }),
];
