/**
 * Tests that an instance of the hosted platform computes the largest runs one after the other within its memory: 500
 * assets over 2,500 days, whose prices are sent with each run. Prints the peak and the median of its resident memory
 * after each run. Run by `deno task test:platform`; the environment variables are optional: RUNS, the number of runs,
 * and MEMORY_CURVE, a file into which the resident memory is drawn as SVG.
 */
import assert from "node:assert/strict";
import { drawChart } from "../../src/reports/charts/draw_chart.ts";
import { svgOf } from "../../src/reports/charts/svg.ts";
import { randomOf } from "../support/random_actions.ts";
import { until } from "../support/until.ts";
import { lacksMemoryGroups } from "./memory_group.ts";
import type { MemoryLook } from "./test_platform.ts";
import { visitorOf } from "./visitor.ts";
import { LACKS_PLATFORM, withPlatform } from "./with_platform.ts";

const RUNS = Number(Deno.env.get("RUNS") ?? 100);
const CURVE = Deno.env.get("MEMORY_CURVE");
const ASSETS = 500, DAYS = 2_500;
const MIB = 1024 ** 2;
/** Memory of an instance on the platform, and the most that the runs may take of it. */
const LIMIT_MIB = 768, MOST_MIB = 700;

Deno.test({
  name: `${RUNS} runs of ${ASSETS} assets over ${DAYS} days succeed in one instance of ${LIMIT_MIB} MiB`,
  ignore: LACKS_PLATFORM || lacksMemoryGroups(),
  fn: () =>
    withPlatform({
      moreSettings: { DEFAULT_PLAN: "enterprise", LOG_LEVEL: "warn" },
      memoryBytes: LIMIT_MIB * MIB,
      watchesMemory: true,
      minuteMs: 60_000,
      idleMs: 60_000,
    }, async ({ platform, mails }) => {
      const visitor = await visitorOf(platform, mails, "ada@example.com");
      const body = largeRun();
      const afterEach: number[] = [];
      const seconds: number[] = [];
      const statuses = new Map<string, number>();
      for (let run = 0; run < RUNS; run++) {
        const began = performance.now();
        const { status, body: job } = await visitor.send("POST", "/jobs", body);
        assert.equal(status, 202, JSON.stringify(job));
        let ended = "";
        await until(
          async () => {
            ended = (await visitor.send("GET", `/jobs/${job.run_id}`)).body.status;
            return ended === "succeeded" || ended === "failed";
          },
          "the run",
          { longestPauseMs: 500 },
        );
        statuses.set(ended, (statuses.get(ended) ?? 0) + 1);
        seconds.push((performance.now() - began) / 1_000);
        afterEach.push(platform.memoryLooks.at(-1)?.residentBytes ?? 0);
      }
      const { started, peakResidentBytes, memoryLooks } = platform;
      await platform.endInstances("SIGINT");
      const { memoryKills: kills } = platform;
      const peak_mib = Math.round(peakResidentBytes / MIB);
      print({
        runs: Object.fromEntries(statuses),
        body_megabytes: Number((JSON.stringify(body).length / 1e6).toFixed(1)),
        peak_mib,
        median_mib_after_a_run: Math.round(medianOf(afterEach) / MIB),
        last_mib_after_a_run: Math.round((afterEach.at(-1) ?? 0) / MIB),
        median_seconds: Number(medianOf(seconds).toFixed(1)),
        kills,
        started,
      });
      if (CURVE !== undefined) await Deno.writeTextFile(CURVE, memoryCurve(memoryLooks));
      assert.deepEqual([statuses.get("succeeded"), kills, started], [RUNS, 0, 1], platform.printed.join(""));
      assert.ok(peak_mib < MOST_MIB, `The peak is ${peak_mib} MiB`);
    }),
});

/** Returns the body of a run whose prices walk at random, with six decimal places. */
function largeRun(): unknown {
  const random = randomOf(7);
  const dates = Array.from(
    { length: DAYS },
    (_, day) => new Date(Date.UTC(2018, 0, 1 + day)).toISOString().slice(0, 10),
  );
  const series = Object.fromEntries(
    Array.from({ length: ASSETS }, (_, asset) => {
      let price = 100;
      const walk = (): number => Number((price *= 1.0003 + 0.02 * (random() + random() - 1)).toFixed(6));
      return [`A${asset}`, dates.map(walk)];
    }),
  );
  return { prices: { dates, series }, methods: [{ method: "min_volatility" }] };
}

/** Returns a picture of the resident memory over time, with its highest value in each second. */
function memoryCurve(looks: readonly MemoryLook[]): string {
  const start = looks[0]?.atMs ?? 0;
  const highest = new Map<number, number>();
  for (const { atMs, residentBytes } of looks) {
    const second = Math.floor((atMs - start) / 1_000);
    highest.set(second, Math.max(highest.get(second) ?? 0, residentBytes / MIB));
  }
  const minutes = (performance.now() - start) / 60_000;
  const bound = (name: string, y: number) => ({ name, isReference: true, points: [{ x: 0, y }, { x: minutes, y }] });
  const points = [...highest].map(([second, y]) => ({ x: second / 60, y }));
  return svgOf(drawChart({
    kind: "line",
    title: "Resident memory of an instance",
    subtitle: `${RUNS} runs of ${ASSETS} assets over ${DAYS} days, one after the other`,
    x: { format: "number", label: "Minutes" },
    y: { format: "number", label: "MiB" },
    series: [
      { name: "Resident memory", isReference: false, points },
      bound("Goal", MOST_MIB),
      bound("Limit", LIMIT_MIB),
    ],
  }, { height: 480 }));
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function print(measured: Readonly<Record<string, unknown>>): void {
  // deno-lint-ignore no-console
  console.log(JSON.stringify(measured));
}
