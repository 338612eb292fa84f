/** Number of rows in each market data list, by list id: about as many as in the real lists. */
const ROWS: Readonly<Record<string, number>> = {
  nse: 2_000,
  bse: 4_400,
  amfi: 13_800,
  mfapi: 37_600,
  nasdaqlisted: 5_000,
  otherlisted: 7_400,
};
const HOUSES =
  ("Amber Banyan|Bright Coral|Cedar Grove|Delta Harbour|Ember Sun Life|Falcon Ridge|Golden Lotus|Heron Bay|" +
    "Indigo River|Jasmine|Kestrel|Lantern|Maple Leaf|Northern Star|Orchid|Pebble|Quartz|Redwood|Saffron|Topaz").split(
      "|",
    );
const THEMES = ("Flexi Cap|Large Cap|Mid Cap|Small Cap|Balanced Advantage|Liquid|Overnight|Gilt|Corporate Bond|" +
  "Banking and PSU Debt|Short Duration|Equity Savings|Focused|Value|Technology|Healthcare|Infrastructure|Gold|" +
  "Fixed Maturity Plan|Capital Protection Oriented|Tax Saver|Arbitrage|Multi Asset Allocation|Dynamic Bond").split("|");
const PLANS = ["Direct Plan - Growth", "Direct Plan - IDCW", "Regular Plan - Growth", "Regular Plan - Monthly IDCW"];
const BUSINESSES = "Steel|Cement|Bank|Textiles|Motors|Pharma|Software|Power|Chemicals|Sugar|Paper|Shipping".split("|");

let edition = 0;

/**
 * Returns the text of a market data list as its source would publish it. The name in the first row changes with each
 * call. Returns null for an unknown list.
 */
export function syntheticList(id: string): string | null {
  edition++;
  const rows = ROWS[id];
  if (rows === undefined) return null;
  const numbers = Array.from({ length: rows }, (_, i) => i);
  switch (id) {
    case "nse":
      return lines(
        "SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE",
        numbers.map((i) => `EX${i},${companyName(i)},EQ,01-JAN-2015,10,1,${isin("INE", i)},10`),
      );
    case "bse":
      return lines(
        "Security Code,Issuer Name,Security Id,Security Name,Status,Group,Face Value,ISIN No,Industry,Instrument",
        numbers.map((i) =>
          `${500_000 + i},${companyName(i)},EX${i},${companyName(i)},Active,A ,10.00,${isin("INE", i)},Lamps,Equity,`
        ),
      );
    case "amfi":
      return lines("Scheme Code;ISIN Div Payout/ ISIN Growth;ISIN Div Reinvestment;Scheme Name;Net Asset Value;Date", [
        "Open Ended Schemes(Equity Scheme - Flexi Cap Fund)",
        "Example Mutual Fund",
        ...numbers.map((i) => `${100_000 + i};${isin("INF", i)};-;${fundName(i)};${10 + i / 100};31-Dec-2024`),
      ]);
    case "mfapi":
      return JSON.stringify(numbers.map((i) => ({
        schemeCode: 100_000 + i,
        schemeName: fundName(i),
        isinGrowth: isin("INF", i),
        isinDivReinvestment: null,
      })));
    default:
      return usList(id, numbers);
  }
}

/** Returns request paths that search for funds by codes, names, words, beginnings of names and misspelt words. */
export function fundPaths(): readonly string[] {
  const texts = Array.from({ length: 60 }, (_, i) => {
    const [name, theme] = [fundName(i * 211), THEMES[i % THEMES.length]];
    const misspelt = theme.replace(/[aeiou](?=\w*$)/, "");
    return [
      String(100_000 + i * 97),
      name,
      `${theme} direct growth`,
      name.slice(0, 12),
      `${misspelt} fund`,
      "fund",
    ][i % 6];
  });
  return texts.map((q) => `/mutual-funds/search?${new URLSearchParams({ q })}`);
}

/** Returns request paths that search for US shares by symbols, names, words, beginnings of names and misspelt names. */
export function sharePaths(): readonly string[] {
  const texts = Array.from({ length: 40 }, (_, i) => {
    const name = companyName(i * 173);
    return [letters(i * 113), name, name.slice(0, 6), name.replace("e", ""), BUSINESSES[i % BUSINESSES.length]][i % 5];
  });
  return texts.map((q) => `/us-stocks/search?${new URLSearchParams({ q })}`);
}

function usList(id: string, numbers: readonly number[]): string {
  const isFirst = id === "nasdaqlisted";
  const header = isFirst
    ? "Symbol|Security Name|Market Category|Test Issue|Financial Status|Round Lot Size|ETF|NextShares"
    : "ACT Symbol|Security Name|Exchange|CQS Symbol|ETF|Round Lot Size|Test Issue|NASDAQ Symbol";
  const rows = numbers.map((i) => {
    const [symbol, name] = [letters(isFirst ? i : i + ROWS.nasdaqlisted), `${companyName(i)} Inc. - Common Stock`];
    return isFirst ? `${symbol}|${name}|Q|N|N|100|N|N` : `${symbol}|${name}|N|${symbol}|N|100|N|${symbol}`;
  });
  return `${lines(header, rows)}\nFile Creation Time: 1231202421:31|||||||`;
}

function companyName(i: number): string {
  const [house, other] = [HOUSES[i % 20], HOUSES[Math.trunc(i / 20) % 20]];
  const issue = i === 0 ? ` of Edition ${edition}` : Math.trunc(i / 4_800) > 0 ? ` ${Math.trunc(i / 4_800)}` : "";
  return `${house} ${other} ${BUSINESSES[Math.trunc(i / 400) % 12]}${issue} Limited`;
}

function fundName(i: number): string {
  const [house, theme, plan] = [HOUSES[i % 20], THEMES[Math.trunc(i / 20) % 24], PLANS[Math.trunc(i / 480) % 4]];
  const series = i === 0 ? ` Edition ${edition}` : Math.trunc(i / 1_920) > 0 ? ` Series ${Math.trunc(i / 1_920)}` : "";
  return `${house} ${theme} Fund${series} - ${plan}`;
}

/** Returns a stock symbol of four letters, different for each number. */
function letters(i: number): string {
  return [17_576, 676, 26, 1].map((place) => String.fromCharCode(65 + Math.trunc(i / place) % 26)).join("");
}

function isin(country: string, i: number): string {
  return `${country}${String(i).padStart(6, "0")}010`;
}

function lines(header: string, rows: readonly string[]): string {
  return [header, ...rows].join("\n");
}
