/**
 * Tests that an installation moves from a file to PostgreSQL, to a KV Connect server and back to a file while clients
 * submit runs, although the command is killed at random moments: nothing is lost or doubled.
 * Run by `deno task test:moves`; the environment variables MOVE_KILLS and MOVE_SEED are optional.
 */
import assert from "node:assert/strict";
import { beside } from "../support/beside.ts";
import { freePort } from "../support/free_port.ts";
import { kvConnectServer } from "../support/kv_connect_server.ts";
import { type PersonOfProcess, personOfProcess } from "../support/person_of_process.ts";
import { hasPostgres, newPostgresPath, sharesPostgres } from "../support/postgres_server.ts";
import { randomOf } from "../support/random_actions.ts";
import { type ServiceProcess, startAdminProcess, startServiceProcess } from "../support/service_process.ts";
import { storeAgrees } from "../support/store_agrees.ts";
import { pricesBody } from "../support/submission.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { until } from "../support/until.ts";

const KILLS_A_MOVE = Number(Deno.env.get("MOVE_KILLS") ?? 10);
const SEED = Number(Deno.env.get("MOVE_SEED") ?? crypto.getRandomValues(new Uint32Array(1))[0]);
const SUBMITTERS = 1;
const PAUSE_MS = 500;
/** Longest time after which the command is killed: as long as it takes to start and to carry everything. */
const LONGEST_COMMAND_MS = 3_000;

sharesPostgres();

Deno.test({
  name:
    `three moves under load, each killed ${KILLS_A_MOVE} times, lose nothing and do nothing twice (MOVE_SEED=${SEED})`,
  ignore: !hasPostgres(),
  async fn() {
    await using folder = await temporaryFolder();
    await using server = kvConnectServer();
    const dataDir = folder.path, port = freePort();
    const settings = {
      DATA_DIR: dataDir,
      HTTPS_PORT: String(port),
      RATE_LIMITS: "off",
      DEFAULT_PLAN: "enterprise",
      WORKERS: "1",
      DENO_KV_ACCESS_TOKEN: "of a test",
    };
    const places = [`${dataDir}/kv.sqlite3`, newPostgresPath(), server.path, `${dataDir}/back.sqlite3`] as const;
    const random = randomOf(SEED);
    const start = async (place: string): Promise<ServiceProcess> => {
      const service = startServiceProcess({ ...settings, KV_PATH: place });
      await service.printed(/ started /);
      return service;
    };
    let service = await start(places[0]);
    using person = await personOfProcess(service, { port, dataDir });
    using load = underLoad(person);
    for (const [index, to] of places.entries()) {
      if (index === 0) continue;
      const accepted = load.runs.size, from = places[index - 1];
      await until(() => load.runs.size >= accepted + 5, "runs to be accepted");
      let kills = 0;
      for (let round = 0; round < KILLS_A_MOVE; round++) {
        if (await killed(settings, { from, to, afterMs: random() * LONGEST_COMMAND_MS })) kills++;
        else break;
      }
      const refusedBefore = load.refused;
      const report = await moved(settings, { from, to });
      service.kill("SIGTERM");
      assert.equal((await service.ended()).code, 0);
      service = await start(to);
      const after = load.runs.size;
      await until(() => load.runs.size > after, "a run to be accepted by the moved service");
      // deno-lint-ignore no-console
      console.log(
        JSON.stringify({ move: index, kills, refused: load.refused - refusedBefore, runs: after, ...report }),
      );
    }
    await load.end();
    await until(async () => await activeRuns(person) === 0, "every run to end", { longestPauseMs: 1_000 });
    service.kill("SIGTERM");
    assert.equal((await service.ended()).code, 0);
    const found = await storeAgrees(places[3], { runs: load.runs, chaining: new Set(), deleted: new Set() });
    // deno-lint-ignore no-console
    console.log(JSON.stringify({ seed: SEED, refused: load.refused, unanswered: load.unanswered, ...found }));
  },
});

interface Move {
  readonly from: string;
  readonly to: string;
}

/** Starts a move and kills its process after a time. Returns false if the move was complete before. */
async function killed(
  settings: Readonly<Record<string, string>>,
  { from, to, afterMs }: Move & { readonly afterMs: number },
): Promise<boolean> {
  await using process = startAdminProcess(settings, ["migrate-store", from, to]);
  const ended = process.ended();
  const time = new Promise<"time">((resolve) => setTimeout(() => resolve("time"), afterMs));
  if (await Promise.race([ended, time]) === "time") process.kill("SIGKILL");
  const { code, output } = await ended;
  if (code === 0) return false;
  assert.ok(code === 137 || isComplete(output), output);
  return code === 137;
}

/** Whether an earlier command was killed after it had completed the move. */
function isComplete(output: string): boolean {
  return /put it there, nothing is left to do/.test(output);
}

/** Runs a move to its end and returns what it printed of its pause and its digests. */
async function moved(settings: Readonly<Record<string, string>>, { from, to }: Move): Promise<Record<string, unknown>> {
  const process = startAdminProcess(settings, ["migrate-store", from, to]);
  const { code, output } = await process.ended();
  if (isComplete(output)) return { complete: "before" };
  assert.equal(code, 0, output);
  const digests = [...output.matchAll(/^([0-9a-f]{64}) of (\d+) entries: /gm)];
  assert.equal(digests.length, 2, output);
  assert.equal(digests[0][1], digests[1][1]);
  return { pauseMs: Number(/stored nothing for (\d+) ms/.exec(output)?.[1]), entries: Number(digests[0][2]) };
}

interface Load extends Disposable {
  /** Ids of the accepted runs by the idempotency key of their submission. */
  readonly runs: ReadonlyMap<string, string>;
  /** Number of submissions that were answered with 503. */
  readonly refused: number;
  /** Number of submissions without an answer, mostly because the service was started anew. */
  readonly unanswered: number;
  /** Stops the submissions, and resolves when each of them was accepted. */
  end(): Promise<void>;
}

/** Lets clients submit runs until `end`. Each repeats a submission until the service accepts it. */
function underLoad(person: PersonOfProcess): Load {
  const runs = new Map<string, string>(), body = JSON.stringify(pricesBody(3, 80));
  let isOver = false, isGivenUp = false, refused = 0, unanswered = 0;
  const isAccepted = async (name: string): Promise<boolean> => {
    const headers = { "content-type": "application/json", "idempotency-key": name };
    try {
      const response = await person.fetch("/jobs", { method: "POST", headers, body });
      const text = await response.text();
      assert.ok(response.status === 202 || response.status === 503, `${response.status} ${text}`);
      if (response.status === 202) runs.set(name, JSON.parse(text).run_id);
      else refused++;
      return response.status === 202;
    } catch (error) {
      if (!(error instanceof TypeError) && !isGivenUp) throw error;
      unanswered++;
      return false;
    }
  };
  const submitter = async (number: number): Promise<void> => {
    for (let count = 0; !isOver; count++) {
      while (!isGivenUp && !await isAccepted(`${number}-${count}`)) await pause();
      await pause();
    }
  };
  const done = beside(Promise.all(Array.from({ length: SUBMITTERS }, (_, number) => submitter(number))));
  return {
    runs,
    get refused() {
      return refused;
    },
    get unanswered() {
      return unanswered;
    },
    async end() {
      isOver = true;
      await done;
    },
    [Symbol.dispose]() {
      [isOver, isGivenUp] = [true, true];
    },
  };
}

async function activeRuns(person: PersonOfProcess): Promise<number> {
  const response = await person.fetch("/jobs/active");
  return (await response.json()).items.length;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
