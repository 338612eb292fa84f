import assert from "node:assert/strict";
import { newEmail, verifiedBrowser } from "../support/browser.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { succeeded } from "../support/runs_over_https.ts";
import { sampleSources } from "../support/sample_sources.ts";
import { sourceSettings, startSourceServer } from "../support/source_server.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FUNDS = "/mutual-funds/search?q=lotus";
const SHARES = "/us-stocks/search?q=falcon";
const BODY = {
  stocks: ["EXLOTUS", "EXMANGO", "EXNEEM"].map((ticker) => ({ ticker, exchange: "NSE" })),
  methods: ["min_volatility"],
  start_date: "2020-01-01",
  end_date: "2022-12-30",
};

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly detail: string | undefined;
  readonly retryAfter: string | null;
}

async function answerTo(service: RunningService, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await service.fetch(path, { headers });
  const { code, detail } = await response.json();
  return { status: response.status, code, detail, retryAfter: response.headers.get("retry-after") };
}

async function statusesOf(service: RunningService, ...paths: readonly string[]): Promise<readonly number[]> {
  return await Promise.all(paths.map(async (path) => (await answerTo(service, path)).status));
}

/** Test helper. Waits until the service has loaded the lists of all market data sources. */
async function untilListed(service: RunningService): Promise<void> {
  const { marketData } = service.service.dependencies;
  const context = { signal: new AbortController().signal, now: () => new Date().toISOString() };
  const rows = async (): Promise<number[]> =>
    ((await marketData.status?.(context))?.lists ?? []).map(({ rows }) => rows);
  await until(async () => (await rows()).every((count) => count > 0), "six lists");
}

Deno.test(
  testInTurn(
    "without fresh lists the universe is refused after one day, searches and runs after seven, until lists arrive again",
    async () => {
      await using server = startSourceServer(sampleSources());
      const clock = { aheadMs: 0 };
      await using service = await runService({ environment: sourceSettings(server), clock });
      const email = newEmail();
      const person = await verifiedBrowser(service, email);
      await untilListed(service);
      assert.deepEqual(await statusesOf(service, "/universe", FUNDS, SHARES), [200, 200, 200]);
      await succeeded(person, BODY);

      server.fault = () => new Response("blocked", { status: 403 });
      clock.aheadMs = 23 * HOUR_MS;
      assert.deepEqual(await statusesOf(service, "/universe", FUNDS, SHARES), [200, 200, 200]);

      clock.aheadMs = 25 * HOUR_MS;
      for (const headers of [{}, { "if-none-match": "*" }]) {
        const { detail = "", ...refused } = await answerTo(service, "/universe", headers);
        assert.deepEqual(refused, { status: 503, code: "universe_unavailable", retryAfter: "60" });
        assert.match(
          detail,
          /^Cannot show the universe: its lists were fetched at \S+Z, more than 24 hours ago, and could not be/,
        );
      }
      assert.deepEqual(await statusesOf(service, FUNDS, SHARES), [200, 200]);

      clock.aheadMs = 7 * DAY_MS - HOUR_MS;
      assert.deepEqual(await statusesOf(service, "/universe", FUNDS, SHARES), [503, 200, 200]);
      await person.logIn(email);
      await succeeded(person, BODY);

      clock.aheadMs = 7 * DAY_MS + HOUR_MS;
      for (const [path, list] of [[FUNDS, "amfi"], [SHARES, "nasdaqlisted"]]) {
        const { status, code, detail = "", retryAfter } = await answerTo(service, path);
        assert.deepEqual([status, code, retryAfter], [503, "market_data_unavailable", "60"]);
        assert.match(
          detail,
          new RegExp(`^Cannot use the list "${list}" of .* status 403, and the last good list was fetched on 20`),
        );
      }
      await person.logIn(email);
      const refused = await person.send("POST", "/jobs", { body: BODY });
      assert.deepEqual([refused.status, refused.body.code], [503, "market_data_unavailable"]);
      assert.match(
        refused.body.detail,
        /^Cannot use the list "nse" of market IN: .*, and the last good list was fetched on 20/,
      );
      assert.equal((await answerTo(service, "/universe")).code, "universe_unavailable");

      server.fault = null;
      clock.aheadMs += 31_000;
      assert.deepEqual(await statusesOf(service, "/universe", FUNDS, SHARES), [200, 200, 200]);
      await succeeded(person, BODY);
    },
  ),
);

Deno.test("UNIVERSE_MAX_AGE_HOURS limits the universe's age, and its sources are tried again before it is refused", async () => {
  await using server = startSourceServer(sampleSources());
  const clock = { aheadMs: 0 };
  const environment = { ...sourceSettings(server), UNIVERSE_MAX_AGE_HOURS: "2", WORKERS: "0" };
  await using service = await runService({ environment, clock });
  await untilListed(service);
  const { length } = server.asked;
  clock.aheadMs = 3 * HOUR_MS;
  assert.equal((await answerTo(service, "/universe")).status, 200);
  const sources = server.asked.slice(length).map((path) => path.split("/")[0]);
  assert.deepEqual(sources.filter((id) => id === "nse" || id === "bse"), ["nse", "bse"]);
  server.fault = () => new Response("blocked", { status: 403 });
  clock.aheadMs = 6 * HOUR_MS;
  const { code, detail = "" } = await answerTo(service, "/universe");
  assert.equal(code, "universe_unavailable");
  assert.match(detail, /more than 2 hours ago/);
});
