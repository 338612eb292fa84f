/**
 * Tests that faults of a PostgreSQL server under load cost time and nothing else. A service and a job runner submit
 * and compute runs while the server crashes and starts again, an administrator ends all connections every second, the
 * server is silent, the network loses answers, others take all connections, a replica is promoted, and the disk is
 * full. Run by `deno task test:outages`; the environment variable OUTAGE_SECONDS_OF_POSTGRES sets the length of a
 * silence.
 */
import assert from "node:assert/strict";
import { openPostgres } from "../../src/store/postgres/open_postgres.ts";
import type { PersonOfProcess } from "../support/person_of_process.ts";
import { hasPostgres, type PostgresServer, replicaFolder, startPostgres } from "../support/postgres_server.ts";
import { serviceUnderLoad } from "../support/service_under_load.ts";
import { smallDisk } from "../support/small_disk.ts";
import { storeAgrees } from "../support/store_agrees.ts";
import type { SubmittingLoad } from "../support/submitting_load.ts";
import { type TcpProxy, tcpProxy } from "../support/tcp_proxy.ts";
import { until } from "../support/until.ts";

const SILENT_SECONDS = Number(Deno.env.get("OUTAGE_SECONDS_OF_POSTGRES") ?? 12);
const SUBMITTERS = 4;
/** Longest time of an answer while the database is away, in milliseconds. It allows for a busy machine. */
const LONGEST_ANSWER_MS = 30_000;
const MAX_CONNECTIONS = 60;

interface Fault {
  readonly name: string;
  happen(load: SubmittingLoad): Promise<void>;
}

/**
 * Lets a service and a runner on the store at an address work while faults happen one after the other, and asserts that
 * runs are accepted again after each, that every answer came in time, and that the store agrees with all answers.
 */
async function work(path: string, faults: readonly Fault[], pathAfter = path): Promise<void> {
  await using service = await serviceUnderLoad({ KV_PATH: path }, { submitters: SUBMITTERS });
  const { person, load } = service;
  for (const { name, happen } of faults) {
    const before = load.runs.size;
    await until(() => load.runs.size > before + SUBMITTERS, "runs before the fault");
    await happen(load);
    const accepted = load.runs.size, back = performance.now();
    await until(() => load.runs.size > accepted + SUBMITTERS, "runs to be accepted again");
    // deno-lint-ignore no-console
    console.log(`${name}: accepts again after ${Math.round(performance.now() - back)} ms`);
  }
  await load.end();
  await untilAllEnded(person);
  await service.stop();
  const found = await storeAgrees(pathAfter, { runs: load.runs, chaining: new Set(), deleted: new Set() });
  // deno-lint-ignore no-console
  console.log(JSON.stringify({ ...found, answers: load.statuses(), slowest_ms: load.slowestMs() }));
  assert.ok(load.slowestMs() < LONGEST_ANSWER_MS, `an answer took ${load.slowestMs()} ms`);
}

async function untilAllEnded(person: PersonOfProcess): Promise<void> {
  await until(async () => (await (await person.fetch("/jobs/active")).json()).items?.length === 0, "every run to end", {
    longestPauseMs: 500,
  });
}

function faultsOf(server: PostgresServer, proxy: TcpProxy): readonly Fault[] {
  return [
    {
      name: "a crash and a start after 2 s",
      async happen() {
        await server.stop("immediate");
        await pause(2);
        await server.start();
      },
    },
    {
      name: "the end of all connections every second",
      async happen() {
        for (let second = 0; second < 8; second++) {
          await server.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'app'");
          await pause(1);
        }
      },
    },
    {
      name: `a silence of ${SILENT_SECONDS} s`,
      async happen() {
        await server.fallSilent();
        await pause(SILENT_SECONDS);
        await server.goOn();
      },
    },
    {
      name: "lost answers for 6 s",
      async happen() {
        proxy.loseAnswers(9);
        await pause(6);
        proxy.loseAnswers(0);
      },
    },
    {
      name: "no connection left for 6 s",
      async happen() {
        const path = server.path("others", `&connections=${MAX_CONNECTIONS}`).replace("postgres@", "hog@");
        const others = await Promise.all([openPostgres(path), openPostgres(path)]);
        const reads = others.map((kv) => Promise.allSettled(Array.from({ length: 200 }, () => kv.get(["x"]))));
        await server.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'app'");
        await pause(6);
        await Promise.all(reads);
        await Promise.all(others.map((kv) => kv.close()));
      },
    },
  ];
}

async function prepared(server: PostgresServer): Promise<void> {
  for (const role of ["app", "hog"]) {
    await server.sql(`CREATE ROLE ${role} LOGIN; GRANT CREATE ON DATABASE postgres TO ${role}`);
  }
}

const ignore = !hasPostgres();

Deno.test("faults of a PostgreSQL server and of the network to it cost time and nothing else", { ignore }, async () => {
  await using server = await startPostgres({ settings: [`max_connections=${MAX_CONNECTIONS}`] });
  await prepared(server);
  const proxy = tcpProxy({ to: server.port });
  const direct = server.path("portfolio").replace("postgres@", "app@");
  await work(direct.replace(`:${server.port}/`, `:${proxy.port}/`), faultsOf(server, proxy), direct);
  await proxy.close();
});

Deno.test("a replica that is promoted takes over from a primary that crashed", { ignore }, async () => {
  await using primary = await startPostgres();
  await prepared(primary);
  await using replica = await startPostgres({ folder: await replicaFolder(primary) });
  await primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'");
  await primary.sql("SELECT pg_reload_conf()");
  await until(async () => await primary.sql("SELECT sync_state FROM pg_stat_replication") === "sync", "the replica");
  const one = replica.path("portfolio").replace("postgres@", "app@");
  const both = one.replace(`:${replica.port}/`, `:${primary.port},127.0.0.1:${replica.port}/`);
  await work(both, [{
    name: "a promotion 3 s after the crash of the primary",
    async happen() {
      await primary.stop("immediate");
      await pause(3);
      await replica.sql("SELECT pg_promote()");
    },
  }], one);
});

Deno.test("a full disk of the server refuses submissions and costs nothing else", { ignore }, async () => {
  await using disk = await smallDisk(200);
  if (disk === null) return;
  await using server = await startPostgres({
    within: disk.folder,
    settings: ["max_wal_size=32MB", "min_wal_size=32MB", "wal_recycle=off"],
  });
  await prepared(server);
  await work(server.path("portfolio").replace("postgres@", "app@"), [{
    name: "a full disk",
    async happen(load) {
      await disk.fill();
      const refused = load.statuses()[503] ?? 0;
      await until(() => (load.statuses()[503] ?? 0) > refused + 2 * SUBMITTERS, "submissions to be refused");
      await disk.clear();
      // A server that found no room for its log has ended, and is started by who gives it room.
      await server.stop("immediate");
      await server.start();
    },
  }]);
});

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1_000 * seconds));
}
