/**
 * Tests that a fleet may stay half upgraded: one of two processes that answer and one of two that compute are replaced
 * by those of this version, and serve beside those of an earlier one for `MINUTES` (10) under mixed load, before the
 * others are replaced too. Nothing may be refused for good, lost, doubled, orphaned, or metered twice. Run by
 * `deno task test:fleet`. The earlier version is a commit of this repository; HALF_UPGRADED_FROM names another one.
 */
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { HOUR_MS } from "../../src/domain/instant.ts";
import { beside } from "../support/beside.ts";
import { earlierSource } from "../support/earlier_source.ts";
import { mixedLoad } from "../support/mixed_load.ts";
import { openKvAt } from "../support/open_kv_at.ts";
import { hasPostgres } from "../support/postgres_server.ts";
import { SOURCE } from "../support/running_fleet.ts";
import { FLEET_SCHEMA, startServiceFleet } from "../support/service_fleet.ts";
import { nothingIsLeft, storeAt } from "../support/store_agrees.ts";

const FROM = Deno.env.get("HALF_UPGRADED_FROM") ?? "ba895752";
const MINUTES = Number(Deno.env.get("MINUTES") ?? 10);
const PAUSE_MS = 400;
/** Time under load before the first and after the last replacement. */
const STEADY_MS = 10_000;

const earlier = hasPostgres() ? await earlierSource(FROM) : null;

Deno.test({
  name: `a fleet that stays half upgraded from ${FROM} for ${MINUTES} minutes loses nothing`,
  ignore: earlier === null,
  // Connections of the client stay open after the last answer.
  sanitizeResources: false,
  async fn() {
    if (earlier === null) return;
    await using _source = earlier;
    await using fleet = await startServiceFleet({
      serving: 2,
      working: 2,
      source: earlier.source,
      settings: { LOG_LEVEL: "info" },
    });
    const over = new AbortController(), load = mixedLoad(fleet, { signal: over.signal, pauseMs: PAUSE_MS });
    const replace = (name: string): Promise<string> => fleet.replace(name, SOURCE);
    const upgraded = async (): Promise<string> => {
      await delay(STEADY_MS);
      for (const name of ["api_1", "work_1"]) await replace(name);
      await delay(MINUTES * 60_000);
      await replace("api_2");
      const earlierWork = await replace("work_2");
      await delay(STEADY_MS);
      return earlierWork;
    };
    const replaced = beside(upgraded());
    try {
      await Promise.race([replaced, load.done]);
    } finally {
      over.abort();
      await Promise.allSettled([load.done]);
    }
    await load.done;
    await load.nothingIsLost();
    assert.deepEqual(await fleet.stop(), { api_1: 0, api_2: 0, work_1: 0, work_2: 0 });
    const laterWork = (await fleet.processes.find(({ name }) => name === "work_1")?.process.ended())?.output ?? "";
    const computed = { earlier: jobsIn(await replaced), later: jobsIn(laterWork) };
    // deno-lint-ignore no-console
    console.log(JSON.stringify({ from: FROM, minutes: MINUTES, computed, done: load.counts() }));
    assert.ok(Math.min(...Object.values(computed)) > 0, "both versions computed");
    await storeIsAtRest(fleet.server.path(FLEET_SCHEMA));
  },
});

/** Number of jobs that a process has computed, by its log. */
function jobsIn(log: string): number {
  return log.split("\n").filter((line) => line.includes("job attempt ended")).length;
}

async function storeIsAtRest(path: string): Promise<void> {
  for (const hours of [3, 6]) {
    const store = await storeAt(path, { aheadMs: hours * HOUR_MS });
    await store.maintenance.sweep();
    await store.close();
  }
  const kv = await openKvAt(path);
  await nothingIsLeft(kv);
  await kv.close();
}
