/**
 * Tests that a run which needs more memory than an instance of the hosted platform has harms no other run: the platform
 * kills the instance, the run is tried three times and fails, and a run before it, one beside it and one after it
 * succeed. Prints what happened. Run by `deno task test:platform`.
 */
import assert from "node:assert/strict";
import { until } from "../support/until.ts";
import { lacksMemoryGroups } from "./memory_group.ts";
import { type Answer, visitorOf } from "./visitor.ts";
import { LACKS_PLATFORM, withPlatform } from "./with_platform.ts";

const MEMORY_BYTES = 768 * 1024 ** 2;
const SMALL = run({ assets: 3, days: 120 });
/** A small body with many assets: the covariance and similar matrices of the run exceed the memory of an instance. */
const LARGE = run({ assets: 4_500, days: 30 });
/** Number of attempts after which the service gives up a run whose process died in each of them. */
const ATTEMPTS = 3;

Deno.test({
  name: "a run that exceeds the memory of an instance fails after three attempts, and all other runs succeed",
  ignore: LACKS_PLATFORM || lacksMemoryGroups(),
  fn: () =>
    withPlatform({
      // Without a bound that suits the memory, the platform accepts and computes runs of any size.
      moreSettings: { DEFAULT_PLAN: "enterprise", WORK_LIMIT: "999999999", LOG_LEVEL: "warn" },
      memoryBytes: MEMORY_BYTES,
      minuteMs: null,
      idleMs: 60_000,
    }, async ({ platform, mails }) => {
      const visitor = await visitorOf(platform, mails, "ada@example.com");
      const submitted = async (body: unknown): Promise<string> => {
        const answer = await visitor.send("POST", "/jobs", body);
        assert.equal(answer.status, 202, JSON.stringify(answer.body));
        return answer.body.run_id;
      };
      const jobOf = async (id: string): Promise<Answer["body"]> => (await visitor.send("GET", `/jobs/${id}`)).body;
      const ended = async (id: string): Promise<Answer["body"]> => {
        let job: Answer["body"];
        await until(
          async () => ["succeeded", "failed"].includes((job = await jobOf(id)).status),
          () => `the end of ${JSON.stringify(job)}:\n${platform.printed.join("")}`,
          { longestPauseMs: 500 },
        );
        return job;
      };
      assert.equal((await ended(await submitted(SMALL))).status, "succeeded");
      assert.equal(platform.memoryKills, 0);
      const large = await submitted(LARGE);
      await until(async () => (await jobOf(large)).status !== "queued", "the run to begin");
      const beside = await submitted(SMALL);
      assert.equal((await ended(beside)).status, "succeeded");
      const { status, attempt, error } = await ended(large);
      assert.equal((await ended(await submitted(SMALL))).status, "succeeded");
      const { memoryKills: kills, started } = platform;
      // deno-lint-ignore no-console
      console.log(JSON.stringify({ status, attempt, code: error?.code, kills, started }));
      assert.deepEqual([status, attempt, error?.code], ["failed", ATTEMPTS, "worker_lost"]);
      assert.equal(kills, ATTEMPTS);
    }),
});

function run({ assets, days }: { readonly assets: number; readonly days: number }): unknown {
  const each = Array.from({ length: days }, (_, day) => day);
  const dates = each.map((day) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10));
  const pricesOf = (asset: number): readonly number[] =>
    each.map((day) => Number((100 + day / (asset + 20) + (1 + asset % 7) * Math.sin(day * (1.1 + asset))).toFixed(2)));
  const series = Object.fromEntries(Array.from({ length: assets }, (_, asset) => [`A${asset}`, pricesOf(asset)]));
  return { prices: { dates, series }, methods: [{ method: "equal_weight" }] };
}
