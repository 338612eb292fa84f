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
import { type Visitor, visitorOf } from "./visitor.ts";

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
    const seconds = await onPlatform(async (platform) => {
      for (let minute = 0; minute < MINUTES; minute++) {
        assert.ok(await platform.minute());
        // The platform may end an instance before the next minute, so that each minute pays for a start.
        await platform.endInstances("SIGINT");
      }
      return platform.processorSeconds;
    });
    print({ idle_hour_seconds: seconds });
    assert.ok(seconds < MOST_IDLE_SECONDS, `${seconds} s`);
  },
});

Deno.test({
  name: "the processor time of a typical run on the hosted platform is told",
  ignore,
  async fn() {
    const mails = await startSmtpServer({ tls: "none" });
    try {
      const [first, all] = await onPlatform(async (platform) => {
        const visitor = await visitorOf(platform, mails, "ada@example.com");
        await computeRuns(1, { visitor });
        const first = platform.processorSeconds;
        await computeRuns(RUNS, { visitor });
        assert.equal(platform.started, 1);
        return [first, platform.processorSeconds];
      }, `smtp://127.0.0.1:${mails.port}`);
      print({ first_run_with_sign_up_seconds: first, next_run_seconds: (all - first) / RUNS });
      assert.ok(all > first);
    } finally {
      await mails.close();
    }
  },
});

async function computeRuns(count: number, { visitor }: { readonly visitor: Visitor }): Promise<void> {
  for (let run = 0; run < count; run++) {
    const { status, body } = await visitor.send("POST", "/jobs", TYPICAL_RUN);
    assert.equal(status, 202, JSON.stringify(body));
    await until(
      async () => (await visitor.send("GET", `/jobs/${body.run_id}`)).body.status === "succeeded",
      "the run",
      { longestPauseMs: 200 },
    );
  }
}

/** Returns what a use of an app returns whose instances the test ends itself. */
async function onPlatform<Value>(use: (platform: TestPlatform) => Promise<Value>, mailUrl = "none:"): Promise<Value> {
  assert.ok("path" in runtime);
  await using folder = await temporaryFolder();
  await using platform = await TestPlatform.start({
    runtime: runtime.path,
    database: `${folder.path}/kv.sqlite3`,
    settings: { MAIL_URL: mailUrl, PUBLIC_URL: "https://localhost", DEFAULT_PLAN: "enterprise" },
    idleMs: 60_000,
    minuteMs: null,
  });
  return await use(platform);
}

function print(measured: Readonly<Record<string, number>>): void {
  // deno-lint-ignore no-console
  console.log(JSON.stringify(measured));
}
