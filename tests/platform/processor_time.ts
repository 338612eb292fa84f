/**
 * Tests how much processor time the service takes on the hosted platform, which meters it: an hour of the platform's
 * timer in which nobody calls, and a typical run. Prints both. Run by `deno task test:platform`.
 */
import assert from "node:assert/strict";
import { startSmtpServer } from "../support/smtp_server.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { until } from "../support/until.ts";
import { hostedRuntime } from "./hosted_runtime.ts";
import { TestPlatform } from "./test_platform.ts";
import { TYPICAL_RUN } from "./typical_run.ts";
import { visitorOf } from "./visitor.ts";

const MINUTES = 60;
/** Most seconds of processor of an hour in which nobody calls. */
const MOST_IDLE_SECONDS = 30;
const RUNS = 10;

const runtime = await hostedRuntime();
const ignore = "absent" in runtime;

Deno.test({
  name: `an idle hour of the hosted platform takes less than ${MOST_IDLE_SECONDS} s of processor`,
  ignore,
  async fn() {
    const seconds = await secondsOf(async (platform) => {
      for (let minute = 0; minute < MINUTES; minute++) {
        assert.ok(await platform.minute());
        // The platform may end an instance before the next minute, so that each minute pays for a start.
        await platform.endInstances("SIGINT");
      }
    });
    print({ idle_hour_seconds: seconds });
    assert.ok(seconds < MOST_IDLE_SECONDS, `${seconds} s`);
  },
});

Deno.test({
  name: "the processor time of a typical run on the hosted platform is told",
  ignore,
  async fn() {
    const [few, many] = [await secondsOfRuns(1), await secondsOfRuns(1 + RUNS)];
    print({ first_run_with_sign_up_seconds: few, next_run_seconds: (many - few) / RUNS });
    assert.ok(many > few);
  },
});

/** Returns the seconds of processor that a person's sign-up and a number of runs take in one instance. */
async function secondsOfRuns(count: number): Promise<number> {
  const mails = await startSmtpServer({ tls: "none" });
  try {
    return await secondsOf(async (platform) => {
      const visitor = await visitorOf(platform, mails, "ada@example.com");
      for (let run = 0; run < count; run++) {
        const { status, body } = await visitor.send("POST", "/jobs", TYPICAL_RUN);
        assert.equal(status, 202, JSON.stringify(body));
        await until(
          async () => (await visitor.send("GET", `/jobs/${body.run_id}`)).body.status === "succeeded",
          "the run",
          { longestPauseMs: 200 },
        );
      }
      assert.equal(platform.started, 1);
    }, `smtp://127.0.0.1:${mails.port}`);
  } finally {
    await mails.close();
  }
}

/** Returns the seconds of processor that the instances of an app take while a test uses it. */
async function secondsOf(use: (platform: TestPlatform) => Promise<void>, mailUrl = "none:"): Promise<number> {
  assert.ok("path" in runtime);
  await using folder = await temporaryFolder();
  await using platform = await TestPlatform.start({
    runtime: runtime.path,
    database: `${folder.path}/kv.sqlite3`,
    settings: { MAIL_URL: mailUrl, PUBLIC_URL: "https://localhost", DEFAULT_PLAN: "enterprise" },
    idleMs: 60_000,
    minuteMs: null,
  });
  await use(platform);
  await platform.endInstances("SIGINT");
  return platform.processorSeconds;
}

function print(measured: Readonly<Record<string, number>>): void {
  // deno-lint-ignore no-console
  console.log(JSON.stringify(measured));
}
