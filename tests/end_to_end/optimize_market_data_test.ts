import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import type { OptimizationResult } from "../../src/documents/run_result.ts";
import { optimizeInProcess } from "../support/optimize_in_process.ts";
import { runOptimize } from "../support/optimize_process.ts";
import { announceMissingShared, SHARED_AVAILABLE } from "../support/reference.ts";
import { sharedMarketFolder } from "../support/shared_market_folder.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { IS_FULL_RUN, testInTurn } from "../support/tier.ts";

announceMissingShared("Runs from market files of 500 names");

/** Thirty symbols of the NIFTY 50 that were listed during the whole period of the price file. */
const THIRTY =
  ("ADANIPORTS APOLLOHOSP ASIANPAINT AXISBANK BAJAJ-AUTO BAJFINANCE BEL BHARTIARTL CIPLA COALINDIA DRREDDY EICHERMOT GRASIM HCLTECH " +
    "HDFCBANK HINDALCO HINDUNILVR ICICIBANK INFY ITC KOTAKBANK LT M&M MARUTI NESTLEIND NTPC ONGC POWERGRID RELIANCE SBIN")
    .split(" ");

/**
 * Returns the files of a market data folder with three NSE stocks, two mutual funds and a benchmark over forty days.
 * Every price moves every day.
 */
function marketFiles(): Record<string, string> {
  const days = Array.from({ length: 40 }, (_, t) => new Date(Date.UTC(2024, 0, 1 + t)).toISOString().slice(0, 10));
  const price = (t: number, j: number): string => (100 + 3 * j + t * (j + 1) * 0.1 + ((t * 7 + j * 5) % 11)).toFixed(2);
  return {
    "prices/NSE/all.csv": [
      "date,EXA,EXB,EXC",
      ...days.map((day, t) => [day, price(t, 0), price(t, 1), price(t, 2)].join()),
    ]
      .join("\n"),
    "nav/990001.csv": ["date,nav", ...days.map((day, t) => `${day},${price(t, 3)}`)].join("\n"),
    "nav/990002.csv": ["date,nav", ...days.map((day, t) => `${day},${price(t, 4)}`)].join("\n"),
    "benchmarks/SENSEX.csv": ["Date,Close", ...days.map((day, t) => `${day},${price(t, 5)}`)].join("\n"),
  };
}

/**
 * Runs the command in a process of its own in the full run, and in this process in the part of the tests, where one
 * test alone starts a process.
 */
const run = IS_FULL_RUN ? runOptimize : optimizeInProcess;

async function optimised(
  folder: string,
  args: readonly string[],
  { stdin, by = run }: { readonly stdin?: string; readonly by?: typeof run } = {},
): Promise<OptimizationResult> {
  const environment = { MARKET_DATA: `files:${folder}` };
  const { code, stdout, stderr } = await by([...args, "--out", "-"], stdin, environment);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

Deno.test(
  testInTurn(
    "assets given by id come from the MARKET_DATA folder, with an index of that folder as benchmark",
    async () => {
      await using folder = await temporaryFolder(marketFiles());
      const args = ["--assets", "NSE:EXA,NSE:EXC", "--method", "min_volatility"];
      const result = await optimised(folder.path, args, { by: runOptimize });
      assert.deepEqual([result.market, result.currency, result.data?.source], ["IN", "INR", "files"]);
      assert.deepEqual(Object.keys(result.assets), ["NSE:EXA", "NSE:EXC"]);
      assert.deepEqual([result.benchmark?.id, result.benchmark?.return_type], ["SENSEX", "price"]);
    },
  ),
);

Deno.test(testInTurn("the funds of a request come from the MARKET_DATA folder", async () => {
  await using folder = await temporaryFolder(marketFiles());
  const request = { funds: [{ scheme_code: 990001 }, { scheme_code: 990002 }], methods: ["min_cvar"] };
  const result = await optimised(folder.path, ["--request", "-"], { stdin: JSON.stringify(request) });
  assert.deepEqual([result.market, Object.keys(result.assets)], ["MF", ["MF:990001", "MF:990002"]]);
}));

Deno.test(testInTurn("the assets of a request are replaced by those of --assets", async () => {
  await using folder = await temporaryFolder(marketFiles());
  const request = { funds: [{ scheme_code: 990001 }], methods: ["equal_weight"] };
  const args = ["--request", "-", "--assets", "NSE:EXB"];
  const result = await optimised(folder.path, args, { stdin: JSON.stringify(request) });
  assert.deepEqual(Object.keys(result.assets), ["NSE:EXB"]);
}));

Deno.test("dropped rows, filled cells and large price moves each get a line below the table, as in the result", async () => {
  const files = marketFiles(), path = "prices/NSE/all.csv";
  const [head, ...lines] = files[path].split("\n");
  const rows = lines.map((line, day) => {
    const [date, a, b, c] = line.split(",");
    return [date, day < 20 ? a : (1.6 * Number(a)).toFixed(2), day > 5 && day < 13 ? "" : b, c].join();
  });
  await using folder = await temporaryFolder({ ...files, [path]: [head, ...rows].join("\n") });
  const out = `${folder.path}/result.json`;
  const args = ["--assets", "NSE:EXA,NSE:EXB", "--method", "equal_weight", "--out", out];
  const { stdout } = await run(args, undefined, { MARKET_DATA: `files:${folder.path}` });
  const { data }: OptimizationResult = JSON.parse(Deno.readTextFileSync(out));
  assert.deepEqual([data?.dropped[0].days, data?.filled[0].days, data?.jumps.length], [2, 5, 1]);
  const notes = stdout.split("\n").slice(-5, -2);
  assert.deepEqual(notes, [
    `"NSE:EXA" moves by ${
      Math.round(100 * (data?.jumps[0].return ?? 0))
    } % on 2024-01-21, taken as a return as it stands`,
    "dropped 2 rows from 2024-01-12 to 2024-01-13: NSE:EXB has no value",
    "filled 5 missing values of NSE:EXB",
  ]);
});

Deno.test("rows on holidays of the calendar are dropped for all assets, which the result and a line of the output say", async () => {
  const files = { ...marketFiles(), "calendars/NSE.csv": "date,name\n2024-01-15,Pongal\n2024-01-26,Republic Day\n" };
  await using folder = await temporaryFolder(files);
  const out = `${folder.path}/result.json`;
  const args = ["--assets", "NSE:EXA,NSE:EXB", "--method", "equal_weight", "--out", out];
  const { stdout } = await optimizeInProcess(args, undefined, { MARKET_DATA: `files:${folder.path}` });
  const { data }: OptimizationResult = JSON.parse(Deno.readTextFileSync(out));
  assert.equal(data?.observations, 37, "40 days, two of which are holidays, have 37 returns");
  const dropped = data?.dropped.map(({ reason, days, first, assets }) => [reason, days, first, assets.length]);
  assert.deepEqual(dropped, [["holiday", 1, "2024-01-15", 2], ["holiday", 1, "2024-01-26", 2]]);
  for (const day of ["2024-01-15", "2024-01-26"]) {
    assert.ok(stdout.includes(`dropped 1 row from ${day} to ${day}: a holiday`), stdout);
  }
});

Deno.test("an unknown ticker is refused with exit code 2 and the problem of POST /jobs at its pointer", async () => {
  await using folder = await temporaryFolder(marketFiles());
  const environment = { MARKET_DATA: `files:${folder.path}` };
  const { code, stdout } = await run(["--assets", "NSE:EXA,NSE:EXQ", "--out", "-"], undefined, environment);
  assert.equal(code, 2);
  const problem = JSON.parse(stdout);
  assert.deepEqual([problem.status, problem.code, problem.errors[0].pointer], [
    422,
    "validation_failed",
    "/stocks/1/ticker",
  ]);
});

Deno.test("an invalid asset id and an invalid MARKET_DATA setting end with exit code 2 and a sentence", async () => {
  const noId = await run(["--assets", "EXLOTUS"]);
  assert.equal(noId.code, 2);
  assert.match(noId.stderr, /"EXLOTUS".*NSE:RELIANCE/);
  const noSetting = await run([], undefined, { MARKET_DATA: "yesterday" });
  assert.equal(noSetting.code, 2);
  assert.match(noSetting.stderr, /MARKET_DATA "yesterday"/);
});

Deno.test(testInTurn({
  name: "30 NIFTY 50 shares from files are optimised with proven optima, and defects of their data are reported",
  ignore: !SHARED_AVAILABLE,
  async fn() {
    const folder = await sharedMarketFolder({ calendar: true });
    try {
      const methods = ["equal_weight", "min_volatility", "max_sharpe", "min_cvar"].flatMap((id) => ["--method", id]);
      const assets = THIRTY.map((symbol) => `NSE:${symbol}`);
      const result = await optimised(folder, ["--assets", assets.join(), "--start", "2016-04-20", ...methods]);
      assert.deepEqual(result.methods.map(({ status }) => status), ["computed", "optimal", "optimal", "optimal"]);
      assert.ok(result.methods.slice(1).every(({ certificate }) => certificate?.proven_optimal));
      assert.deepEqual([result.data?.start_date, result.data?.end_date, result.data?.assets], [
        "2016-04-20",
        "2026-04-17",
        30,
      ]);
      const told = result.data?.dropped.map(({ reason, first }) => `${reason} ${first}`);
      assert.deepEqual(told, ["absent 2019-02-13", "absent 2019-03-29", "holiday 2025-03-18", "holiday 2026-01-15"]);
      const [equal, least] = result.methods;
      assert.ok((least.metrics?.annual_volatility ?? 1) < (equal.metrics?.annual_volatility ?? 0));
      // Both values are the same quotient of the same closing prices, summed in a different order.
      assert.ok(
        Math.abs((result.assets["NSE:RELIANCE"].annual_return ?? 0) - meanReturn(folder, "RELIANCE.NS")) < 1e-12,
      );
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
}));

/**
 * Dates on which the shared price file repeats nearly all prices of the day before: a holiday, and a session whose
 * prices are missing.
 */
const NO_SESSIONS = ["2025-03-18", "2026-01-15"];

/** Returns 252 times the mean daily return of a symbol in the price file, without the rows that repeat prices. */
function meanReturn(folder: string, symbol: string): number {
  const text = new TextDecoder().decode(gunzipSync(Deno.readFileSync(`${folder}/prices/NSE/nifty500.csv.gz`)));
  const [header, ...rows] = text.trim().split("\n").map((line) => line.split(","));
  const at = header.indexOf(symbol);
  const prices = rows.filter(([date]) => !NO_SESSIONS.includes(date)).map((cells) => Number(cells[at]));
  const returns = prices.slice(1).map((price, t) => price / prices[t] - 1);
  return 252 * returns.reduce((sum, value) => sum + value, 0) / returns.length;
}
