import assert from "node:assert/strict";
import type { Market } from "./domain/asset.ts";
import { withStore } from "../tests/support/temporary_store.ts";
import { until } from "../tests/support/until.ts";
import { type ListsInUse, refreshLists, runSweeps } from "./background.ts";

type RefreshedList = Awaited<ReturnType<NonNullable<ListsInUse["marketData"]["refreshLists"]>>>[number];

const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

interface Refreshed {
  /** Markets whose search index was prepared in the test, in order. `told` holds the lines that were logged. */
  readonly prepared: readonly Market[];
  readonly told: readonly string[];
}

function listOf([list, market, rows]: readonly [string, Market, number]): RefreshedList {
  const unknown = { source: null, asOf: null, fetchedAt: null, agesFrom: null, digest: null, fault: null };
  return { list, market, rows, ...unknown, outcome: "fresh" };
}

/**
 * Test helper. Runs the refresh of market data lists once with the given lists, and returns the markets whose search
 * index was prepared and the lines logged. A list is given by its id, market and number of rows.
 */
async function refreshedOnce(
  lists: readonly (readonly [string, Market, number])[],
  { failing = [], stops = true }: { failing?: readonly Market[]; stops?: boolean } = {},
): Promise<Refreshed> {
  const stopping = new AbortController();
  const [prepared, told]: [Market[], string[]] = [[], []];
  const tell = (event: string, fields: Readonly<Record<string, unknown>> = {}): void => {
    told.push([event, ...Object.values(fields)].join(" "));
  };
  const inUse: ListsInUse = {
    marketData: { refreshLists: () => Promise.resolve(lists.map(listOf)) },
    listingSearches: {
      prepare(market) {
        prepared.push(market);
        if (failing.includes(market)) return Promise.reject(new Error("too old"));
        if (stops && prepared.length === 2) queueMicrotask(() => stopping.abort());
        return Promise.resolve();
      },
    },
    log: { debug: tell, info: tell, warn: tell, error: tell },
    clock: { now: () => 0 },
    random: { bytes: (length) => new Uint8Array(length), ulid: () => "" },
    config: { universeMaxAgeHours: 24 },
  };
  if (!stops) setTimeout(() => stopping.abort(), 20);
  await refreshLists(inUse, { signal: stopping.signal });
  return { prepared, told };
}

Deno.test("a refresh of market data lists prepares the search index of each market that has a list with rows", async () => {
  const { prepared, told } = await refreshedOnce([["amfi", "MF", 10], ["mfapi", "MF", 0], ["nasdaqlisted", "US", 5]]);
  assert.deepEqual([prepared, told], [["MF", "US"], []]);
});

Deno.test("a failure to prepare one market's search index is logged, and the other markets' indexes are prepared", async () => {
  const lists = [["amfi", "MF", 10], ["nasdaqlisted", "US", 5]] as const;
  const { prepared, told } = await refreshedOnce(lists, { failing: ["MF"] });
  assert.deepEqual(prepared, ["MF", "US"]);
  assert.deepEqual(told, ["search not prepared MF too old"]);
});

Deno.test("no search index is prepared for a market whose lists are all empty", async () => {
  const { prepared } = await refreshedOnce([["amfi", "MF", 0], ["nasdaqlisted", "US", 5]], { stops: false });
  assert.deepEqual(prepared, ["US"]);
});

Deno.test("a process sweeps again and again, and another one when it has stopped", () =>
  withStore(async ({ store, openAgain, random }) => {
    const other = await openAgain();
    const processes = [store, other].map(({ maintenance }) => {
      const stopping = new AbortController();
      const counted = { sweeps: 0, stop: () => stopping.abort() };
      const sweep = (signal?: AbortSignal): Promise<number> => {
        counted.sweeps++;
        return maintenance.sweep(signal);
      };
      const parts = { maintenance: { ...maintenance, sweep }, random, log: SILENT };
      return { counted, start: () => runSweeps(parts, { signal: stopping.signal, everyMs: 1 }) };
    });
    const [first, second] = processes;
    const ended = first.start();
    await until(() => first.counted.sweeps >= 2, "two sweeps");
    first.counted.stop();
    await ended;
    const before = first.counted.sweeps, endedToo = second.start();
    await until(() => second.counted.sweeps >= 1, "a sweep of the other process");
    assert.equal(first.counted.sweeps, before);
    second.counted.stop();
    await endedToo;
  }));
