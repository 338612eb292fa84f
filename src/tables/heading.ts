/** What a heading of a price file names, beside assets. */
export type Heading = "date" | "index" | "symbol" | "close" | "adjusted" | "level" | "figure" | "word";

const DATE_WORDS = new Set([
  ...["date", "dates", "day", "days", "datetime", "timestamp", "time", "tradedate", "tradingdate", "asof", "asofdate"],
  ...[
    "navdate",
    "dt",
    "datum",
    "fecha",
    "data",
    "period",
    "historicaldate",
    "pricedate",
    "valuedate",
    "observationdate",
  ],
  ...["quotedate", "datadate", "caldt", "sessiondate", "tradingday", "businessdate", "traddt", "bizdt", "indexdate"],
  ...["reportdate", "timeperiod", "exchangedate", "dateutc", "snappedat"],
]);
const INDEX_WORDS = new Set([
  "",
  "index",
  "unnamed0",
  "rownames",
  "rowname",
  "row",
  "rowid",
  "id",
  "no",
  "sno",
  "srno",
]);
const SYMBOL_WORDS = new Set([
  ...["symbol", "ticker", "tickers", "asset", "assets", "security", "securityid", "scrip", "scripcode", "isin", "tic"],
  ...[
    "variable",
    "instrument",
    "stock",
    "code",
    "schemecode",
    "permno",
    "indexname",
    "tradingsymbol",
    "stocksymbol",
    "fund",
    "tckrsymb",
  ],
]);
const CLOSE_WORDS = new Set([
  "close",
  "closelast",
  "closeprice",
  "closingprice",
  "closing",
  "pxlast",
  "closevalue",
  "lastclose",
  "clspric",
  "closingindexvalue",
  "priceclose",
]);
/** Words of a price that is no close by its name, taken where no close is there. */
const LEVEL_WORDS = new Set([
  ...["price", "prices", "nav", "netassetvalue", "last", "lastprice", "ltp", "lasttradedprice", "indexvalue"],
  ...["lasttrade", "value", "values", "level", "prc", "navpershare", "markprice", "settlementprice"],
]);
const FIGURE_WORDS = new Set([
  ...["open", "openprice", "openingprice", "high", "highprice", "low", "lowprice", "average"],
  ...["volume", "vol", "turnover", "turnoverrscr", "turnoverrs", "vwap", "averageprice", "avgprice", "trades"],
  ...["nooftrades", "numberoftrades", "totaltradedquantity", "totaltradedqty", "sharestraded", "quantity", "qty"],
  ...["ttltrdqnty", "turnoverlacs", "deliverableqty", "deliverablequantity", "delivqty", "delivper", "deliverable"],
  ...[
    "deliverablevolume",
    "prevclose",
    "previousclose",
    "yesterdayclose",
    "change",
    "changepercent",
    "chg",
    "chgpercent",
    "percentchg",
    "percentchange",
  ],
  ...[
    "dividends",
    "dividend",
    "stocksplits",
    "splits",
    "splitfactor",
    "splitcoefficient",
    "splitratio",
    "capitalgains",
  ],
  ...[
    "dividendamount",
    "exdividend",
    "divcash",
    "52wh",
    "52wl",
    "52whigh",
    "52wlow",
    "pe",
    "pb",
    "divyield",
    "bid",
    "ask",
  ],
  ...["noofshares", "spreadhighlow", "spreadcloseopen", "totalturnoverrs", "transactions", "openinterest", "oi"],
  ...["openindexvalue", "highindexvalue", "lowindexvalue", "pointschange"],
  // Words of the exchanges of India since 2024.
  ...["opnpric", "hghpric", "lwpric", "lastpric", "prvsclsgpric", "undrlygpric", "sttlmpric", "strkpric", "opnintrst"],
  ...["chnginopnintrst", "ttltradgvol", "ttltrfval", "ttlnboftxsexctd", "newbrdlotqty", "repurchaseprice", "saleprice"],
  ...["marketcap", "marketcapitalization", "marketcapitalisation", "mcap", "circulatingsupply", "totalvolume", "wap"],
  ...["sharesoutstanding", "unitsoutstanding", "netassets", "totalnetassets", "aum", "exdividends", "openint"],
  ...["priceopen", "pricehigh", "pricelow", "pxopen", "pxhigh", "pxlow", "pxvolume", "tickvol"],
  ...["adjopen", "adjhigh", "adjlow", "adjvolume", "qtyofdeliverablequantitytototraded", "avgtradedprice"],
]);
/** Headings of columns and of rows that sum up others. */
const SUM_WORDS = new Set([
  ...["total", "totals", "grandtotal", "subtotal", "sum", "average", "avg", "mean", "median", "min", "max", "minimum"],
  ...[
    "maximum",
    "std",
    "stdev",
    "stddev",
    "count",
    "summe",
    "mittelwert",
    "durchschnitt",
    "moyenne",
    "somme",
    "totale",
  ],
]);
/** Words of a price that may also name an asset, such as a portfolio of cheap shares. */
const WEAK_WORDS = new Set(["value", "values", "level"]);
/** Words beside the fields of a share that tell something of it in letters. */
const LETTER_WORDS = new Set([
  ...["series", "name", "company", "companyname", "exchange", "currency", "remarks", "sector", "schemename"],
  ...["isindivpayoutisingrowth", "isindivreinvestment", "sgmt", "src", "fininstrmtp", "fininstrmid"],
  ...["fininstrmnm", "sctysrs", "optntp", "xprydt", "fininstrmactlxprydt", "ssnid", "rmks", "rsvd1", "rsvd2", "rsvd3"],
  "rsvd4",
]);

/** Words for what is computed from the prices of an asset: its returns, and indicators such as `SMA20`. */
const COMPUTED =
  /^((simple|log|daily|weekly|monthly|total|cum|cumulative|pct|percent)*(returns?|rets?|drawdown)|(sma|ema|wma|dma|rsi|atr|macd|adx|cci|obv|bb(upper|lower|middle)?)\d*|(rolling)?(volatility|zscore))$/;

/** Field words of which no file of assets has several as names of assets. */
const SURE_FIGURES = new Set(["open", "high", "low", "volume"]);

/** Whether a heading, or the first cell of a row, names a sum or an average of others. */
export function isSum(heading: string): boolean {
  return SUM_WORDS.has(plainHeading(heading));
}

/** Returns a heading in small letters without anything else than letters and digits. */
export function plainHeading(heading: string): string {
  return heading.toLowerCase().replaceAll("%", "percent").replace(/[^\p{L}\p{N}]/gu, "");
}

/** Whether a heading names what is computed from the prices beside it, which is no price itself. */
export function isComputed(heading: string): boolean {
  return COMPUTED.test(plainHeading(heading));
}

/** Number before the heading of a field, as in `4. close`. */
const FIELD_NUMBER = /^\d{1,2}[a-z]?\. (?=\p{L})/u;

/** Returns what a heading names; null where it may name an asset. */
export function headingOf(heading: string): Heading | null {
  const plain = plainHeading(heading.replace(FIELD_NUMBER, ""));
  if (DATE_WORDS.has(plain)) return "date";
  if (INDEX_WORDS.has(plain)) return "index";
  if (SYMBOL_WORDS.has(plain)) return "symbol";
  if (isAdjustedClose(plain)) return "adjusted";
  // Some sites write the explanation of a column into its heading: `Close price adjusted for splits`.
  if (CLOSE_WORDS.has(plain) || /^close(close)?(price)?adjustedforsplits$/.test(plain)) return "close";
  if (LEVEL_WORDS.has(plain)) return "level";
  if (FIGURE_WORDS.has(plain)) return "figure";
  return LETTER_WORDS.has(plain) ? "word" : null;
}

/** Returns what a heading names like `headingOf`, but of headings of a close only those without further words. */
export function exactHeadingOf(heading: string): Heading | null {
  const named = headingOf(heading);
  return named === "adjusted" && !EXACT_ADJUSTED.test(plainHeading(heading)) ? null : named;
}

const EXACT_ADJUSTED =
  /^((adj|adjust|adjusted|splitadjusted|dividendadjusted|fullyadjusted)(closing|close|price|last|nav)(price)?|(closing|close|price|last)(price)?(adj|adjust|adjusted)|adj|adjusted)$/;

/** Returns a heading without the number that a program sets behind equal ones: `Close.1`. */
export function withoutNumber(heading: string): string {
  return heading.replace(/\.\d+$/, "");
}

/** Whether a heading of a price may also name an asset. */
export function isWeakLevel(heading: string): boolean {
  return WEAK_WORDS.has(plainHeading(heading));
}

/** Whether a heading names a figure that stands beside closes: open, high, low or volume. */
export function isSureFigure(heading: string): boolean {
  return SURE_FIGURES.has(plainHeading(heading.replace(FIELD_NUMBER, "")).replace(/price$/, ""));
}

function isAdjustedClose(plain: string): boolean {
  if (/adj(usted)?(open|high|low|volume|vol)/.test(plain)) return false;
  return /^(adj|adjust|adjusted|splitadjusted|dividendadjusted|fullyadjusted)(closing|close|price|last|nav)/.test(
    plain,
  ) ||
    /^(closing|close|price|last)(price)?(adj|adjust|adjusted)$/.test(plain) || plain === "adjusted" || plain === "adj";
}
