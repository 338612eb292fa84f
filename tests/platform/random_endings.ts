/**
 * Tests that instances of the hosted platform which end at random lose no work. Instances get SIGINT or SIGKILL, two of
 * them overlap, and the timer of each minute runs beside requests, while runs are submitted, chained to simulations,
 * computed, cancelled and deleted. Run by `deno task test:platform`; the environment variables ENDINGS and ENDING_SEED
 * are optional.
 */
import assert from "node:assert/strict";
import { startSmtpServer } from "../support/smtp_server.ts";
import { type AnsweredAction, RandomActions, randomOf, type SentAction } from "../support/random_actions.ts";
import { ownerOf, storeAgrees, storeAt } from "../support/store_agrees.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { until } from "../support/until.ts";
import { hostedRuntime } from "./hosted_runtime.ts";
import { TestPlatform } from "./test_platform.ts";
import { visitorOf } from "./visitor.ts";

const ENDINGS = Number(Deno.env.get("ENDINGS") ?? 300);
const SEED = Number(Deno.env.get("ENDING_SEED") ?? crypto.getRandomValues(new Uint32Array(1))[0]);
/** Number of random actions that begin before each ending. */
const BEGUN_A_ROUND = 3;
const LONGEST_WAIT_MS = 1_500;

const runtime = await hostedRuntime();

Deno.test({
  name: `${ENDINGS} endings of instances lose nothing and do nothing twice (ENDING_SEED=${SEED})`,
  ignore: "absent" in runtime,
  async fn() {
    assert.ok("path" in runtime);
    await using folder = await temporaryFolder();
    const database = `${folder.path}/kv.sqlite3`;
    const mails = await startSmtpServer({ tls: "none" });
    const random = randomOf(SEED);
    const tally = new Map<string, number>();
    try {
      await using platform = await TestPlatform.start({
        runtime: runtime.path,
        database,
        settings: {
          MAIL_URL: `smtp://127.0.0.1:${mails.port}`,
          PUBLIC_URL: "https://localhost",
          DEFAULT_PLAN: "enterprise",
        },
        secondInstanceShare: 0.2,
        watchesMemory: true,
      });
      const { signIn } = await visitorOf(platform, mails, "ada@example.com");
      const session = { token: await signIn(), signIn };
      const actions = new RandomActions((path, init) => answered(platform, path, { init, session }));
      const { submit, openSpreadsheet, cancel, remove } = actions;
      const kinds = [submit, submit, submit, openSpreadsheet, cancel, remove];
      for (let round = 0; round < ENDINGS; round++) {
        const begun = Array.from({ length: BEGUN_A_ROUND }, () => {
          const kind = actions.runs.size === 0 ? actions.submit : kinds[Math.floor(random() * kinds.length)];
          return kind?.call(actions, random);
        });
        await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_WAIT_MS));
        const how = random() < 0.5 ? "SIGINT" : "SIGKILL";
        tally.set(how, (tally.get(how) ?? 0) + platform.running);
        await platform.endInstances(how);
        await Promise.all(begun);
      }
      const store = await storeAt(database);
      try {
        const owner = await ownerOf(store);
        const isActive = async (): Promise<boolean> =>
          (await store.jobs.listActive(owner, { limit: 1, cursor: null })).items.length > 0;
        await until(async () => !await isActive(), "every job to end", { longestPauseMs: 500 });
      } finally {
        store.close();
      }
      await platform.endInstances("SIGINT");
      const found = await storeAgrees(database, actions);
      const { started, peakResidentBytes } = platform;
      const peak_mib = Math.round(peakResidentBytes / 1024 ** 2);
      // deno-lint-ignore no-console
      console.log(JSON.stringify({ seed: SEED, ended: Object.fromEntries(tally), started, peak_mib, ...found }));
    } finally {
      await mails.close();
    }
  },
});

interface Session {
  token: string;
  readonly signIn: () => Promise<string>;
}

/** Sends a request until the app answers it: not the platform by 502, and neither 503 nor a rate limit. */
async function answered(
  platform: TestPlatform,
  path: string,
  { init, session }: { readonly init: SentAction; readonly session: Session },
): Promise<AnsweredAction> {
  for (;;) {
    try {
      const headers = { "content-type": "application/json", authorization: `Bearer ${session.token}`, ...init.headers };
      const { status, text } = await platform.fetch(path, { ...init, headers }).then(async (response) => ({
        status: response.status,
        text: await response.text(),
      }));
      if (status === 401) session.token = await session.signIn();
      else if (![429, 499, 502, 503].includes(status)) return { status, text };
    } catch (error) {
      // A TypeError means that the instance was ended during the request.
      if (!(error instanceof TypeError)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
