import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { ListingTable } from "../listing_table.ts";
import type { Listing } from "../provider.ts";
import { readAmfiNavList } from "./amfi_nav_list.ts";
import { readBseEquityList } from "./bse_equity_list.ts";
import { readIndustryList } from "./industry_list.ts";
import { type ListingFile, ListingFileError } from "./listing_file.ts";
import { readNasdaqTraderList } from "./nasdaq_trader_list.ts";
import { readNseEquityList } from "./nse_equity_list.ts";

/** Test helper. Returns a parsed listing file with its listings as an array. */
function listed(
  { listings, asOf }: ListingFile,
): { readonly listings: readonly Listing[]; readonly asOf: string | null } {
  return { listings: [...ListingTable.of(listings)], asOf };
}

const EQUITY_L = `SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE
EXMOON,Example Moon Limited,EQ,06-OCT-2008,5,1,INE000X01011,5
EX&SUN,"Example Sun, Sons Limited",BE,03-MAY-1995,10,1,INE000X01029,10
`;
const EQUITY = [
  "Security Code,Issuer Name,Security Id,Security Name,Status,Group,Face Value,ISIN No,Industry,Instrument,Sector Name,A,B,C",
  '990001,Example Moon Ltd,EXMOON,Example Moon Limited,Active,A ,2.00,INE000X01011,Lamps,Equity,Industrials,"Oil, Gas",G,T,',
  "990002,Example Gone Ltd,EXGONE,Example Gone Limited,Delisted,B ,2.00,INE000X01037,Lamps,Equity,Industrials,X,G,T,",
  "",
].join("\r\n");
const NAV_ALL = [
  "Scheme Code;ISIN Div Payout/ ISIN Growth;ISIN Div Reinvestment;Scheme Name;Net Asset Value;Date",
  " ",
  "Open Ended Schemes(Debt Scheme - Banking and PSU Fund)",
  " ",
  "Example Lotus Mutual Fund",
  " ",
  "990001;INF000X01011;-;Example Lotus Bond Fund - DIRECT - IDCW;103.06;29-Jan-2025",
  "990002;-;INF000X01037;Example Lotus Bond Fund - Regular Plan - Growth;N.A.;04-Mar-2006",
  "a line; of too few; fields",
  "Example Banyan Mutual Fund",
  "990003;-;-;Example Banyan Bond Fund;10;28-Jan-2025",
  "Close Ended Schemes(Growth)",
  "990004;INF000X01045;;Example Banyan Growth Fund Direct Growth;10;28-Jan-2025",
].join("\r\n");
const NAV_ALL_OF_2026 = [
  "Scheme Code;ISIN Div Payout/ ISIN Growth;ISIN Div Reinvestment;Scheme Name;Plan;Option;Net Asset Value;Date",
  "Open Ended Schemes(Equity Scheme - Flexi Cap Fund)",
  "Example Lotus Mutual Fund",
  "990005;INF000X01052;-;Example Lotus Flexi Cap Fund;Direct Plan;IDCW;88.2;01-Oct-2026",
].join("\r\n");
const NASDAQ = `Symbol|Security Name|Market Category|Test Issue|Financial Status|Round Lot Size|ETF|NextShares
EXMAP|Example Maple, Inc. - Common Stock|G|N|D|100|N|N
EXTST|Example Test|G|Y|N|100|N|N
File Creation Time: 0313202621:31|||||||`;
const OTHER = `ACT Symbol|Security Name|Exchange|CQS Symbol|ETF|Round Lot Size|Test Issue|NASDAQ Symbol
EX.B|Example Oak Common Stock |N|EX.B|N|100|N|EX=B
EXV|Example Test|V|EXV|N|100|Y|EXV
File Creation Time: 0312202621:31||||||`;

const READERS: Readonly<Record<string, (text: string) => Promise<ListingFile>>> = {
  "EQUITY_L.csv": readNseEquityList,
  "Equity.csv": readBseEquityList,
  "NAVAll.txt": readAmfiNavList,
  "nasdaqlisted.txt": readNasdaqTraderList,
};

Deno.test("EQUITY_L.csv lists NSE stocks of every series, with blanks in its header and commas in names", async () => {
  const { listings, asOf } = listed(await readNseEquityList(EQUITY_L));
  assert.equal(asOf, null);
  assert.deepEqual(listings.map(({ asset, name, isin, market, currency }) => [asset, name, isin, market, currency]), [
    ["NSE:EXMOON", "Example Moon Limited", "INE000X01011", "IN", "INR"],
    ["NSE:EX&SUN", "Example Sun, Sons Limited", "INE000X01029", "IN", "INR"],
  ]);
  assert.deepEqual(listings.map(({ series, listedOn, faceValue }) => [series, listedOn, faceValue]), [
    ["EQ", "2008-10-06", 5],
    ["BE", "1995-05-03", 10],
  ]);
});

Deno.test("Equity.csv lists active BSE stocks by their codes, though its rows have a field more than its header", async () => {
  const { listings } = listed(await readBseEquityList(EQUITY));
  assert.deepEqual(listings.map(({ asset, name, exchange, isin, sector }) => [asset, name, exchange, isin, sector]), [
    ["BSE:990001", "Example Moon Limited", "BSE", "INE000X01011", "Industrials"],
  ]);
  assert.deepEqual(listings.map(({ securityId, series, faceValue }) => [securityId, series, faceValue]), [
    ["EXMOON", "A", 2],
  ]);
});

Deno.test("NAVAll.txt lists schemes with the house, class and category that the lines above them state", async () => {
  const { listings, asOf } = listed(await readAmfiNavList(NAV_ALL));
  assert.equal(asOf, "2025-01-29");
  const described = listings.map(({ asset, isin, fund }) => [asset, isin, ...Object.values(fund ?? {}).slice(0, 5)]);
  assert.deepEqual(described, [
    ["MF:990001", "INF000X01011", "Example Lotus Mutual Fund", "debt", "Banking and PSU Fund", "direct", "dividend"],
    ["MF:990002", "INF000X01037", "Example Lotus Mutual Fund", "debt", "Banking and PSU Fund", "regular", "growth"],
    ["MF:990003", null, "Example Banyan Mutual Fund", "debt", "Banking and PSU Fund", "regular", "growth"],
    ["MF:990004", "INF000X01045", "Example Banyan Mutual Fund", "equity", "Growth", "direct", "growth"],
  ]);
  assert.deepEqual(listings.map(({ fund }) => [fund?.nav, fund?.navDate]), [
    [103.06, "2025-01-29"],
    [null, null],
    [10, "2025-01-28"],
    [10, "2025-01-28"],
  ]);
});

Deno.test("NAVAll.txt since 2026 has plan and option in columns of their own", async () => {
  const { listings, asOf } = listed(await readAmfiNavList(NAV_ALL_OF_2026));
  assert.equal(asOf, "2026-10-01");
  assert.deepEqual(listings.map(({ asset, name, fund }) => [asset, name, fund?.assetClass, fund?.plan, fund?.option]), [
    ["MF:990005", "Example Lotus Flexi Cap Fund - Direct Plan - IDCW", "equity", "direct", "dividend"],
  ]);
});

Deno.test("nasdaqlisted.txt and otherlisted.txt list US stocks without test issues, as of their last line", async () => {
  const nasdaq = await readNasdaqTraderList(NASDAQ);
  const other = await readNasdaqTraderList(OTHER);
  assert.deepEqual([nasdaq.asOf, other.asOf], ["2026-03-13", "2026-03-12"]);
  const shown = [nasdaq, other].map(listed).flatMap(({ listings }) =>
    listings.map(({ asset, name, exchange, currency }) => [asset, name, exchange, currency])
  );
  assert.deepEqual(shown, [
    ["US:EXMAP", "Example Maple, Inc. - Common Stock", "NASDAQ", "USD"],
    ["US:EX.B", "Example Oak Common Stock", "NYSE", "USD"],
  ]);
  assert.deepEqual([nasdaq, other].map(listed).flatMap(({ listings }) => listings.map(({ isEtf }) => isEtf)), [
    false,
    false,
  ]);
});

Deno.test("an index list gives the industry of a symbol", () => {
  const text = "Company Name,Industry,Symbol,Series,ISIN Code\nExample Moon Ltd.,Lamps,EXMOON,EQ,INE000X01011\n";
  assert.deepEqual([...readIndustryList(text)], [["EXMOON", "Lamps"]]);
});

for (const [name, read] of Object.entries(READERS)) {
  Deno.test(`${name} without a row, or without its columns, is an error and never an empty list`, async () => {
    const [header] = ({ "EQUITY_L.csv": EQUITY_L, "Equity.csv": EQUITY, "NAVAll.txt": NAV_ALL }[name] ?? NASDAQ).split(
      "\n",
    );
    await assert.rejects(
      read(`${header}\n`),
      (error) => error instanceof ListingFileError && /none of its rows can be read/.test(error.message),
    );
    await assert.rejects(read("<html>Access denied</html>"), ListingFileError);
    await assert.rejects(read(""), ListingFileError);
  });

  Deno.test(`${name} with any text is read or refused, and lists each asset once`, async () => {
    const [header] = ({ "EQUITY_L.csv": EQUITY_L, "Equity.csv": EQUITY, "NAVAll.txt": NAV_ALL }[name] ?? NASDAQ).split(
      "\n",
    );
    const cell = fc.oneof(fc.string(), fc.constantFrom("990001", "Active", "EXMOON", "-", '"', "N"));
    const line = fc.tuple(fc.array(cell, { maxLength: 9 }), fc.constantFrom(",", ";", "|"));
    await fc.assert(fc.asyncProperty(fc.array(line), async (lines) => {
      const text = [header, ...lines.map(([cells, mark]) => cells.join(mark))].join("\n");
      try {
        const assets = listed(await read(text)).listings.map(({ asset }) => asset);
        assert.equal(new Set(assets).size, assets.length);
        assert.ok(assets.every((asset) => /^(NSE|BSE|US|MF):./.test(asset)));
      } catch (error) {
        assert.ok(error instanceof ListingFileError, String(error));
      }
    }));
  });
}
