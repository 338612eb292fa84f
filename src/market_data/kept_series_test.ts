import assert from "node:assert/strict";
import { assetId } from "../domain/asset.ts";
import { DomainError } from "../domain/errors.ts";
import { type AnsweredHistory, type AskSources, type KeptHistory, KeptSeries } from "./kept_series.ts";
import { memoryCache } from "./memory_cache.ts";
import type { FetchContext } from "./provider.ts";
import type { SourceHistory } from "./series_history.ts";

const SERIES = assetId("NSE:EXLOTUS");
/** Trading days of the price histories in these tests, Mondays to Fridays. */
const DAYS = weekdays("2023-12-01", 60);
const { signal } = new AbortController();

function weekdays(first: string, count: number): string[] {
  const days: string[] = [];
  for (const day = new Date(`${first}T00:00:00Z`); days.length < count; day.setUTCDate(day.getUTCDate() + 1)) {
    if (day.getUTCDay() % 6 !== 0) days.push(day.toISOString().slice(0, 10));
  }
  return days;
}

/** Test double of a price source, with closes for some days; it records the first day of each request. */
class FakeSource {
  readonly asked: (string | null)[] = [];
  days = DAYS.slice(0, 40);
  closeOf = (date: string): number => 100 + DAYS.indexOf(date);
  adjustmentOf = (_date: string): number => 1;
  fails = false;
  id = "yahoo";

  readonly ask: AskSources = async (_, since): Promise<AnsweredHistory> => {
    this.asked.push(since);
    await Promise.resolve();
    if (this.fails) throw new DomainError("market_data_unavailable", 'Cannot get the prices: "yahoo" is down');
    const dates = this.days.filter((date) => since === null || date >= since);
    const closes = Float64Array.from(dates, this.closeOf);
    const history: SourceHistory = {
      dates,
      closes,
      adjustedCloses: closes.map((close, i) => close * this.adjustmentOf(dates[i])),
      actions: [],
      omitted: [],
    };
    return { source: this.id, history };
  };
}

/**
 * Test helper. Returns a price series cache in memory, and a function that asks it for the history up to a day, by
 * default late on that day.
 */
function keeping(source: FakeSource): { kept: KeptSeries; upTo: (day: string, at?: string) => Promise<KeptHistory> } {
  const kept = new KeptSeries(memoryCache(), { ask: source.ask, onHit: () => {} });
  const upTo = (day: string, at = `${day}T16:00:00.000Z`): Promise<KeptHistory> =>
    kept.upTo(SERIES, day, { market: "IN", context: { signal, now: () => at } });
  return { kept, upTo };
}

Deno.test("a cached history that reaches the requested day is returned without asking its source", async () => {
  const source = new FakeSource();
  const { upTo } = keeping(source);
  const first = await upTo(DAYS[39]);
  assert.deepEqual(first.dates, DAYS.slice(0, 40));
  assert.deepEqual((await upTo(DAYS[39], "2030-01-01T00:00:00.000Z")).dates, first.dates);
  assert.deepEqual((await upTo(DAYS[10], "2030-01-01T00:00:00.000Z")).dates, first.dates);
  assert.deepEqual(source.asked, [null]);
});

Deno.test("only the missing end of a cached history is requested, with a few rows before it, and joined to it", async () => {
  const source = new FakeSource();
  const { upTo } = keeping(source);
  source.days = DAYS.slice(0, 15);
  await upTo(DAYS[14]);
  source.days = DAYS.slice(0, 45);
  const { dates, closes } = await upTo(DAYS[44]);
  assert.deepEqual(source.asked, [null, DAYS[10]]);
  assert.deepEqual(dates, DAYS.slice(0, 45));
  assert.deepEqual([...closes], dates.map(source.closeOf));
});

Deno.test("if closes of cached days differ, as after a split, the whole history is fetched again", async () => {
  const source = new FakeSource();
  const { upTo } = keeping(source);
  await upTo(DAYS[39]);
  source.days = DAYS.slice(0, 50);
  source.closeOf = (date) => (100 + DAYS.indexOf(date)) / 4;
  const { closes } = await upTo(DAYS[49]);
  assert.deepEqual(source.asked, [null, DAYS[35], null]);
  assert.deepEqual([...closes], DAYS.slice(0, 50).map(source.closeOf));
});

Deno.test("a dividend that adjusts earlier days scales the cached adjusted closes by the same factor", async () => {
  const source = new FakeSource();
  const { upTo } = keeping(source);
  await upTo(DAYS[39]);
  source.days = DAYS.slice(0, 50);
  source.adjustmentOf = (date) => date < DAYS[42] ? 0.98 : 1;
  const { adjustedCloses, closes } = await upTo(DAYS[49]);
  assert.deepEqual(source.asked, [null, DAYS[35]]);
  adjustedCloses.forEach((close, row) => {
    assert.ok(Math.abs(close / (closes[row] * source.adjustmentOf(DAYS[row])) - 1) < 1e-12, DAYS[row]);
  });
});

Deno.test("a source without the requested day is asked again after a while, and no more once the day is long past", async () => {
  const source = new FakeSource();
  const { upTo } = keeping(source);
  const late = DAYS[41];
  await upTo(late, `${late}T11:00:00.000Z`);
  await upTo(late, `${late}T11:05:00.000Z`);
  assert.equal(source.asked.length, 1);
  await upTo(late, `${late}T11:20:00.000Z`);
  assert.equal(source.asked.length, 2);
  await upTo(late, "2024-06-03T00:00:00.000Z");
  assert.equal(source.asked.length, 3);
  await upTo(late, "2024-06-04T00:00:00.000Z");
  assert.equal(source.asked.length, 3);
});

Deno.test("a clock that goes back an hour causes another request and loses no cached prices", async () => {
  const source = new FakeSource();
  const { upTo } = keeping(source);
  const late = DAYS[41];
  await upTo(late, `${late}T12:00:00.000Z`);
  const { dates } = await upTo(late, `${late}T11:00:00.000Z`);
  assert.deepEqual([source.asked.length, dates], [2, DAYS.slice(0, 40)]);
});

Deno.test("a trading session that is not over is not cached", async () => {
  const source = new FakeSource();
  const { upTo } = keeping(source);
  const { dates } = await upTo(DAYS[38], `${DAYS[39]}T09:00:00.000Z`);
  assert.equal(dates.at(-1), DAYS[38]);
});

Deno.test("fifty concurrent requests for one asset wait for one fetch", async () => {
  const source = new FakeSource();
  const { upTo } = keeping(source);
  const histories = await Promise.all(Array.from({ length: 50 }, () => upTo(DAYS[39])));
  assert.equal(source.asked.length, 1);
  assert.ok(histories.every(({ dates }) => dates.length === 40));
});

Deno.test("a request for a later day during the fetch for an earlier one gets the later day", async () => {
  const source = new FakeSource();
  const { upTo } = keeping(source);
  await upTo(DAYS[20], `${DAYS[20]}T16:00:00.000Z`);
  const [early, late] = await Promise.all([upTo(DAYS[25]), upTo(DAYS[39])]);
  assert.deepEqual([early.dates.includes(DAYS[25]), late.dates.at(-1)], [true, DAYS[39]]);
});

Deno.test("a cached history with a damaged part is fetched again as a whole and replaced", async () => {
  const source = new FakeSource();
  const cache = memoryCache();
  const upTo = (at: string): Promise<KeptHistory> =>
    new KeptSeries(cache, { ask: source.ask, onHit: () => {} })
      .upTo(SERIES, DAYS[39], { market: "IN", context: { signal, now: () => at } });
  const { dates } = await upTo(`${DAYS[39]}T16:00:00.000Z`);
  const entry = await cache.series.read(SERIES);
  assert.ok(entry !== null);
  const damaged = new Map([["2023", new Uint8Array(3)], ["1999", new Uint8Array(3)]]);
  await cache.series.write(SERIES, { head: entry.head, parts: damaged });
  assert.deepEqual((await upTo("2024-06-03T00:00:00.000Z")).dates, dates);
  assert.deepEqual((await upTo("2024-06-03T00:00:00.000Z")).dates, dates);
  assert.deepEqual(source.asked, [null, null]);
});

Deno.test("an aborted request for a history does not end the fetch for other requests", async () => {
  const source = new FakeSource();
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const kept = new KeptSeries(memoryCache(), {
    ask: async (...asked) => {
      await opened;
      return await source.ask(...asked);
    },
    onHit: () => {},
  });
  const ends = [new AbortController(), new AbortController()];
  const [given, waited] = ends.map(({ signal }) =>
    kept.upTo(SERIES, DAYS[39], { market: "IN", context: { signal, now: () => `${DAYS[39]}T16:00:00.000Z` } })
  );
  ends[0].abort(new Error("given up"));
  await assert.rejects(given, /given up/);
  open();
  assert.equal((await waited).dates.length, 40);
});

Deno.test("while a source is down its cached history is returned, and missing days are refused with its name", async () => {
  const source = new FakeSource();
  const { upTo } = keeping(source);
  await upTo(DAYS[39]);
  source.fails = true;
  assert.equal((await upTo(DAYS[39], "2024-06-03T00:00:00.000Z")).dates.length, 40);
  await assert.rejects(upTo(DAYS[49]), { code: "market_data_unavailable", message: /"yahoo" is down/ });
  source.fails = false;
  source.days = DAYS.slice(0, 50);
  assert.equal((await upTo(DAYS[49])).dates.length, 50);
});

Deno.test("while the store cannot write, as on a full disk, new prices are still used and the cached history stays", async () => {
  const source = new FakeSource();
  const cache = memoryCache();
  const context = (day: string): { market: "IN"; context: FetchContext } => ({
    market: "IN",
    context: { signal, now: () => `${day}T16:00:00.000Z` },
  });
  const before = new KeptSeries(cache, { ask: source.ask, onHit: () => {} });
  await before.upTo(SERIES, DAYS[39], context(DAYS[39]));
  const refuses = (): Promise<never> =>
    Promise.reject(new DomainError("not_ready", "The service cannot store anything"));
  const { read, heads } = cache.series;
  const series = { read: read.bind(cache.series), heads: heads.bind(cache.series), write: refuses };
  const full = new KeptSeries({ ...cache, series }, { ask: source.ask, onHit: () => {} });
  source.days = DAYS.slice(0, 50);
  assert.equal((await full.upTo(SERIES, DAYS[39], context(DAYS[49]))).dates.length, 40);
  assert.equal((await full.upTo(SERIES, DAYS[49], context(DAYS[49]))).dates.length, 50);
  source.fails = true;
  assert.equal((await full.upTo(SERIES, DAYS[39], context(DAYS[49]))).dates.length, 40);
});

Deno.test("an asset that its source does not know any more keeps its cached history", async () => {
  const source = new FakeSource();
  const { upTo } = keeping(source);
  await upTo(DAYS[39]);
  source.days = [];
  assert.deepEqual((await upTo(DAYS[49])).dates, DAYS.slice(0, 40));
  assert.deepEqual((await upTo(DAYS[49], "2024-06-03T00:00:00.000Z")).dates, DAYS.slice(0, 40));
});
