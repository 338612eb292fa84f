import assert from "node:assert/strict";
import { assetId } from "../../src/domain/asset.ts";
import { DomainError } from "../../src/domain/errors.ts";
import { memoryCache } from "../../src/market_data/memory_cache.ts";
import { liveProvider } from "../../src/market_data/providers/live.ts";
import { yahoo } from "../../src/market_data/providers/yahoo.ts";
import { yahooSymbol } from "../../src/market_data/upstream_symbols.ts";
import { announceMissingShared, SHARED_AVAILABLE } from "../support/reference.ts";
import { recordedCharts, sharedNames, sharedText } from "../support/shared_sources.ts";
import { startSourceServer } from "../support/source_server.ts";

announceMissingShared("Recorded exchanges with a source of charts");

const NOTHING = { chart: () => null, values: () => null, list: () => null };
const now = (): string => "2026-11-21T12:00:00.000Z";

/**
 * Returns the outcome for an asset whose source gives the recorded answer: the number of rows with splits and
 * dividends, or the reason of a failure.
 */
async function outcomeOf(asset: string, answer: () => Response): Promise<string> {
  await using server = startSourceServer(NOTHING);
  server.fault = answer;
  const limits = { allMs: 1_000, firstPauseMs: 5 };
  const provider = liveProvider({
    sources: [yahoo],
    urls: server.urls,
    cache: memoryCache(),
    maxAgeHours: 24,
    limits,
    now,
  });
  const context = { signal: new AbortController().signal, now };
  try {
    const history = await provider.prices?.(assetId(asset), { start: null, end: null }, context);
    assert.ok(history !== undefined);
    const { dates, actions, omitted = [], closes, adjustedCloses } = history;
    assert.ok(closes.every((close) => close > 0) && adjustedCloses.every((close) => close > 0));
    const kinds = actions.map(({ kind, amount, date }) => `${kind} ${amount} on ${date}`);
    return [`${dates.length} rows`, ...kinds, ...omitted.length > 0 ? [`${omitted.length} left out`] : []].join(", ");
  } catch (error) {
    assert.ok(error instanceof DomainError && error.code === "market_data_unavailable", String(error));
    return error.message.replace(/^Cannot get the prices of "[^"]*": /, "").replace(/127\.0\.0\.1:\d+/, "its host");
  }
}

/** Recorded charts that are refused for a US share because of their currency, each with the reason. */
const OTHERS: Readonly<Record<string, string>> = {
  "chart-0P000071W8.TO-2020-01-01-to-2020-01-03.json": "its currency is CAD",
  "chart-AZT.OL-2020-01-01-to-2020-01-03.json": "its currency is NOK",
  "chart-ORSTED.CO-2020-01-01-to-2020-01-03.json": "its currency is DKK",
  "chart-WSKT.JK-2020-01-01-to-2020-01-03.json": "its currency is IDR",
  "historical-via-chart-ORSTED.CO-2020-01-01-to-2020-01-03.json": "its currency is DKK",
  "historical-via-chart-OCDO.L-2020-01-01-to-2020-01-03.json": "its currency is GBp",
  "historical-via-chart-WSKT.JK-2020-01-01-to-2020-01-03.json": "its currency is IDR",
};
/** Recorded price charts with other than one row, each with the outcome that the test expects. */
const LONGER: Readonly<Record<string, string>> = {
  "chart-AAPL-2020-08-31-to-2020-11-07.json": "49 rows, split 4 on 2020-08-31, dividend 0.205 on 2020-11-06",
  "chart-AAPL-2025-02-01-to-2025-02-02-includePrePost-false-interval-1m.json": "0 rows",
  "chart-TSLA-2025-01-01-to-2025-01-02-interval-1h.fake.json": "0 rows",
  "chart-notimestamp-quotes-length.fake.json": "0 rows",
  "chart-notimestamp-weird-quote.fake.json": "0 rows",
  "historical-via-chart-0P0000XTS7-2024-09-12-to-2024-09-16.json": "2 rows",
  "historical-via-chart-BTC-USD-2020-01-01-to-2020-01-03.json": "3 rows",
  "historical-via-chart-EURUSD=X-2020-01-01-to-2020-01-03.json": "3 rows",
  "historical-via-chart-MSFT-dividends-2021-02-01-to-2022-01-31.csv.json": "252 rows, dividend 0.56 on 2021-02-17, " +
    "dividend 0.56 on 2021-05-19, dividend 0.56 on 2021-08-18, dividend 0.62 on 2021-11-17",
};

Deno.test({
  name: "each recorded chart gives its known rows, splits and dividends, and one in a foreign currency is refused",
  ignore: !SHARED_AVAILABLE,
  async fn() {
    for (const [name, body] of recordedCharts()) {
      const symbol: string = JSON.parse(body).chart.result[0].meta.symbol;
      // The symbol that is requested for a US asset may differ from the recorded one, for example where that has the
      // suffix of another exchange, like London. The answer must contain the requested symbol.
      const asked = yahooSymbol({ id: assetId(`US:${symbol}`), securityId: null });
      const answer = body.replaceAll(`"symbol":"${symbol}"`, `"symbol":"${asked}"`);
      const outcome = await outcomeOf(`US:${symbol}`, () => new Response(answer));
      const expected = OTHERS[name] ?? LONGER[name] ?? "1 rows";
      assert.ok(outcome.endsWith(expected), `${name}: ${outcome}`);
    }
  },
});

const ERRORS: Readonly<Record<string, readonly [status: number, outcome: string]>> = {
  "chart_400_no_data_in_range.json": [400, "0 rows"],
  "chart_404_not_found.json": [404, "0 rows"],
  "chart_429_body.txt": [429, 'Cannot get data of "yahoo" from its host: it answered with status 429'],
};

Deno.test({
  name: "recorded errors of the chart source give no prices: 400 and 404 no rows, 429 an error with its status",
  ignore: !SHARED_AVAILABLE,
  async fn() {
    assert.deepEqual(sharedNames("yahoo/errors/"), Object.keys(ERRORS));
    for (const [name, [status, outcome]] of Object.entries(ERRORS)) {
      const body = sharedText(`yahoo/errors/${name}`);
      assert.equal(await outcomeOf("US:AAPL", () => new Response(body, { status })), outcome);
    }
  },
});

Deno.test({
  name: "each reconstructed chart of an Indian share gives 1,200 to 1,299 rows",
  ignore: !SHARED_AVAILABLE,
  async fn() {
    for (const name of sharedNames("yahoo/reconstructed/")) {
      const body = sharedText(`yahoo/reconstructed/${name}`);
      const outcome = await outcomeOf(`NSE:${name.split(".")[0]}`, () => new Response(body));
      assert.match(outcome, /^12\d\d rows/, name);
    }
  },
});
