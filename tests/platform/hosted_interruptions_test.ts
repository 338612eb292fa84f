import assert from "node:assert/strict";
import { kvConnectServer } from "../support/kv_connect_server.ts";
import { storeAgrees } from "../support/store_agrees.ts";
import { pricesBody } from "../support/submission.ts";
import { fullTest } from "../support/tier.ts";
import { DEADLINE_MS, inTime } from "../support/until.ts";
import { SMALL_RUN, submitted } from "./small_run.ts";
import { storedJobs } from "./stored_jobs.ts";
import { visitorOf } from "./visitor.ts";
import { LACKS_PLATFORM, withPlatform } from "./with_platform.ts";

/** A run that takes seconds to compute, and that begins a simulation when it succeeds. */
const LONG_RUN = {
  ...pricesBody(6, 500),
  methods: ["min_volatility", "max_sharpe", "risk_parity"],
  rolling_backtest: { train_window: 60, rebalance_every: 3 },
  monte_carlo: { paths: 200 },
};
/** A run with a result of several hundred kilobytes, which is stored in several operations. */
const LARGE_RUN = { ...pricesBody(120, 600), methods: ["min_volatility"], monte_carlo: { paths: 200 } };
const SHORT_RUN = { ...SMALL_RUN, monte_carlo: { paths: 200 } };

/** A moment in the life of a job at which its instance ends. */
interface Moment {
  readonly name: string;
  readonly body: unknown;
  /** Whether an operation of the database, given as text, brings the moment. */
  readonly comesWith: (operation: string) => boolean;
  /** Number of operations after that one until the moment has come; 0 if absent. */
  readonly operationsLater?: number;
  /** Milliseconds for which the next operation waits for its answer from then on; 0 if absent. */
  readonly heldMs?: number;
  /** Status and attempt that the job may have when an instance that got SIGINT is gone. */
  readonly left: readonly string[];
}

const SUBMITTED: Moment = {
  name: "queued",
  body: SHORT_RUN,
  comesWith: (operation) => operation.includes('"status":"queued"'),
  left: ["queued 0", "queued 1"],
};
const CLAIMED: Moment = {
  name: "claimed",
  body: SHORT_RUN,
  comesWith: (operation) => operation.includes('"phase":"preparing"'),
  left: ["queued 1"],
};
const COMPUTING: Moment = {
  name: "being computed",
  body: LONG_RUN,
  comesWith: (operation) => operation.includes('"phase":"rolling_backtest"'),
  left: ["queued 1"],
};
const STORING: Moment = {
  name: "about to be stored",
  body: LARGE_RUN,
  comesWith: (operation) => operation.includes('"status":"uploading"'),
  left: ["queued 1", "succeeded 1"],
};
const STORING_SLOWLY: Moment = {
  ...STORING,
  name: "stored more slowly than the platform waits",
  heldMs: 6_000,
  left: ["queued 1"],
};
const HALF_STORED: Moment = { ...STORING, name: "stored in part", operationsLater: 1 };
const CHAINED: Moment = {
  name: "done and its simulation waits",
  body: SHORT_RUN,
  comesWith: (operation) => operation.includes('"status":"succeeded"'),
  left: ["succeeded 1"],
};

Deno.test({
  name: "on the hosted platform a run whose instance is killed is computed in the next minute",
  ignore: LACKS_PLATFORM,
  fn: () =>
    withPlatform({ minuteMs: null }, async ({ platform, mails }) => {
      const visitor = await visitorOf(platform, mails, "ada@example.com");
      const run = await submitted(visitor);
      await platform.endInstances("SIGKILL");
      assert.ok(await platform.minute());
      assert.equal((await visitor.send("GET", `/jobs/${run}`)).body.status, "succeeded");
    }),
});

for (const moment of [SUBMITTED, CLAIMED, COMPUTING, STORING, STORING_SLOWLY, CHAINED]) inFullRuns(moment, "SIGINT");
for (const moment of [CLAIMED, STORING, HALF_STORED, CHAINED]) inFullRuns(moment, "SIGKILL");

function inFullRuns(moment: Moment, how: "SIGINT" | "SIGKILL"): void {
  Deno.test(fullTest(
    `on the hosted platform ${how} while a job is ${moment.name} loses nothing and does nothing twice`,
    {
      heldBy: "on the hosted platform a run whose instance is killed is computed in the next minute",
      ignore: LACKS_PLATFORM,
    },
    () => interruptedAt(moment, how),
  ));
}

/**
 * Ends all instances at a moment of a job. Asserts that the job and its simulation then succeed once, and without blame
 * where the instance could hand them back.
 */
async function interruptedAt(moment: Moment, how: "SIGINT" | "SIGKILL"): Promise<void> {
  await using database = kvConnectServer();
  await withPlatform({
    database: database.path,
    variables: { DENO_KV_ACCESS_TOKEN: "of a test" },
    moreSettings: { DEFAULT_PLAN: "enterprise" },
    minuteMs: null,
    idleMs: DEADLINE_MS,
  }, async ({ platform, mails }) => {
    const visitor = await visitorOf(platform, mails, "ada@example.com");
    const token = await visitor.signIn();
    const { promise: come, resolve: hasCome } = Promise.withResolvers<void>();
    const { operationsLater = 0, heldMs = 0 } = moment;
    let operations: number | null = null;
    database.onWritten = async (operation) => {
      if (operations !== null || moment.comesWith(operation)) operations = (operations ?? -1) + 1;
      if (operations === operationsLater) hasCome(platform.endInstances(how));
      if (operations === operationsLater + 1) await new Promise((resolve) => setTimeout(resolve, heldMs));
    };
    const run = await submitted(visitor, moment.body, token);
    await inTime(come, () => `a job to be ${moment.name}:\n${platform.printed.join("")}`);
    let jobs = await storedJobs(database.path);
    if (how === "SIGINT") {
      const [job] = jobs;
      assert.ok(job !== undefined && moment.left.includes(`${job.status} ${job.attempt}`), JSON.stringify(job));
    }
    for (let minutes = 0; minutes < 4 && jobs.some(({ finishedAt }) => finishedAt === null); minutes++) {
      assert.ok(await platform.minute());
      jobs = await storedJobs(database.path);
    }
    assert.deepEqual(jobs.map(({ kind, status }) => `${kind} ${status}`), [
      "optimization succeeded",
      "monte_carlo succeeded",
    ]);
    const blamed = jobs.reduce((sum, { lostAttempts }) => sum + lostAttempts, 0);
    assert.ok(blamed <= (how === "SIGINT" ? 0 : 1), `${blamed} lost attempts`);
    await platform.endInstances("SIGINT");
    const told = { runs: new Map([["of the test", run]]), chaining: new Set([run]), deleted: new Set<string>() };
    await storeAgrees(database.path, told);
  });
}
