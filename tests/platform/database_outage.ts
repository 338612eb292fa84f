import assert from "node:assert/strict";
import { kvConnectServer } from "../support/kv_connect_server.ts";
import { storeAgrees } from "../support/store_agrees.ts";
import type { Absence } from "../support/tcp_proxy.ts";
import { until } from "../support/until.ts";
import { SMALL_RUN } from "./small_run.ts";
import type { TestPlatform } from "./test_platform.ts";
import { visitorOf } from "./visitor.ts";
import { withPlatform } from "./with_platform.ts";

const SUBMITTERS = 3;
const PAUSE_MS = 250;
/** Longest time in milliseconds for an answer while the database is away. It allows for a busy machine. */
export const LONGEST_ANSWER_MS = 20_000;
/** Most milliseconds that the work of a minute may take, which takes no more jobs after 50 s. */
const LONGEST_MINUTE_MS = 75_000;

/** How an app fared while its database was away. */
export interface OutageReport {
  readonly how: Absence;
  readonly seconds: number;
  /** Number of answers by status while the app was in use. */
  readonly answers: Readonly<Record<string, number>>;
  readonly slowestAnswerMs: number;
  /** Milliseconds from the return of the database to the next accepted run. */
  readonly acceptedAfterMs: number;
  readonly ends: unknown;
}

/**
 * Takes the database of an app on the test platform away while runs are submitted and while the timer of a minute is
 * called, and ends the instances in the middle of it. Asserts that nothing is lost or doubled, and that every request
 * has its answer in bounded time.
 */
export async function databaseOutage(how: Absence, seconds: number): Promise<OutageReport> {
  await using database = kvConnectServer();
  let report: OutageReport | null = null;
  await withPlatform({
    database: database.path,
    variables: { DENO_KV_ACCESS_TOKEN: "of a test" },
    moreSettings: { DEFAULT_PLAN: "enterprise", RATE_LIMITS: "off" },
    minuteMs: null,
  }, async ({ platform, mails }) => {
    const { key } = await visitorOf(platform, mails, "ada@example.com");
    const load = underLoad(platform, key);
    await until(() => load.runs.size >= SUBMITTERS, "runs to be accepted");
    const before = performance.now();
    const minute = platform.minute();
    database.goAway(how);
    await pause(seconds * 500);
    await platform.endInstances("SIGINT");
    await minute;
    assert.ok(performance.now() - before < LONGEST_MINUTE_MS);
    await pause(seconds * 1_000 - (performance.now() - before));
    database.comeBack();
    const accepted = load.runs.size, back = performance.now();
    await until(() => load.runs.size > accepted, "runs to be accepted again");
    const acceptedAfterMs = Math.round(performance.now() - back);
    await load.end();
    await until(async () => (await activeRuns(platform, key)) === 0, () => `every run:\n${platform.printed.join("")}`, {
      longestPauseMs: 500,
    });
    await platform.endInstances("SIGINT");
    assert.ok(load.slowestAnswerMs < LONGEST_ANSWER_MS, `an answer after ${load.slowestAnswerMs} ms`);
    const { ends } = await storeAgrees(database.path, { runs: load.runs, chaining: new Set(), deleted: new Set() });
    report = { how, seconds, answers: load.answers, slowestAnswerMs: load.slowestAnswerMs, acceptedAfterMs, ends };
  });
  assert.ok(report !== null);
  return report;
}

interface Load {
  /** Ids of the accepted runs by the idempotency key of their submission. */
  readonly runs: ReadonlyMap<string, string>;
  readonly answers: Readonly<Record<string, number>>;
  readonly slowestAnswerMs: number;
  /** Stops the submissions, and resolves when each of them was accepted. */
  end(): Promise<void>;
}

/** Lets clients submit runs with short pauses until `end`. Each repeats a submission until the app accepts it. */
function underLoad(platform: TestPlatform, key: string): Load {
  const runs = new Map<string, string>();
  const answers: Record<string, number> = {};
  const body = JSON.stringify(SMALL_RUN);
  let isOver = false, slowestAnswerMs = 0;
  const isAccepted = async (name: string): Promise<boolean> => {
    const headers = { "content-type": "application/json", "x-api-key": key, "idempotency-key": name };
    const began = performance.now();
    const response = await platform.fetch("/jobs", { method: "POST", headers, body });
    const text = await response.text();
    slowestAnswerMs = Math.max(slowestAnswerMs, Math.round(performance.now() - began));
    answers[response.status] = (answers[response.status] ?? 0) + 1;
    // The platform answers 502 by itself where an instance ends under a request.
    assert.ok([202, 502, 503].includes(response.status), text);
    if (response.status === 503) assert.equal(JSON.parse(text).code, "not_ready");
    if (response.status === 202) runs.set(name, JSON.parse(text).run_id);
    return response.status === 202;
  };
  const submitter = async (submitterName: number): Promise<void> => {
    for (let count = 0; !isOver; count++) {
      while (!await isAccepted(`${submitterName}-${count}`)) await pause(PAUSE_MS);
      await pause(PAUSE_MS);
    }
  };
  const done = Promise.all(Array.from({ length: SUBMITTERS }, (_, name) => submitter(name)));
  return {
    runs,
    answers,
    get slowestAnswerMs() {
      return slowestAnswerMs;
    },
    async end() {
      isOver = true;
      await done;
    },
  };
}

async function activeRuns(platform: TestPlatform, key: string): Promise<number | null> {
  const response = await platform.fetch("/jobs/active", { headers: { "x-api-key": key } });
  const text = await response.text();
  return response.ok ? JSON.parse(text).items.length : null;
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
