import { SOURCES } from "../../src/market_data/providers/mod.ts";

/** Daily prices of one stock or index, with splits and dividends, as the chart source (Yahoo Finance) has them. */
export interface ChartContent {
  readonly currency: string;
  readonly dates: readonly string[];
  readonly closes: readonly (number | null)[];
  readonly adjustedCloses: readonly (number | null)[];
  readonly splits?: readonly { readonly date: string; readonly numerator: number; readonly denominator: number }[];
  readonly dividends?: readonly { readonly date: string; readonly amount: number }[];
}

/**
 * Content of the upstream market data sources that a test server on loopback serves in their place. A function returns
 * null for what the source does not have.
 */
export interface SourceContent {
  chart(symbol: string): ChartContent | string | null;
  /**
   * Returns the values of a mutual fund scheme by its code: days `YYYY-MM-DD` in ascending order, each with its value
   * as text.
   */
  values(code: string): readonly (readonly [date: string, value: string])[] | null;
  /** Returns the text of a published list of assets by the id of the list. */
  list(id: string): string | null;
}

/**
 * A server on loopback that stands in for all market data sources. The paths of each source begin with the id of the
 * source.
 */
export interface SourceServer extends AsyncDisposable {
  /**
   * Base URL of each source at the test server, by the id of the source, as the setting `PROVIDER_<NAME>_URL` takes it.
   */
  readonly urls: Readonly<Record<string, string>>;
  /** Path and query of all requests that the test server received, in order. */
  readonly asked: string[];
  /**
   * Function that a test sets to simulate a fault: it returns the response to a request in place of the ordinary one,
   * or null for the ordinary one.
   */
  fault: ((request: Request, path: string) => Response | Promise<Response> | null) | null;
  /** Content that the test server's sources serve; a test may replace it. */
  content: SourceContent;
  /** Delay of each response of the test server, in milliseconds. */
  delayMs: number;
}

const UNKNOWN = { code: "Not Found", description: "No data found, symbol may be delisted" };
const LISTS: Readonly<Record<string, string>> = {
  "nse/content/equities/EQUITY_L.csv": "nse",
  "bse/BseIndiaAPI/api/LitsOfScripCSVDownload/w": "bse",
  "amfi/spages/NAVAll.txt": "amfi",
  "mfapi/mf": "mfapi",
  "nasdaq_trader/dynamic/SymDir/nasdaqlisted.txt": "nasdaqlisted",
  "nasdaq_trader/dynamic/SymDir/otherlisted.txt": "otherlisted",
};

/**
 * Test helper. Returns the environment variables of a service that takes live market data from the test server instead
 * of the real sources.
 */
export function sourceSettings({ urls }: Pick<SourceServer, "urls">): Record<string, string> {
  const addresses = Object.entries(urls).map(([id, url]) => [`PROVIDER_${id.toUpperCase()}_URL`, url]);
  return { MARKET_DATA: "live", ...Object.fromEntries(addresses) };
}

export function startSourceServer(content: SourceContent): SourceServer {
  const handler = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const path = decodeURIComponent(url.pathname).slice(1);
    running.asked.push(path + url.search);
    if (running.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, running.delayMs));
    return await running.fault?.(request, path) ?? answerOf(path, url.searchParams, running.content);
  };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, handler);
  const { port } = server.addr;
  const running: SourceServer = {
    urls: Object.fromEntries(SOURCES.ids.map((id) => [id, `http://127.0.0.1:${port}/${id}`])),
    asked: [],
    fault: null,
    content,
    delayMs: 0,
    async [Symbol.asyncDispose]() {
      await server.shutdown();
    },
  };
  return running;
}

function answerOf(path: string, query: URLSearchParams, content: SourceContent): Response {
  const list = LISTS[path];
  if (list !== undefined) return textAnswer(content.list(list));
  const scheme = /^mfapi\/mf\/(\d+)$/.exec(path)?.[1];
  if (scheme !== undefined) return valuesAnswer(scheme, query.get("startDate"), content);
  const symbol = /^yahoo\/v8\/finance\/chart\/(.+)$/.exec(path)?.[1];
  if (symbol !== undefined) return chartAnswer(symbol, Number(query.get("period1")), content);
  return textAnswer(null);
}

function textAnswer(text: string | null): Response {
  return text === null ? new Response("Not found", { status: 404 }) : new Response(text);
}

function valuesAnswer(code: string, since: string | null, { values }: SourceContent): Response {
  const rows = values(code)?.filter(([date]) => since === null || date >= since);
  if (rows === undefined) return Response.json({ meta: {}, data: [], status: "SUCCESS" });
  const data = rows.map(([date, nav]) => ({ date: date.split("-").reverse().join("-"), nav })).reverse();
  return Response.json({ meta: { scheme_code: Number(code) }, data, status: "SUCCESS" });
}

function chartAnswer(symbol: string, from: number, content: SourceContent): Response {
  const chart = content.chart(symbol);
  if (chart === null) return Response.json({ chart: { result: null, error: UNKNOWN } }, { status: 404 });
  if (typeof chart === "string") return new Response(chart, { headers: { "content-type": "application/json" } });
  return Response.json(chartBody(symbol, chart, from));
}

/**
 * Returns the response body of the chart source for one symbol, with the sessions that open at or after `from` (in
 * seconds since 1970). Sessions open at 03:45 UTC where the currency is INR, else at 14:30 UTC.
 */
export function chartBody(symbol: string, chart: ChartContent, from: number): unknown {
  const isIndian = chart.currency === "INR";
  const secondsOf = (date: string): number => Date.parse(`${date}T${isIndian ? "03:45" : "14:30"}:00Z`) / 1_000;
  const rows = chart.dates.flatMap((date, row) => secondsOf(date) >= from ? [row] : []);
  const meta = {
    symbol,
    currency: chart.currency,
    gmtoffset: isIndian ? 19_800 : -18_000,
    exchangeTimezoneName: isIndian ? "Asia/Kolkata" : "America/New_York",
  };
  const byDay = <Event extends { readonly date: string }>(events: readonly Event[] = []): Record<string, unknown> =>
    Object.fromEntries(
      events.map((event) => [String(secondsOf(event.date)), { ...event, date: secondsOf(event.date) }] as const)
        .filter(([seconds]) => Number(seconds) >= from),
    );
  const indicators = {
    quote: [{ close: rows.map((row) => chart.closes[row]) }],
    adjclose: [{ adjclose: rows.map((row) => chart.adjustedCloses[row]) }],
  };
  // The real chart source omits the key `timestamp` for a range without a trading day, so this body does too.
  const timestamp = rows.length === 0 ? {} : { timestamp: rows.map((row) => secondsOf(chart.dates[row])) };
  const events = { dividends: byDay(chart.dividends), splits: byDay(chart.splits) };
  const none = { quote: [{}], adjclose: [{}] };
  const result = [{ meta, ...timestamp, events, indicators: rows.length === 0 ? none : indicators }];
  return { chart: { result, error: null } };
}
