import assert from "node:assert/strict";
import { admin, adminInProcess } from "../../tests/support/admin_process.ts";
import { verifiedBrowser } from "../../tests/support/browser.ts";
import { runService } from "../../tests/support/running_service.ts";
import { succeeded } from "../../tests/support/runs_over_https.ts";
import { sampleSources } from "../../tests/support/sample_sources.ts";
import { type SourceServer, startSourceServer } from "../../tests/support/source_server.ts";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";
import { testInTurn } from "../../tests/support/tier.ts";

const RUN = {
  stocks: ["EXLOTUS", "EXMANGO"].map((ticker) => ({ ticker, exchange: "NSE" })),
  methods: ["min_volatility"],
  benchmark: "NIFTY50",
  start_date: "2020-01-01",
  end_date: "2022-12-30",
};
const LISTS = ["nse", "bse", "amfi", "mfapi", "nasdaqlisted", "otherlisted"];

function live({ urls }: SourceServer): Record<string, string> {
  const addresses = Object.entries(urls).map(([id, url]) => [`PROVIDER_${id.toUpperCase()}_URL`, url]);
  return { MARKET_DATA: "live", ...Object.fromEntries(addresses) };
}

Deno.test("market-data shows the day and the number of rows of each sample market, and that there is no list to refresh", async () => {
  await using folder = await temporaryFolder();
  const { code, out } = await adminInProcess(["market-data", "--refresh"], { DATA_DIR: folder.path });
  assert.equal(code, 0);
  assert.match(out, /^market data: sample$/m);
  assert.match(out, /^"sample" fetches no lists: there is none to refresh$/m);
  for (const [market, rows] of [["IN", 60], ["MF", 20], ["US", 40]]) {
    const line = new RegExp(
      `^market ${market} {2}from sample {2}as of \\d{4}-\\d{2}-\\d{2} {2}${rows} rows {2}never too old$`,
      "m",
    );
    assert.match(out, line);
  }
});

Deno.test("market-data shows the age of the listings in a folder, the markets without any, and the unreadable files", async () => {
  const list = "SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, ISIN NUMBER, FACE VALUE\n" +
    "EXMOON,Example Moon,EQ,06-OCT-2008,INE000X01011,5\n";
  await using folder = await temporaryFolder({
    "market/listings/nse/EQUITY_L.csv": list,
    "market/prices/NSE/EXBAD.csv": new Uint8Array(64),
  });
  const hourAgo = new Date(Date.now() - 65 * 60_000);
  await Deno.utime(`${folder.path}/market/listings/nse/EQUITY_L.csv`, hourAgo, hourAgo);
  const environment = { DATA_DIR: folder.path, MARKET_DATA: `files:${folder.path}/market` };
  const { code, out, error } = await adminInProcess(["market-data"], environment);
  assert.equal(code, 0, error);
  assert.match(out, /^market IN {2}from files {2}as of an unknown day {2}1 rows {2}1 h \d+ min old$/m);
  assert.match(out, /^market MF {2}none$/m);
  assert.match(out, /^market US {2}none$/m);
  assert.match(out, /^unreadable: Cannot read "prices\/NSE\/EXBAD\.csv" of the market data: .+$/m);
  const gone = await adminInProcess(["market-data"], { ...environment, MARKET_DATA: `files:${folder.path}/nowhere` });
  assert.deepEqual([gone.code, /the folder of MARKET_DATA does not exist/.test(gone.error)], [1, true]);
});

Deno.test("before a live service starts market-data shows no lists and fetches nothing, and --refresh fetches all of them", async () => {
  await using server = startSourceServer(sampleSources());
  await using folder = await temporaryFolder();
  const environment = { DATA_DIR: folder.path, ...live(server) };
  const before = await adminInProcess(["market-data"], environment);
  assert.equal(before.code, 0, before.error);
  for (const list of LISTS) assert.match(before.out, new RegExp(`^list ${list} {2}(IN|MF|US) {2}none yet$`, "m"));
  assert.deepEqual(server.asked, [], "to look fetches nothing");
  server.fault = (_, path) => path.startsWith("bse/") ? new Response("gone", { status: 404 }) : null;
  const partly = await adminInProcess(["market-data", "--refresh"], environment);
  assert.deepEqual([partly.code, /^refreshed nse: replaced/m.test(partly.out)], [1, true], partly.out);
  assert.match(partly.out, /^refreshed bse: failed, Cannot get data of "bse" from .* status 404/m);
  assert.match(partly.out, /^list bse {2}IN {2}none yet$/m);
  assert.match(partly.error, /Cannot fetch bse: there is no earlier list to use/);
  server.fault = null;
  const first = await adminInProcess(["market-data", "--refresh"], environment);
  assert.equal(first.code, 0, first.error);
  for (const list of LISTS) {
    assert.match(first.out, new RegExp(`^refreshed ${list}: (replaced|unchanged), \\d+ rows$`, "m"));
    assert.match(
      first.out,
      new RegExp(`^list ${list} {2}(IN|MF|US) {2}from \\w+ {2}.* \\d+ rows {2}0 h 0 min old$`, "m"),
    );
  }
  const again = await adminInProcess(["market-data", "--refresh"], environment);
  for (const list of LISTS) assert.match(again.out, new RegExp(`^refreshed ${list}: unchanged, \\d+ rows$`, "m"));
});

Deno.test(
  testInTurn(
    "market-data shows the lists and prices that a running service keeps, and which hosts of sources are down",
    async () => {
      await using server = startSourceServer(sampleSources());
      const environment = live(server);
      await using service = await runService({ environment });
      await succeeded(await verifiedBrowser(service), RUN);
      const beside = { ...environment, DATA_DIR: service.dataDir };
      const shown = await admin(["market-data"], beside);
      assert.equal(shown.code, 0, shown.error);
      assert.match(shown.out, /^list nse {2}IN {2}from nse .* \d+ rows {2}0 h \d+ min old$/m);
      assert.match(shown.out, /^prices: 3 histories {2}\d+ bytes {2}oldest fetched \d{4}-\d{2}-\d{2}T[\d:.]+Z$/m);
      assert.match(shown.out, /^hosts: no circuit was ever open$/m);

      server.fault = () => new Response("down", { status: 503, headers: { "retry-after": "120" } });
      const failed = await adminInProcess(["market-data", "--refresh"], beside);
      assert.equal(failed.code, 1, failed.out);
      for (const list of LISTS) {
        assert.match(failed.out, new RegExp(`^refreshed ${list}: failed, Cannot get data of `, "m"));
      }
      assert.match(failed.out, /^list nse {2}IN {2}from nse .* \d+ rows {2}0 h \d+ min old$/m);
      assert.match(
        failed.out,
        /^host 127\.0\.0\.1:\d+ {2}\w+ {2}open until \S+ since \S+ {2}it answered with status 503/m,
      );
      assert.match(failed.error, /Cannot refresh nse, bse, .*the last good list stays/);
    },
  ),
);
