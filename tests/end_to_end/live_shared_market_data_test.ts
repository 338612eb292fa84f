import assert from "node:assert/strict";
import { type Browser, verifiedBrowser } from "../support/browser.ts";
import { announceMissingShared, SHARED_AVAILABLE } from "../support/reference.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { succeeded } from "../support/runs_over_https.ts";
import { sharedSources } from "../support/shared_sources.ts";
import { sourceSettings, startSourceServer } from "../support/source_server.ts";
import { partOf, testInTurn } from "../support/tier.ts";

announceMissingShared("Runs over replayed sources");

const NIFTY = "RELIANCE TCS INFY HDFCBANK ICICIBANK ITC LT SBIN BHARTIARTL KOTAKBANK AXISBANK HINDUNILVR MARUTI " +
  "SUNPHARMA TITAN ULTRACEMCO NESTLEIND WIPRO HCLTECH TATASTEEL JSWSTEEL POWERGRID NTPC ONGC COALINDIA GRASIM " +
  "CIPLA DRREDDY M&M BAJAJ-AUTO";
const US = "AAPL AMD AMZN BABA BAC BBY GE GM GOOG JPM MA META PFE RRC SBUX T UAA WMT XOM KO";
const METHODS = ["equal_weight", "min_volatility"];

type RunData = Record<string, unknown>;

/** Runs of real names, each with what its data holds. */
const RUNS: readonly { readonly body: RunData; readonly check: (data: RunData) => void }[] = [
  {
    body: {
      stocks: NIFTY.split(" ").map((ticker) => ({ ticker, exchange: "NSE" })),
      benchmark: "NIFTY50",
      start_date: "2016-04-20",
      end_date: "2026-04-17",
      methods: METHODS,
    },
    check(nifty) {
      assert.deepEqual([nifty.source, nifty.assets, nifty.start_date, nifty.end_date], [
        "live",
        30,
        "2016-04-20",
        // The last date of the NIFTY 50 index in the shared data.
        "2026-04-10",
      ]);
      const holidays = told(nifty).filter((one) => /^holiday/.test(one));
      assert.deepEqual(holidays, ["holiday 2025-03-18", "holiday 2026-01-15"]);
    },
  },
  {
    body: {
      funds: [118632, 118834, 119092, 120503, 122639].map((scheme_code) => ({ scheme_code })),
      end_date: "2026-04-17",
      methods: METHODS,
    },
    check(funds) {
      assert.equal(funds.assets, 5);
      assert.ok(told(funds).includes("unreadable 2013-04-07"));
      const kinds = (funds.jumps as { asset: string; kind: string; date: string }[]).map(({ asset, kind, date }) =>
        `${kind} ${asset} ${date}`
      );
      assert.deepEqual(kinds, ["unit_change MF:119092 2015-08-30"]);
    },
  },
  {
    body: {
      stocks: US.split(" ").map((ticker) => ({ ticker, exchange: "US" })),
      start_date: "2015-01-02",
      end_date: "2024-11-29",
      methods: METHODS,
    },
    check: (us) => assert.equal(us.assets, 20),
  },
];

/** Returns the rows that the data of a run left out, each as reason and first date. */
function told(data: RunData): readonly string[] {
  return [...data.dropped as { reason: string; first: string }[]].map(({ reason, first }) => `${reason} ${first}`);
}

async function dataOf(person: Browser, body: unknown): Promise<RunData> {
  const runId = await succeeded(person, body);
  const { body: { data } } = await person.send("GET", `/jobs/${runId}/result`);
  return data;
}

Deno.test(testInTurn({
  name: "runs over recorded real prices report their defects, and give the same data again while the sources are down",
  ignore: !SHARED_AVAILABLE,
  async fn() {
    await using server = startSourceServer(sharedSources());
    await using service: RunningService = await runService({ environment: sourceSettings(server) });
    const person = await verifiedBrowser(service);
    const first: RunData[] = [];
    const runs = partOf(RUNS);
    for (const { body, check } of runs) {
      const data = await dataOf(person, body);
      check(data);
      first.push(data);
    }
    server.fault = () => new Response("down", { status: 503 });
    for (const [i, { body }] of runs.entries()) assert.deepEqual(await dataOf(person, body), first[i]);
  },
}));
