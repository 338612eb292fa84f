import assert from "node:assert/strict";
import { listedFund as fund, listedShare as share } from "../../../tests/support/listed.ts";
import type { Listing } from "../../market_data/provider.ts";
import type { Holdings } from "../holdings.ts";
import type { StatementLine } from "../statement.ts";
import { FundIndex } from "./fund_index.ts";
import { holdingsOf } from "./holdings_of.ts";
import { StockIndex } from "./stock_index.ts";

const nextTurn = (): Promise<void> => Promise.resolve();
function line(told: Partial<StatementLine>): StatementLine {
  const rest = { kind: "stock", sheet: null, row: 24, symbol: null, isin: null, amc: null, fault: null } as const;
  return { ...rest, name: told.symbol ?? told.isin ?? "", quantity: 1, price: 100, ...told };
}

async function holdings(
  lines: readonly Partial<StatementLine>[],
  { stocks = [], funds = [] }: { readonly stocks?: readonly Listing[]; readonly funds?: readonly Listing[] },
): Promise<Holdings> {
  const indexes = { stocks: await StockIndex.of(stocks, nextTurn), funds: await FundIndex.of(funds, nextTurn) };
  return await holdingsOf({ brokerage: "zerodha", lines: lines.map(line), columns: [] }, indexes, nextTurn);
}

async function assetsOf(...given: Parameters<typeof holdings>): Promise<readonly string[]> {
  const { stocks, funds, unresolved } = await holdings(...given);
  return [
    ...stocks.map(({ asset }) => asset),
    ...funds.map(({ asset }) => asset),
    ...unresolved.map(({ reason }) => reason),
  ];
}

Deno.test("a line is matched by its ISIN before its symbol, and on the National Stock Exchange before the Bombay one", async () => {
  const stocks = [
    share("BSE", "500325", { isin: "INE002A01018", securityId: "RELIANCE" }),
    share("NSE", "RELIANCE", { isin: "INE002A01018" }),
    share("NSE", "OTHER", { isin: "INE009A01021" }),
  ];
  assert.deepEqual(await assetsOf([{ isin: "INE002A01018", symbol: "OTHER" }], { stocks }), ["NSE:RELIANCE"]);
  assert.deepEqual(await assetsOf([{ isin: "INE002A01018" }], { stocks: stocks.slice(0, 1) }), ["BSE:500325"]);
});

Deno.test("a line without an ISIN whose symbol has a series of bonds or rights is not the share of its issuer", async () => {
  const stocks = [share("NSE", "IRFC"), share("NSE", "IDEA"), share("NSE", "FRETAIL")];
  const lines = ["IRFC-N1", "IRFC-YW", "IDEA-RE", "IRFC-GB", "FRETAIL-Z", "IRFC-BE"].map((symbol) => ({ symbol }));
  assert.deepEqual(await assetsOf(lines, { stocks }), [
    "NSE:FRETAIL",
    "NSE:IRFC",
    ...["IRFC-N1", "IRFC-YW", "IDEA-RE", "IRFC-GB"].map((symbol) => `no listed share has the symbol "${symbol}"`),
  ]);
});

Deno.test("a line without a listed ISIN is matched by its symbol, from which the suffix of a series is dropped", async () => {
  const stocks = [
    share("NSE", "RELIANCE"),
    share("NSE", "BAJAJ-AUTO"),
    share("NSE", "BAJAJ"),
    share("NSE", "MCDOWELL-N"),
  ];
  const lines = ["RELIANCE-BE", "BAJAJ-AUTO", "mcdowell-n"].map((symbol) => ({ symbol }));
  assert.deepEqual(await assetsOf(lines, { stocks }), ["NSE:RELIANCE", "NSE:BAJAJ-AUTO", "NSE:MCDOWELL-N"]);
  const ofBombay = [share("BSE", "500325", { securityId: "RELIANCE", isin: "INE999A01011" })];
  assert.deepEqual(await assetsOf([{ symbol: "RELIANCE" }], { stocks: ofBombay }), ["BSE:500325"]);
  const ofBoth = [...ofBombay, share("NSE", "RELIANCE", { isin: "INE002A01018" })];
  assert.deepEqual(await assetsOf([{ symbol: "RELIANCE" }], { stocks: ofBoth }), ["NSE:RELIANCE"]);
});

Deno.test("a line is not matched by its symbol if its ISIN is that of another company", async () => {
  const stocks = [share("NSE", "ABC", { isin: "INE002A01018", name: "Abc Limited" })];
  const reason = 'no listed share has the ISIN INE009A01021 or the symbol "ABC"';
  assert.deepEqual(await assetsOf([{ symbol: "ABC", isin: "INE009A01021" }], { stocks }), [reason]);
  const split = { symbol: "ABC", isin: "INE002A01026" };
  assert.deepEqual(await assetsOf([split], { stocks }), ["NSE:ABC"], "a share that was split has another ISIN");
});

Deno.test("a name is matched to a company whatever its legal form, and not if it fits two companies", async () => {
  const stocks = [
    share("NSE", "HDFCBANK", { name: "HDFC Bank Limited" }),
    share("NSE", "LT", { name: "Larsen & Toubro Limited" }),
    share("NSE", "ONE", { name: "Twin Industries Ltd.", isin: "INE111A01011" }),
    share("BSE", "500001", { name: "TWIN INDUSTRIES LIMITED", isin: "INE222A01012" }),
  ];
  const lines = ["HDFC BANK LTD", "LARSEN AND TOUBRO LTD", "Twin Industries"].map((name) => ({ name }));
  assert.deepEqual(await assetsOf(lines, { stocks }), [
    "NSE:HDFCBANK",
    "NSE:LT",
    'its name "Twin Industries" matches 2 assets: NSE:ONE, BSE:500001',
  ]);
});

Deno.test("a bond is reported as a bond and not matched to its issuer's shares", async () => {
  const stocks = [share("NSE", "IRFC", { isin: "INE053F01010" })];
  const lines = [{ symbol: "IRFC-N1", isin: "INE053F07603" }, { symbol: "SGBAUG28V-GB", isin: "IN0020200104" }];
  assert.deepEqual(await assetsOf(lines, { stocks }), ["it is a bond", "it is a bond"]);
});

Deno.test("an exchange-traded fund is matched to the scheme of its ISIN if no exchange lists the fund", async () => {
  const funds = [fund(120716, "Example Nifty ETF", { isin: "INF204KB14I2" })];
  const held = [{ symbol: "NIFTYBEES-E", isin: "INF204KB14I2" }];
  assert.deepEqual(await assetsOf(held, { funds }), ["MF:120716"]);
  assert.deepEqual(await assetsOf(held, { funds, stocks: [share("NSE", "NIFTYBEES")] }), ["NSE:NIFTYBEES"]);
});

Deno.test("a scheme is matched by either of its ISINs", async () => {
  const [listed] = [fund(1, "Example Fund - Direct Plan - IDCW", { isin: "INF209KA12Z1" })];
  const funds = [{ ...listed, fund: listed.fund && { ...listed.fund, reinvestmentIsin: "INF209KA13Z9" } }];
  const lines = ["INF209KA12Z1", "INF209KA13Z9"].map((isin) => ({ kind: "fund", isin, name: "Another" }) as const);
  for (const line of lines) assert.deepEqual(await assetsOf([line], { funds }), ["MF:1"]);
});

Deno.test("a scheme is matched by its house and name, with plan and option in any wording, only if a single one fits", async () => {
  const funds = [
    fund(1, "Example Multi Cap Fund - Direct Plan - Growth Option - Growth"),
    fund(2, "Example Multi Cap Fund - Direct Plan - IDCW Payout"),
    fund(3, "Example Multi Cap Fund - Growth Plan"),
    fund(4, "Example Multi Cap Fund - Direct Plan - Growth", { amc: "Another Mutual Fund" }),
    fund(5, "Example Growth Mid-Cap Fund - Direct Plan Growth"),
    fund(6, "Example Liquid Fund - Direct Plan - Growth", { navDate: "2026-05-04" }),
    fund(7, "Example Liquid Fund - Direct - Growth", { navDate: "2019-05-04" }),
  ];
  const named = (name: string): Partial<StatementLine> => ({
    kind: "fund",
    name,
    amc: "Example Asset Management Co. Ltd.",
  });
  const lines = [
    "Example Multi Cap Fund Direct Growth",
    "EXAMPLE MULTICAP FUND - DIRECT PLAN - DIVIDEND",
    "Example Multi Cap Fund Regular Growth",
    "Example Growth Mid Cap Fund Direct",
    "Example Liquid Fund Direct Growth",
    "Example Multi Cap Fund Direct",
    "Example Small Cap Fund Direct Growth",
  ];
  assert.deepEqual(await assetsOf(lines.map(named), { funds }), [
    "MF:1",
    "MF:2",
    "MF:3",
    "MF:5",
    "MF:6",
    'its name "Example Multi Cap Fund Direct" matches 2 assets: MF:1, MF:2',
    'no listed fund has the name "Example Small Cap Fund Direct Growth"',
  ]);
});

Deno.test("two lines of one asset become one position at their average price", async () => {
  const stocks = [share("NSE", "ABC"), share("NSE", "XYZ")];
  const lines = [
    { symbol: "ABC", quantity: 1, price: 100 },
    { symbol: "XYZ", quantity: 4, price: 50 },
    { symbol: "ABC-BE", quantity: 3, price: 200 },
  ];
  const { stocks: positions, unresolved } = await holdings(lines, { stocks });
  assert.deepEqual(
    positions.map(({ asset, quantity, price, marketValue, weight }) => [
      asset,
      quantity,
      price,
      marketValue,
      weight,
    ]),
    [["NSE:ABC", 4, 175, 700, 7 / 9], ["NSE:XYZ", 4, 50, 200, 2 / 9]],
  );
  assert.deepEqual(unresolved, []);
});

Deno.test("weights of matched positions sum to 1, and every other line keeps its row, its name and a reason", async () => {
  const stocks = Array.from({ length: 97 }, (_, i) => share("NSE", `S${i}`));
  const lines = stocks.map(({ symbol }, i) => ({ symbol, row: i, quantity: 1 + i % 7, price: 0.1 * (1 + i) }));
  const faulty = { symbol: "S1", row: 99, quantity: 0, fault: "its quantity is 0" };
  const { stocks: positions, unresolved } = await holdings([...lines, faulty], { stocks });
  const sum = positions.reduce((sum, { weight }) => sum + weight, 0);
  assert.ok(Math.abs(sum - 1) < 1e-14, String(sum));
  assert.deepEqual(unresolved, [{ row: 99, name: "S1", isin: null, reason: "its quantity is 0" }]);
  const { unresolved: [ofSheet] } = await holdings([{ ...faulty, sheet: "Equity" }], {});
  assert.equal(ofSheet.reason, 'its quantity is 0 (sheet "Equity")');
});
