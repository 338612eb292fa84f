/**
 * Tests that a cut of the network between a runner and the store costs time and nothing else. The runner works in a
 * network of its own, goes on computing while the cable is cut, and comes back after other runners took its runs.
 * Run by `deno task test:outages`; the environment variable CUT_SECONDS sets the length of the cut.
 */
import assert from "node:assert/strict";
import { freePort } from "../support/free_port.ts";
import { networkNamespace } from "../support/network_namespace.ts";
import { type PersonOfProcess, personOfProcess } from "../support/person_of_process.ts";
import { hasPostgres, startPostgres } from "../support/postgres_server.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { storeAgrees } from "../support/store_agrees.ts";
import { pricesBody } from "../support/submission.ts";
import { underLoad } from "../support/submitting_load.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { until } from "../support/until.ts";

const CUT_SECONDS = Number(Deno.env.get("CUT_SECONDS") ?? 60);

Deno.test({
  name:
    `a runner that was cut off for ${CUT_SECONDS} s writes nothing of the runs that others took meanwhile, and goes on`,
  ignore: !hasPostgres(),
  async fn() {
    await using network = await networkNamespace();
    if (network === null) return;
    await using server = await startPostgres({ settings: [`listen_addresses=127.0.0.1,${network.hostAddress}`] });
    await server.admit(network.range);
    await using folder = await temporaryFolder();
    const port = freePort(), path = server.path("portfolio");
    const settings = {
      ...{ DATA_DIR: folder.path, KV_PATH: path, HTTPS_PORT: String(port) },
      ...{ RATE_LIMITS: "off", DEFAULT_PLAN: "enterprise" },
    };
    await using service = startServiceProcess({ ...settings, WORKERS: "0" });
    await service.printed(/ started /);
    using person = await personOfProcess(service, { port, dataDir: folder.path });
    const pathOfFar = `${path.replace("127.0.0.1", network.hostAddress)}&sslmode=disable`;
    const far = { ...settings, KV_PATH: pathOfFar, WORKERS: "2" };
    await using cutOff = startServiceProcess(far, ["work"], { within: network.within });
    await cutOff.printed(/ started /);
    // The first one is computed before the cut ends. The other one is not, so that its runner believes in its lease.
    const first = await submitted(person, longBody(8, 6)), other = await submitted(person, longBody(20, 40));
    for (const id of [first, other]) await until(async () => (await recordOf(person, id)).progress.fraction > 0, id);
    await network.cut();
    const cutAt = performance.now();
    await using runner = startServiceProcess({ ...settings, WORKERS: "2" }, ["work"]);
    await runner.printed(/ started /);
    const load = underLoad(person, 2);
    let takenMs = NaN, fencedMs = NaN;
    try {
      for (const id of [first, other]) await until(async () => (await recordOf(person, id)).attempt === 2, id);
      takenMs = Math.round(performance.now() - cutAt);
      await pause(1_000 * CUT_SECONDS - takenMs);
      await network.mend();
      const mendedAt = performance.now();
      await cutOff.printed(new RegExp(`job attempt ended job=${other} .*attempt=1 outcome=fenced`));
      fencedMs = Math.round(performance.now() - mendedAt);
      assert.deepEqual(await statusOf(person, other), ["running", 2]);
      assert.equal((await person.fetch(`/jobs/${other}/cancel`, { method: "POST" })).ok, true);
    } finally {
      await load.end();
    }
    // Beside the load it would wait for a core, on a busy machine longer than a test waits.
    await until(async () => (await recordOf(person, first)).status === "succeeded", first);
    assert.deepEqual(await statusOf(person, first), ["succeeded", 2]);
    await until(async () => await activeRuns(person) === 0, "every run to end", { longestPauseMs: 500 });
    runner.kill("SIGTERM");
    assert.equal((await runner.ended()).code, 0);
    const alone = await submitted(person, longBody(1, 3));
    await until(
      async () => (await recordOf(person, alone)).status === "succeeded",
      "a run by the runner that came back",
    );
    for (const process of [cutOff, service]) {
      process.kill("SIGTERM");
      assert.equal((await process.ended()).code, 0);
    }
    const runs = new Map([...load.runs, ...[first, other, alone].map((id) => [id, id] as const)]);
    const found = await storeAgrees(path, { runs, chaining: new Set(), deleted: new Set() });
    // deno-lint-ignore no-console
    console.log(JSON.stringify({ taken_ms: takenMs, fenced_ms: fencedMs, ...found, answers: load.statuses() }));
  },
});

/** A run that computes for seconds for each of its methods, and for minutes with many assets. */
function longBody(methods: number, assets: number): unknown {
  return {
    ...pricesBody(assets, 480),
    methods: Array.from({ length: methods }, (_, index) => ({ method: "min_cvar", confidence: 0.9 + index * 0.004 })),
    rolling_backtest: { train_window: 230, rebalance_every: 1 },
  };
}

async function submitted(person: PersonOfProcess, body: unknown): Promise<string> {
  const headers = { "content-type": "application/json" };
  const response = await person.fetch("/jobs", { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await response.json();
  assert.equal(response.status, 202, JSON.stringify(answer));
  return answer.run_id;
}

interface JobRecord {
  readonly status: string;
  readonly attempt: number;
  readonly progress: { readonly fraction: number };
}

async function recordOf(person: PersonOfProcess, id: string): Promise<JobRecord> {
  return await (await person.fetch(`/jobs/${id}`)).json();
}

async function statusOf(person: PersonOfProcess, id: string): Promise<readonly [string, number]> {
  const { status, attempt } = await recordOf(person, id);
  return [status, attempt];
}

async function activeRuns(person: PersonOfProcess): Promise<number> {
  return (await (await person.fetch("/jobs/active")).json()).items?.length;
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
