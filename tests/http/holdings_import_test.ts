import assert from "node:assert/strict";
import { type Browser, type Reply, verifiedBrowser } from "../support/browser.ts";
import { runService } from "../support/running_service.ts";
import { equitySheet, FIRST_ROW } from "../support/statement_sheets.ts";
import { workbookFile } from "../support/workbook_file.ts";

/** The service serves all tests of this file, beyond the end of each. */
const SHARED = { sanitizeOps: false, sanitizeResources: false };
// Runs stay queued.
const service = await runService({ environment: { WORKERS: "0" } });
Deno.test.afterAll(() => service[Symbol.asyncDispose]());
const person = await verifiedBrowser(service);

Deno.test(
  "the shares of a workbook of Zerodha Console are found, and can be sent to POST /jobs as they come",
  SHARED,
  async () => {
    const file = workbookFile([equitySheet([
      { symbol: "EXMANGO", quantity: 6, pledged: 4, price: 100, longTerm: 6, discrepant: 3 },
      { symbol: "EXLOTUS-BE", quantity: "1,000", price: "₹ 3.00" },
      { symbol: "EXNOWHERE", isin: "INE000Z01010" },
    ])]);
    const { status, body } = await imported(person, file);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body, {
      brokerage: "zerodha",
      stocks: {
        assets: [{ ticker: "EXMANGO", exchange: "NSE" }, { ticker: "EXLOTUS", exchange: "NSE" }],
        starting_portfolio: { "NSE:EXMANGO": 0.25, "NSE:EXLOTUS": 0.75 },
        positions: [
          {
            asset: "NSE:EXMANGO",
            name: "Example Mango Foods Ltd",
            isin: null,
            quantity: 10,
            price: 100,
            market_value: 1_000,
            weight: 0.25,
          },
          {
            asset: "NSE:EXLOTUS",
            name: "Example Lotus Bank Ltd",
            isin: null,
            quantity: 1_000,
            price: 3,
            market_value: 3_000,
            weight: 0.75,
          },
        ],
        market_value: 4_000,
      },
      funds: { assets: [], starting_portfolio: {}, positions: [], market_value: 0 },
      unresolved: [{
        row: FIRST_ROW + 2,
        name: "EXNOWHERE",
        isin: "INE000Z01010",
        reason: 'it is no listed share by the ISIN INE000Z01010 or the symbol "EXNOWHERE"',
      }],
    });
    const { assets: stocks, starting_portfolio } = body.stocks;
    const constraints = { turnover: { max: 0.2 } };
    const run = await person.send("POST", "/jobs", {
      body: { stocks, starting_portfolio, methods: ["min_volatility"], constraints },
    });
    assert.equal(run.status, 202, JSON.stringify(run.body));
  },
);

async function imported(person: Browser, file: Uint8Array): Promise<Reply> {
  return await person.send("POST", "/holdings/import", { body: { content_base64: file.toBase64() } });
}
