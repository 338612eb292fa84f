import assert from "node:assert/strict";
import { startServiceProcess } from "../support/service_process.ts";
import type { TestSmtpServer } from "../support/smtp_server.ts";
import { problemCount, testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";
import { SMALL_RUN, submitted, succeeded } from "./small_run.ts";
import type { TestPlatform, TestPlatformOptions } from "./test_platform.ts";
import { visitorOf } from "./visitor.ts";
import { LACKS_PLATFORM, withPlatform } from "./with_platform.ts";

onPlatform("a person signs up, and a run is computed in the instance", { idleMs: 300_000 }, async (platform, mails) => {
  const visitor = await visitorOf(platform, mails, "ada@example.com");
  await succeeded(visitor, await submitted(visitor), platform);
  assert.equal(platform.started, 1);
});

onPlatform("runs whose client leaves at once all succeed in the minutes after it", {}, async (platform, mails) => {
  const visitor = await visitorOf(platform, mails, "ada@example.com");
  const runs: string[] = [];
  for (let k = 0; k < problemCount(20); k++) {
    runs.push(await submitted(visitor));
    await platform.endInstances("SIGINT");
  }
  for (let minutes = 0; minutes < 2; minutes++) assert.ok(await platform.minute());
  for (const run of runs) assert.equal((await visitor.send("GET", `/jobs/${run}`)).body.status, "succeeded");
});

onPlatform("an app without a mail server refuses a sign-up with the reason and serves all else", {
  settings: {},
}, async (platform) => {
  const body = JSON.stringify({ email: "ada@example.com", password: "Correct horse", full_name: "Ada Lovelace" });
  const headers = { "content-type": "application/json" };
  const response = await platform.fetch("/auth/signup", { method: "POST", headers, body });
  const problem = await response.json();
  assert.deepEqual([response.status, problem.code], [503, "not_ready"]);
  assert.match(problem.detail, /no mail server yet; its operator sets MAIL_URL/);
  for (const path of ["/health", "/ready", "/methods/requirements", "/openapi.json"]) {
    const { status, body } = await platform.fetch(path);
    await body?.cancel();
    assert.equal(status, 200, path);
  }
  const said = platform.printed.join("");
  assert.match(
    said,
    /^Settings of this app:\n- MAIL_URL: not set.*\n- PUBLIC_URL: not set.*portfolio\.desk\.deno\.net/,
  );
});

onPlatform("an app without a database says so, lives, and answers 503 to all else", {
  database: null,
}, async (platform) => {
  const health = await platform.fetch("/health");
  assert.deepEqual([health.status, await health.json()], [200, { status: "ok" }]);
  const response = await platform.fetch("/jobs");
  assert.deepEqual([response.status, (await response.json()).code], [503, "not_ready"]);
  assert.match(platform.printed.join(""), /Cannot find a database of this app: assign a Deno KV database to it/);
});

onPlatform("a file for the store is refused by name, because it is lost with the instance", {
  settings: { KV_PATH: "data/kv.sqlite3" },
}, async (platform) => {
  const response = await platform.fetch("/jobs");
  assert.deepEqual([response.status, (await response.json()).code], [503, "not_ready"]);
  assert.match(platform.printed.join(""), /Cannot use KV_PATH "data\/kv\.sqlite3" here/);
});

onPlatform("a client's own forwarded headers do not count", {}, async (platform) => {
  const headers = { "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "http" };
  const response = await platform.fetch("/health", { headers });
  await response.body?.cancel();
  assert.equal(response.status, 200, platform.printed.join(""));
  await until(() => /"path":"\/health"/.test(platform.printed.join("")), "the log of the request");
  assert.ok(!platform.printed.join("").includes("203.0.113.7"));
});

/** A bound between the counted work of `SMALL_RUN` and that of `LARGE_RUN`. */
const WORK_LIMIT = "320";
const LARGE_RUN = { ...SMALL_RUN, rolling_backtest: { train_window: 10, rebalance_every: 1 } };

onPlatform("a run beyond the bound is refused with the reason where no process elsewhere computes it", {
  bound: WORK_LIMIT,
}, async (platform, mails) => {
  const visitor = await visitorOf(platform, mails, "ada@example.com");
  const { status, body } = await visitor.send("POST", "/jobs", LARGE_RUN);
  assert.deepEqual([status, body.code], [503, "not_ready"]);
  assert.match(body.detail, /counted work is \d+, this service computes up to 320, .*start `deno task work`/);
  await succeeded(visitor, await submitted(visitor), platform);
});

onPlatform("a run beyond the bound is left to a process elsewhere, and waits for one where that has gone", {
  bound: WORK_LIMIT,
}, async (platform, mails, folder) => {
  const settings = { DATA_DIR: folder, KV_PATH: `${folder}/kv.sqlite3`, WORKERS: "1" };
  const visitor = await visitorOf(platform, mails, "ada@example.com");
  const statusOf = async (run: string): Promise<string> => (await visitor.send("GET", `/jobs/${run}`)).body.status;
  const accepted = async (): Promise<string | null> =>
    (await visitor.send("POST", "/jobs", LARGE_RUN)).body.run_id ?? null;
  {
    await using process = startServiceProcess(settings, ["work"]);
    let run: string | null = null;
    await until(async () => (run = await accepted()) !== null, "the process elsewhere to be seen");
    await until(async () => run !== null && await statusOf(run) === "succeeded", "the run to be computed elsewhere");
    process.kill("SIGKILL");
    await process.ended();
  }
  const waiting = await accepted();
  assert.ok(waiting !== null);
  assert.ok(await platform.minute());
  await succeeded(visitor, await submitted(visitor), platform);
  assert.equal(await statusOf(waiting), "queued");
  await using _process = startServiceProcess(settings, ["work"]);
  await succeeded(visitor, waiting, platform);
});

/**
 * Registers a test on the test platform, whose timer the test calls itself, with a mail server unless it has settings,
 * and with a bound on the work of jobs where one is given.
 */
function onPlatform(
  name: string,
  { bound, ...options }: Partial<TestPlatformOptions> & { readonly bound?: string },
  test: (platform: TestPlatform, mails: TestSmtpServer, folder: string) => Promise<void>,
): void {
  const { settings, ...others } = options;
  Deno.test(testInTurn({
    name: `on the hosted platform ${name}`,
    ignore: LACKS_PLATFORM,
    fn: () =>
      withPlatform({
        minuteMs: null,
        ...others,
        ...settings === undefined ? {} : { settings },
        ...bound === undefined ? {} : { moreSettings: { WORK_LIMIT: bound } },
      }, ({ platform, mails, folder }) => test(platform, mails, folder)),
  }));
}
