/**
 * Tests that kills of any program of a fleet lose no work: processes that answer, that compute, the proxy, the bucket
 * and PostgreSQL itself are killed while runs are submitted, chained, computed, opened, cancelled and deleted.
 * Run by `deno task test:fleet`; the environment variables KILL_ROUNDS and KILL_SEED are optional.
 */
import assert from "node:assert/strict";
import { loadConfig } from "../../src/config.ts";
import { beside } from "../support/beside.ts";
import { canStartFleet, fleetFolder, type FleetOfTest, fleetOfTest, personOfFolder } from "../support/running_fleet.ts";
import { objectSetsAgree } from "../support/object_sets_agree.ts";
import type { PersonOfProcess } from "../support/person_of_process.ts";
import { type AnsweredAction, RandomActions, randomOf, type SentAction } from "../support/random_actions.ts";
import { ownerOf, storeAgrees, storeAt } from "../support/store_agrees.ts";
import { until } from "../support/until.ts";

const ROUNDS = Number(Deno.env.get("KILL_ROUNDS") ?? 300);
const SEED = Number(Deno.env.get("KILL_SEED") ?? crypto.getRandomValues(new Uint32Array(1))[0]);
/** Number of random actions that are under way at the same time, each followed by another one. */
const ACTORS = 4;
const LONGEST_WAIT_MS = 1_500;
/** Time in which some job ends after the last kill: a lease, and the longest pause after outages of a job. */
const STUCK_AFTER_MS = 180_000;

Deno.test({
  name: `${ROUNDS} kills at random over all programs of a fleet lose nothing and do nothing twice (KILL_SEED=${SEED})`,
  ignore: !canStartFleet(),
  async fn() {
    await using folder = await fleetFolder();
    await using running = await fleetOfTest(folder.path, {
      RATE_LIMITS: "off",
      DEFAULT_PLAN: "enterprise",
      LOG_LEVEL: "warn",
    });
    const { fleet } = running, random = randomOf(SEED);
    using person = await personOfFolder(running);
    const over = new AbortController(), failed = new AbortController();
    const actions = new RandomActions(answererOf(person, failed.signal));
    const acting = beside(
      Promise.all(Array.from({ length: ACTORS }, () => act(actions, random, over.signal))),
      () => over.abort(),
    );
    const tally = new Map<string, number>();
    const begun = Date.now();
    let killingS = 0;
    try {
      for (let round = 0; round < ROUNDS && !over.signal.aborted; round++) {
        await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_WAIT_MS));
        const victim = fleet.parts[Math.floor(random() * fleet.parts.length)];
        await until(() => victim.pid !== null, `${victim.part.name} to live again`);
        victim.kill("SIGKILL");
        const kind = victim.part.name.replace(/-\d+$/, "");
        tally.set(kind, (tally.get(kind) ?? 0) + 1);
      }
      killingS = Math.round((Date.now() - begun) / 1_000);
      await Promise.all(fleet.parts.map((part) => part.ready()));
    } catch (error) {
      // The actions would go on with a client that this test closes.
      failed.abort();
      over.abort();
      await acting.catch(() => undefined);
      throw error;
    }
    over.abort();
    await acting;
    const found = await verify(running, actions);
    // deno-lint-ignore no-console
    console.log(JSON.stringify({ seed: SEED, seconds: killingS, killed: Object.fromEntries(tally), ...found }));
  },
});

/** Test helper. Waits until all work has ended, stops the processes, and compares store and bucket with the answers. */
async function verify({ fleet }: FleetOfTest, actions: RandomActions): Promise<Record<string, unknown>> {
  const { artifactBucket, kvPath } = loadConfig(fleet.settings, { cores: 1 });
  const store = await storeAt(kvPath, { artifactBucket });
  const owner = await ownerOf(store);
  const inFlight = async () => (await store.jobs.listActive(owner, { limit: 1_000, cursor: null })).items;
  let active = await inFlight(), since = Date.now();
  while (active.length > 0) {
    assert.ok(Date.now() < since + STUCK_AFTER_MS, `a job is stuck: ${JSON.stringify(active)}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const now = await inFlight();
    if (now.length < active.length) since = Date.now();
    active = now;
  }
  await store.close();
  const kept = ["postgres", "bucket"];
  await Promise.all(fleet.parts.filter(({ part }) => !kept.includes(part.name)).map((part) => part.stop()));
  const found = await storeAgrees(kvPath, actions, artifactBucket);
  const objects = artifactBucket === null ? {} : await objectSetsAgree(kvPath, artifactBucket);
  return { ...found, ...objects };
}

/** Test helper. Does one random action after the other until the signal aborts. */
async function act(actions: RandomActions, random: () => number, over: AbortSignal): Promise<void> {
  const { submit, backtest, openSpreadsheet, cancel, remove } = {
    submit: () => actions.submit(random),
    backtest: () => actions.backtest(random),
    openSpreadsheet: () => actions.openSpreadsheet(random),
    cancel: () => actions.cancel(random),
    remove: () => actions.remove(random),
  };
  const kinds = [submit, submit, submit, submit, backtest, backtest, openSpreadsheet, openSpreadsheet, cancel, remove];
  while (!over.aborted) {
    await (actions.runs.size === 0 ? submit : kinds[Math.floor(random() * kinds.length)])();
    await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_WAIT_MS));
  }
}

/** Test helper. Returns a function that repeats a request until the fleet answers it with a status other than 503. */
function answererOf(
  person: PersonOfProcess,
  failed: AbortSignal,
): (path: string, init: SentAction) => Promise<AnsweredAction> {
  const isJson = { "content-type": "application/json" };
  return async (path, init) => {
    for (;;) {
      failed.throwIfAborted();
      try {
        const response = await person.fetchSignedIn(path, { ...init, headers: { ...isJson, ...init.headers } });
        const text = await response.text();
        // The proxy answers 502 where a process was killed while it answered.
        if (![502, 503].includes(response.status)) return { status: response.status, text };
      } catch (error) {
        // The proxy was killed during the request, or the process while it sent the body.
        if (!(error instanceof TypeError)) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
}
