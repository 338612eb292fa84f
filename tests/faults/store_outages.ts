/**
 * Tests that outages of the store under load lose no work. A service and a job runner use a KV Connect store that
 * refuses connections, is silent or answers ten seconds late, for 1, 12 and 60 seconds each, and that then refuses
 * connections for 2 seconds twenty times, as in a restart. The answer to the first attempt of each write is lost. Run
 * by `deno task test:outages`; the environment variable OUTAGE_SECONDS sets other lengths, and OUTAGE_RESTARTS sets
 * another number of restarts.
 */
import assert from "node:assert/strict";
import { kvConnectServer } from "../support/kv_connect_server.ts";
import type { PersonOfProcess } from "../support/person_of_process.ts";
import { serviceUnderLoad } from "../support/service_under_load.ts";
import type { Absence } from "../support/tcp_proxy.ts";
import { until } from "../support/until.ts";

const SECONDS = (Deno.env.get("OUTAGE_SECONDS") ?? "1 12 60").split(" ").map(Number);
const RESTARTS = Number(Deno.env.get("OUTAGE_RESTARTS") ?? 20);
const SUBMITTERS = 4;

const OUTAGES: readonly { readonly how: Absence; readonly seconds: number }[] = [
  ...SECONDS.flatMap((seconds) => (["refused", "silent", "slow"] as const).map((how) => ({ how, seconds }))),
  ...Array.from({ length: RESTARTS }, () => ({ how: "refused" as const, seconds: 2 })),
];

Deno.test({
  name: "a store that goes away under load costs time and nothing else",
  // The KV client keeps waiting for answers that never come, so the check for pending operations is off.
  sanitizeOps: false,
  async fn() {
    await using server = kvConnectServer({ cutsFirstAnswers: true });
    const store = { KV_PATH: server.path, DENO_KV_ACCESS_TOKEN: "of a test" };
    await using service = await serviceUnderLoad(store, { submitters: SUBMITTERS });
    const { person, load } = service;
    for (const { how, seconds } of OUTAGES) {
      const before = load.runs.size;
      server.goAway(how);
      await pause(seconds * 1_000);
      server.comeBack();
      const back = performance.now();
      await until(() => load.runs.size > before + SUBMITTERS, "runs to be accepted again");
      // deno-lint-ignore no-console
      console.log(`${how} for ${seconds} s: accepts again after ${Math.round(performance.now() - back)} ms`);
    }
    await load.end();
    const items = await historyOf(person);
    assert.deepEqual(new Set(items.map(({ run_id: id }) => id)), new Set(load.runs.values()), "runs made and told of");
    assert.equal(items.length, load.runs.size);
    const ends = Object.groupBy(items, ({ status, attempt }) => `${status} in attempt ${attempt}`);
    // deno-lint-ignore no-console
    console.log(Object.entries(ends).map(([end, runs = []]) => `${runs.length} ${end}`).join(", "), load.statuses());
    assert.deepEqual(items.filter(({ status }) => status !== "succeeded"), []);
    const { meters } = await (await person.fetchSignedIn("/billing/me")).json();
    assert.equal(meters[0].used, items.length, "runs that were metered");
    await service.stop();
  },
});

interface Item {
  readonly run_id: string;
  readonly status: string;
  readonly attempt: number;
}

/** Test helper. Waits until no run is active and returns every run of the history. */
async function historyOf(person: PersonOfProcess): Promise<readonly Item[]> {
  const read = async (path: string) => await (await person.fetch(path)).json();
  await until(async () => (await read("/jobs/active")).items.length === 0, "every run to end");
  const items: Item[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: { items: Item[]; next_cursor: string | null } = await read(
      `/jobs/history?limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`,
    );
    items.push(...page.items);
    cursor = page.next_cursor;
  }
  return items;
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
