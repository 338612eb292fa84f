/**
 * Tests that a warm instance of the hosted platform takes hardly longer than `deno task start` from the submission of a
 * typical run to its success. Both compute runs by turns. Prints both medians and their ratio. Run by
 * `deno task test:platform`; the environment variable RUNS, the number of runs of each, is optional.
 */
import assert from "node:assert/strict";
import { personOfProcess } from "../support/person_of_process.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { until } from "../support/until.ts";
import { TYPICAL_RUN } from "./typical_run.ts";
import { visitorOf } from "./visitor.ts";
import { LACKS_PLATFORM, withPlatform } from "./with_platform.ts";

const RUNS = Number(Deno.env.get("RUNS") ?? 30);
/** Runs of each before the time is measured. */
const WARMING_RUNS = 3;
/** Most that the platform may take, as a multiple of what `deno task start` takes. */
const MOST_RATIO = 1.3;
const LOOK_EVERY_MS = 20;
const SETTINGS = { DEFAULT_PLAN: "enterprise", RATE_LIMITS: "off" };

/** Sends a request to a service and reads its JSON answer. */
// deno-lint-ignore no-explicit-any -- two clients whose answers are those of the service
type Send = (method: string, path: string, body?: unknown) => Promise<{ readonly status: number; readonly body: any }>;

Deno.test({
  name: `a run on a warm instance takes at most ${MOST_RATIO} times as long as with deno task start`,
  ignore: LACKS_PLATFORM,
  fn: () =>
    withPlatform({ moreSettings: SETTINGS, minuteMs: null, idleMs: 60_000 }, async ({ platform, mails }) => {
      await using folder = await temporaryFolder();
      const settings = { ...SETTINGS, DATA_DIR: folder.path, HTTPS_PORT: "0", WORKERS: "1" };
      await using started = startServiceProcess(settings);
      const port = await started.httpsPort();
      using person = await personOfProcess(started, { port, dataDir: folder.path });
      const visitor = await visitorOf(platform, mails, "ada@example.com");
      const sends: Readonly<Record<"hosted" | "started", Send>> = {
        hosted: visitor.send,
        started: async (method, path, body) => {
          const sent = body === undefined ? {} : { body: JSON.stringify(body) };
          const answer = await person.fetch(path, { method, headers: { "content-type": "application/json" }, ...sent });
          return { status: answer.status, body: await answer.json() };
        },
      };
      const times = { hosted: [] as Times[], started: [] as Times[] };
      for (let round = -WARMING_RUNS; round < RUNS; round++) {
        const turns = ["hosted", "started"] as const;
        for (const side of round % 2 === 0 ? turns : turns.toReversed()) {
          const time = await timesOf(sends[side]);
          if (round >= 0) times[side].push(time);
        }
      }
      const [hosted, own] = [mediansOf(times.hosted), mediansOf(times.started)];
      const ratio = Number((hosted.all / own.all).toFixed(2));
      // deno-lint-ignore no-console
      console.log(JSON.stringify({ runs: RUNS, hosted_ms: hosted, started_ms: own, ratio }));
      assert.ok(ratio <= MOST_RATIO, `${ratio} times`);
    }),
});

/** Milliseconds from the submission of a run until it was accepted, and until it had succeeded. */
interface Times {
  readonly accepted: number;
  readonly all: number;
}

async function timesOf(send: Send): Promise<Times> {
  const began = performance.now();
  const { status, body } = await send("POST", "/jobs", TYPICAL_RUN);
  assert.equal(status, 202, JSON.stringify(body));
  const accepted = performance.now() - began;
  await until(
    async () => {
      const { body: job } = await send("GET", `/jobs/${body.run_id}`);
      assert.notEqual(job.status, "failed", JSON.stringify(job));
      return job.status === "succeeded";
    },
    "the run",
    { longestPauseMs: LOOK_EVERY_MS },
  );
  return { accepted, all: performance.now() - began };
}

function mediansOf(times: readonly Times[]): Times {
  const medianOf = (values: readonly number[]): number =>
    Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN);
  return { accepted: medianOf(times.map(({ accepted }) => accepted)), all: medianOf(times.map(({ all }) => all)) };
}
