import assert from "node:assert/strict";
import { HOUR_MS, MINUTE_MS } from "../../src/domain/instant.ts";
import { encodedKv } from "../../src/store/encoded_kv.ts";
import { keys } from "../../src/store/keys.ts";
import { latestVersion } from "../../src/store/schema_version.ts";
import { put } from "../../src/store/transaction.ts";
import { kvConnectServer } from "../support/kv_connect_server.ts";
import { sampleSources } from "../support/sample_sources.ts";
import { sourceSettings, startSourceServer } from "../support/source_server.ts";
import type { TestSmtpServer } from "../support/smtp_server.ts";
import { ownerOf, storeAgrees, storeAt } from "../support/store_agrees.ts";
import { accountWithCredentials, mailTo } from "../support/temporary_store.ts";
import type { Absence } from "../support/tcp_proxy.ts";
import { fullTest, testInTurn } from "../support/tier.ts";
import { DEADLINE_MS, until } from "../support/until.ts";
import { databaseOutage, LONGEST_ANSWER_MS } from "./database_outage.ts";
import { submitted, succeeded } from "./small_run.ts";
import { storedJobs } from "./stored_jobs.ts";
import type { TestPlatform } from "./test_platform.ts";
import { type Visitor, visitorOf } from "./visitor.ts";
import { LACKS_PLATFORM, withPlatform } from "./with_platform.ts";

const ignore = LACKS_PLATFORM;
const AWAKE = { minuteMs: null, idleMs: DEADLINE_MS };
const TOKEN = { DENO_KV_ACCESS_TOKEN: "of a test" };

Deno.test({
  name: "on the hosted platform an instance that starts while its database is silent says so and serves later",
  ignore,
  fn: () => startsWithoutDatabase("silent"),
});

Deno.test(testInTurn({
  name:
    "on the hosted platform an instance that starts while its database refuses connections says so and serves later",
  ignore,
  fn: () => startsWithoutDatabase("refused"),
}));

async function startsWithoutDatabase(how: Absence): Promise<void> {
  await using database = kvConnectServer();
  database.goAway(how);
  await withPlatform({ ...AWAKE, database: database.path, variables: TOKEN }, async ({ platform }) => {
    const began = performance.now();
    assert.deepEqual(await statuses(platform, ["/health", "/ready", "/jobs"]), [200, 503, 503]);
    assert.equal(await platform.minute(), false);
    assert.ok(performance.now() - began < LONGEST_ANSWER_MS);
    assert.match(platform.printed.join(""), /Cannot use the store .*did not answer in time/);
    database.comeBack();
    await until(async () => (await statuses(platform, ["/ready"]))[0] === 200, "the instance to be ready");
    assert.equal(platform.started, 1);
  });
}

Deno.test(fullTest(
  "on the hosted platform a database that is away for 12 s costs time and nothing else",
  {
    heldBy: "on the hosted platform an instance that starts while its database is silent says so and serves later",
    ignore,
  },
  () => databaseOutage("silent", 12),
));

Deno.test(testInTurn({
  name: "on the hosted platform a database of a newer schema version is left alone, and the log names both versions",
  ignore,
  fn: () =>
    withPlatform(AWAKE, async ({ platform, folder }) => {
      const path = `${folder}/kv.sqlite3`;
      const raw = await Deno.openKv(path);
      const kv = encodedKv(raw);
      try {
        await kv.commit({ checks: [], mutations: [put(keys.schemaVersion, latestVersion() + 1)] });
        const response = await platform.fetch("/jobs");
        assert.deepEqual([response.status, (await response.json()).detail], [
          503,
          "The store of the service cannot be opened now: try again later",
        ]);
        assert.deepEqual(await statuses(platform, ["/health", "/ready"]), [200, 503]);
        const said = `its schema version ${
          latestVersion() + 1
        } is newer than ${latestVersion()}, .*start the newer program`;
        assert.match(platform.printed.join(""), new RegExp(said));
        const left = await Array.fromAsync(kv.list({ prefix: [] }));
        assert.deepEqual(left.map(({ key }) => key), [keys.schemaVersion]);
        await kv.commit({ checks: [], mutations: [put(keys.schemaVersion, latestVersion())] });
        await until(async () => (await statuses(platform, ["/ready"]))[0] === 200, "the instance to be ready");
      } finally {
        raw.close();
      }
    }),
}));

Deno.test(testInTurn({
  name: "a preview with a copy of production's settings mails links to itself, and starts no more workers than it can",
  ignore,
  fn: () =>
    withPlatform({
      ...AWAKE,
      variables: { DENO_TIMELINE: "preview/a1b2c3" },
      moreSettings: { PUBLIC_URL: "https://portfolio.example", WORKERS: "9" },
    }, async ({ platform, mails }) => {
      await signedUp(platform);
      await until(() => mails.received.length > 0, "the mail");
      const [{ content } = { content: "" }] = mails.received;
      assert.match(content, /https:\/\/portfolio-a1b2c3\.desk\.deno\.net\//);
      assert.doesNotMatch(content, /portfolio\.example/);
      const said = platform.printed.join("");
      assert.match(said, /PUBLIC_URL: https:\/\/portfolio\.example is not used by the timeline "preview\/a1b2c3"/);
      assert.match(said, /WORKERS: 9 is more than an instance has room for, so 2 compute/);
    }),
}));

Deno.test(testInTurn({
  name: "an app whose PUBLIC_URL names another host serves, links to that host, and says so once",
  ignore,
  fn: () =>
    withPlatform(
      { ...AWAKE, moreSettings: { PUBLIC_URL: "https://portfolio.example" } },
      async ({ platform, mails }) => {
        await signedUp(platform);
        assert.deepEqual(await statuses(platform, ["/health", "/ready"]), [200, 200]);
        await until(() => mails.received.length > 0, "the mail");
        assert.match(mails.received[0]?.content ?? "", /https:\/\/portfolio\.example\//);
        const said = platform.printed.join("").match(
          /Requests come to localhost:\d+, but links lead to portfolio\.example/g,
        );
        assert.equal(said?.length, 1);
      },
    ),
}));

Deno.test({
  name: "on the hosted platform a timer that overlaps itself mails nothing twice",
  ignore,
  fn: () =>
    withPlatform(AWAKE, async ({ platform, mails, folder }) => {
      const database = `${folder}/kv.sqlite3`;
      await seededAccount(database);
      const expected = await enqueuedMails(database, { count: 6 });
      await platform.startInstance();
      assert.ok(await platform.minutesAtOnce(2));
      assert.deepEqual(recipients(mails), ["ada@example.com", ...expected]);
    }),
});

for (const instances of [1, 2]) {
  Deno.test(fullTest(
    `on the hosted platform overlapping timers compute and mail nothing twice (instances: ${instances})`,
    { heldBy: "on the hosted platform a timer that overlaps itself mails nothing twice", ignore },
    () => overlappingMinutes({ instances, runs: 4 * instances }),
  ));
}

async function overlappingMinutes(
  { instances, runs: count }: { readonly instances: number; readonly runs: number },
): Promise<void> {
  await withPlatform(
    { ...AWAKE, moreSettings: { DEFAULT_PLAN: "enterprise" } },
    async ({ platform, mails, folder }) => {
      const database = `${folder}/kv.sqlite3`;
      await platform.startInstance({ WORKERS: "0" });
      const visitor = await visitorOf(platform, mails, "ada@example.com");
      const runs = new Map<string, string>();
      for (let k = 0; k < count; k++) runs.set(String(k), await submitted(visitor));
      await platform.endInstances("SIGINT");
      const expected = await enqueuedMails(database, { count });
      for (let k = 0; k < instances; k++) await platform.startInstance();
      assert.ok(await platform.minutesAtOnce(2));
      await platform.endInstances("SIGINT");
      assert.deepEqual(await endsOf(database), Array(count).fill("succeeded in attempt 1"));
      assert.deepEqual(recipients(mails).filter((to) => to !== "ada@example.com"), expected);
      await storeAgrees(database, { runs, chaining: new Set(), deleted: new Set() });
    },
  );
}

Deno.test(fullTest(
  "two apps of the hosted platform on one database compute each other's runs, and nothing twice",
  { heldBy: "on the hosted platform a timer that overlaps itself mails nothing twice", ignore },
  () =>
    withPlatform({ ...AWAKE, moreSettings: { DEFAULT_PLAN: "enterprise" } }, async ({ platform, mails, folder }) => {
      const database = `${folder}/kv.sqlite3`;
      const settings = { MAIL_URL: `smtp://127.0.0.1:${mails.port}`, PUBLIC_URL: "https://localhost" };
      await withPlatform({
        ...AWAKE,
        database,
        settings: { ...settings, DEFAULT_PLAN: "enterprise" },
        variables: { DENO_DEPLOY_APP_SLUG: "other" },
      }, async ({ platform: other }) => {
        const visitor = await visitorOf(platform, mails, "ada@example.com");
        const atOther = atPlatform(visitor, other);
        const runs = new Map<string, string>();
        for (let k = 0; k < 4; k++) {
          runs.set(`one ${k}`, await submitted(visitor));
          runs.set(`other ${k}`, await submitted(atOther));
        }
        for (const run of runs.values()) await succeeded(visitor, run, platform);
        assert.deepEqual(await endsOf(database), Array(8).fill("succeeded in attempt 1"));
        await platform.endInstances("SIGINT");
        await platform.startInstance({ WORKERS: "0" });
        const left = await submitted(visitor);
        runs.set("left", left);
        await succeeded(atOther, left, other);
        await Promise.all([platform.endInstances("SIGINT"), other.endInstances("SIGINT")]);
        await storeAgrees(database, { runs, chaining: new Set(), deleted: new Set() });
      });
    }),
));

Deno.test(fullTest(
  "two instances of the hosted platform whose clocks differ by an hour lose nothing and do nothing twice",
  { heldBy: "on the hosted platform a timer that overlaps itself mails nothing twice", ignore },
  () =>
    withPlatform({ ...AWAKE, moreSettings: { DEFAULT_PLAN: "enterprise" } }, async ({ platform, mails, folder }) => {
      const database = `${folder}/kv.sqlite3`;
      const ahead = { TEST_INSTANCE_AHEAD_MS: String(HOUR_MS) };
      const visitor = await visitorOf(platform, mails, "ada@example.com");
      await platform.startInstance(ahead);
      const runs = new Map<string, string>();
      for (let k = 0; k < 12; k++) runs.set(`with both ${k}`, await submitted(visitor));
      assert.ok(await platform.minutesAtOnce(1));
      for (const run of runs.values()) await succeeded(visitor, run, platform);
      assert.deepEqual(await endsOf(database), Array(12).fill("succeeded in attempt 1"));
      for (let k = 0; k < 4; k++) runs.set(`before the end ${k}`, await submitted(visitor));
      await platform.endInstances("SIGKILL");
      // What an instance ahead left behind is done by one that is not.
      const expected = await enqueuedMails(database, { count: 3, aheadMs: HOUR_MS });
      await platform.startInstance();
      assert.ok(await platform.minutesAtOnce(1));
      for (const run of runs.values()) await succeeded(visitor, run, platform);
      assert.deepEqual(recipients(mails).filter((to) => to !== "ada@example.com"), expected);
      await platform.endInstances("SIGINT");
      await storeAgrees(database, { runs, chaining: new Set(), deleted: new Set() });
    }),
));

Deno.test({
  name: "on the hosted platform a mail whose instance is killed while it is sent arrives",
  ignore,
  fn: () =>
    withPlatform(AWAKE, async ({ platform, mails, folder }) => {
      await seededAccount(`${folder}/kv.sqlite3`);
      mails.onReceived = () => platform.endInstances("SIGKILL");
      assert.equal(await platform.minute(), false);
      mails.onReceived = null;
      // The mail belongs to the instance that was killed for two minutes.
      assert.ok(await platform.minute());
      assert.equal(mails.received.length, 1);
      await platform.endInstances("SIGKILL");
      await platform.startInstance({ TEST_INSTANCE_AHEAD_MS: String(3 * MINUTE_MS) });
      for (let minutes = 0; minutes < 2; minutes++) assert.ok(await platform.minute());
      assert.deepEqual(recipients(mails), ["ada@example.com", "ada@example.com"]);
      const ids = mails.received.map(({ content }) => /^Message-ID: (.+)$/im.exec(content)?.[1]);
      assert.ok(ids[0] !== undefined);
      assert.equal(ids[1], ids[0]);
    }),
});

Deno.test(fullTest(
  "on the hosted platform lists whose instance is killed while they are refreshed are refreshed in a later minute",
  { heldBy: "on the hosted platform a mail whose instance is killed while it is sent arrives", ignore },
  async () => {
    await using sources = startSourceServer(sampleSources());
    await withPlatform({ ...AWAKE, moreSettings: sourceSettings(sources) }, async ({ platform, folder }) => {
      sources.fault = () =>
        sources.asked.length < 2
          ? null
          : platform.endInstances("SIGKILL").then(() => new Response(null, { status: 503 }));
      assert.equal(await platform.minute(), false);
      assert.deepEqual(await rowsOfLists(folder), ["nse: 60"]);
      sources.fault = null;
      sources.asked.length = 0;
      assert.ok(await platform.minute());
      assert.equal(sources.asked.length, 5);
      const rows = ["amfi: 20", "bse: 60", "mfapi: 20", "nasdaqlisted: 20", "nse: 60", "otherlisted: 20"];
      assert.deepEqual(await rowsOfLists(folder), rows);
    });
  },
));

/** Returns how many rows each stored list of market data has, by the names of the lists. */
async function rowsOfLists(folder: string): Promise<readonly string[]> {
  const store = await storeAt(`${folder}/kv.sqlite3`);
  try {
    return [...await store.marketDataCache.lists.heads()].map(([name, { about }]) => `${name}: ${about.rows}`);
  } finally {
    store.close();
  }
}

/** Signs a person up, so that the app sends a mail. */
async function signedUp(platform: TestPlatform): Promise<void> {
  const body = JSON.stringify({ email: "ada@example.com", password: "Correct horse", full_name: "Ada Lovelace" });
  const headers = { "content-type": "application/json" };
  const response = await platform.fetch("/auth/signup", { method: "POST", headers, body });
  await response.body?.cancel();
  assert.equal(response.status, 201);
}

/** Returns the statuses of the answers to requests, one after the other. */
async function statuses(platform: TestPlatform, paths: readonly string[]): Promise<readonly number[]> {
  const found: number[] = [];
  for (const path of paths) {
    const { status, body } = await platform.fetch(path);
    await body?.cancel();
    found.push(status);
  }
  return found;
}

/** Makes the account of ada@example.com in an empty database, with the mail of its sign-up in the outbox. */
async function seededAccount(path: string): Promise<void> {
  const store = await storeAt(path);
  try {
    await accountWithCredentials(store);
  } finally {
    store.close();
  }
}

/** Returns the recipients of the mails that arrived, in alphabetical order. */
function recipients({ received }: TestSmtpServer): readonly string[] {
  return received.flatMap(({ to }) => to).sort();
}

/** Puts mails into the outbox of a database, by a clock that may be ahead, and returns their recipients. */
async function enqueuedMails(
  path: string,
  { count, aheadMs = 0 }: { readonly count: number; readonly aheadMs?: number },
): Promise<readonly string[]> {
  const store = await storeAt(path, { aheadMs });
  try {
    const owner = await ownerOf(store);
    const recipients = Array.from({ length: count }, (_, k) => `guest-${k}@example.com`);
    for (const to of recipients) await store.mails.enqueue(owner, mailTo(to));
    return recipients;
  } finally {
    store.close();
  }
}

async function endsOf(database: string): Promise<readonly string[]> {
  return (await storedJobs(database)).map(({ status, attempt }) => `${status} in attempt ${attempt}`);
}

/** Returns the same person as a visitor of another app on the same database. */
function atPlatform(visitor: Visitor, platform: TestPlatform): Visitor {
  const headers = { "content-type": "application/json", "x-api-key": visitor.key };
  return {
    ...visitor,
    async send(method, path, body) {
      const response = await platform.fetch(path, {
        method,
        headers,
        ...body === undefined ? {} : { body: JSON.stringify(body) },
      });
      return { status: response.status, body: await response.json() };
    },
  };
}
