/**
 * Tests that an hour of mixed load leaves memory, connections and descriptors flat. Two processes that answer and two
 * that compute share a PostgreSQL of their own, while people sign up, submit small runs, simulations and uploads, page
 * through their histories, download files, and delete runs and accounts. Prints the growth of both kinds of process,
 * and fails where the last third is more than 5 % above the middle third, or where anything is lost. A request that is
 * refused with 503 is repeated and counted.
 * Run by `deno task test:load`; the environment variables are optional: MINUTES, the length of the load, LOAD_PAUSE_MS,
 * the rest between two visits of a person, and LOAD_CURVES, a folder into which the curves are drawn as SVG.
 */
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { mixedLoad } from "../support/mixed_load.ts";
import { hasPostgres } from "../support/postgres_server.ts";
import { curvesOf, type Growth, growthOf, sampledFleet } from "../support/process_samples.ts";
import { startServiceFleet } from "../support/service_fleet.ts";

const MINUTES = Number(Deno.env.get("MINUTES") ?? 60);
const CURVES = Deno.env.get("LOAD_CURVES");
/** Largest growth from the middle third to the last, as a fraction, and in units of the quantity. */
const GROWTH_AT_MOST = 0.05;
const UNITS_AT_MOST = { memory: 0, connections: 1, descriptors: 2 } as const;
/** Milliseconds that a person rests between two visits. */
const PAUSE_MS = Number(Deno.env.get("LOAD_PAUSE_MS") ?? 400);

Deno.test({
  name: `${MINUTES} minutes of mixed load leave memory, connections and descriptors flat, and lose nothing`,
  ignore: !hasPostgres(),
  // Connections of the client stay open after the last answer.
  sanitizeResources: false,
  async fn() {
    await using fleet = await startServiceFleet({ serving: 2, working: 2 });
    const over = new AbortController(), sampling = new AbortController();
    const load = mixedLoad(fleet, { signal: over.signal, pauseMs: PAUSE_MS });
    const sampled = sampledFleet(fleet, sampling.signal);
    try {
      await Promise.race([delay(MINUTES * 60_000), load.done, sampled]);
    } finally {
      sampling.abort();
      over.abort();
      await Promise.allSettled([sampled, load.done]);
    }
    await load.done;
    const samples = await sampled, growth = growthOf(samples);
    await load.nothingIsLost();
    if (CURVES !== undefined) await drawInto(CURVES, curvesOf(samples));
    const table = samples.map(({ tableMebibytes }) => Math.round(tableMebibytes));
    print({
      done: load.counts(),
      table_mib: { first: table.at(0), middle: table.at(Math.floor(table.length / 2)), last: table.at(-1) },
    });
    for (const { work, measured, middle, last } of growth) {
      print({ work, measured, middle: rounded(middle), last: rounded(last) });
    }
    assert.deepEqual(await fleet.stop(), { api_1: 0, api_2: 0, work_1: 0, work_2: 0 });
    assert.deepEqual(growth.filter(isTooMuch), []);
  },
});

function isTooMuch({ measured, middle, last }: Growth): boolean {
  return last > middle * (1 + GROWTH_AT_MOST) && last > middle + UNITS_AT_MOST[measured];
}

async function drawInto(folder: string, pictures: Readonly<Record<string, string>>): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for (const [name, picture] of Object.entries(pictures)) await Deno.writeTextFile(`${folder}/${name}.svg`, picture);
}

function rounded(value: number): number {
  return Number(value.toFixed(1));
}

function print(line: Readonly<Record<string, unknown>>): void {
  // deno-lint-ignore no-console
  console.log(JSON.stringify(line));
}
