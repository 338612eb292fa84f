/**
 * Tests that faults of a PostgreSQL server under load lose nothing and do nothing twice, that each call ends in bounded
 * time, and that the same connections work again afterwards. `deno task test:outages` has the longer ones, of services.
 */
import assert from "node:assert/strict";
import { DomainError } from "../../src/domain/errors.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { pause } from "../../src/runtime/pause.ts";
import { systemRandom } from "../../src/runtime/random.ts";
import type { EncodedKv } from "../../src/store/encoded_kv.ts";
import { openPostgres } from "../../src/store/postgres/open_postgres.ts";
import { postgresAddress } from "../../src/store/postgres/postgres_address.ts";
import { PostgresBell } from "../../src/store/postgres/postgres_bell.ts";
import { PostgresPool } from "../../src/store/postgres/postgres_pool.ts";
import { put, transaction } from "../../src/store/transaction.ts";
import { beside } from "../support/beside.ts";
import { noteAbsence } from "../support/absent_program.ts";
import { hasPostgres, type PostgresServer, replicaFolder, startPostgres } from "../support/postgres_server.ts";
import { standStill } from "../support/stand_still.ts";
import { smallDisk } from "../support/small_disk.ts";
import { tcpProxy } from "../support/tcp_proxy.ts";
import { fullTest, testedCases, testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

const CLIENTS = 8;
/** Longest time of a transaction in milliseconds: turns, calls, and commits that prevent others, on a busy machine. */
const LONGEST_CALL_MS = 20_000;

/** Additions to a few counters, by clients that send each one again until it is done. */
interface Additions {
  done(): number;
  refused(): number;
  /** Stops them, and asserts that each happened once and that no call took too long. */
  end(): Promise<void>;
}

function additions(kv: EncodedKv): Additions {
  const context = { kv, clock: systemClock, random: systemRandom, mayLoseAnswers: true };
  let done = 0, refused = 0, slowestMs = 0, isOver = false;
  /** Adds once, however often it is sent: a call that got no answer may have happened, as a request may have. */
  const add = (key: Deno.KvKey, id: string): Promise<void> =>
    transaction(context, async (read) => {
      const [entry, added] = await read.getMany<[number, boolean]>([key, ["added", id]]);
      if (added.value === true) return { checks: [], mutations: [], result: undefined };
      const mutations = [put(key, (entry.value ?? 0) + 1), put(added.key, true)];
      return { checks: [entry, added], mutations, result: undefined };
    });
  const isDone = async (key: Deno.KvKey, id: string): Promise<boolean> => {
    const began = performance.now();
    try {
      await add(key, id);
      return true;
    } catch (error) {
      assert.ok(error instanceof DomainError && error.code === "not_ready", String(error));
      refused++;
      return false;
    } finally {
      slowestMs = Math.max(slowestMs, performance.now() - began);
    }
  };
  const client = async (number: number): Promise<void> => {
    for (let count = 0; !isOver; count++) {
      while (!await isDone(["sum", number % 3], `${number}-${count}`)) await pause(20, new AbortController().signal);
      done++;
    }
  };
  const clients = beside(Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number))));
  return {
    done: () => done,
    refused: () => refused,
    async end() {
      const before = done;
      await until(() => done > before + CLIENTS, "additions after the fault");
      isOver = true;
      await clients;
      const entries = await kv.getMany<number[]>([["sum", 0], ["sum", 1], ["sum", 2]]);
      assert.equal(entries.reduce((sum, { value }) => sum + (value ?? 0), 0), done, "additions that happened");
      assert.ok(slowestMs < LONGEST_CALL_MS, `a call took ${Math.round(slowestMs)} ms`);
    },
  };
}

interface Faulty {
  readonly server: PostgresServer;
  readonly load: Additions;
  /** Lets the proxy between the store and the server lose every so-manieth answer. */
  loseAnswers(each: number): void;
}

interface Fault {
  readonly name: string;
  readonly settings?: readonly string[];
  /** Whether calls must have been refused in the meantime. */
  readonly refuses: boolean;
  happen(faulty: Faulty): Promise<void>;
}

const FAULTS: readonly Fault[] = [
  {
    name: "a server that crashes and is started again",
    refuses: true,
    async happen({ server, load }) {
      await server.stop("immediate");
      const before = load.refused();
      await until(() => load.refused() > before, "a refusal");
      await server.start();
    },
  },
  {
    name: "an administrator who ends all connections again and again",
    refuses: false,
    async happen({ server }) {
      for (let k = 0; k < 6; k++) {
        await server.sql(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name ~ '^portfolio'",
        );
        await pause(150, new AbortController().signal);
      }
    },
  },
  {
    name: "a server with fewer connections than the process wants",
    settings: ["max_connections=6", "superuser_reserved_connections=1"],
    refuses: false,
    async happen({ load }) {
      const before = load.done();
      await until(() => load.done() > before + 50, "additions over few connections");
    },
  },
  {
    name: "a network that loses answers and their connections",
    refuses: false,
    async happen({ load, loseAnswers }) {
      loseAnswers(7);
      const before = load.done();
      await until(() => load.done() > before + 100, "additions with lost answers");
      loseAnswers(0);
    },
  },
  {
    name: "a server that falls silent with all its connections",
    refuses: true,
    async happen({ server, load }) {
      await server.fallSilent();
      const before = load.refused();
      await until(() => load.refused() > before + CLIENTS, "refusals");
      await server.goOn();
    },
  },
];

const ignore = !hasPostgres();

for (const { name, settings = [], refuses, happen } of testedCases(FAULTS)) {
  Deno.test(testInTurn(`${name} loses no addition and makes none twice`, { ignore }, async () => {
    await using server = await startPostgres({ settings });
    await server.sql("CREATE ROLE app LOGIN; GRANT CREATE ON DATABASE postgres TO app");
    const proxy = tcpProxy({ to: server.port });
    const kv = await openPostgres(
      server.path("portfolio").replace(`:${server.port}/`, `:${proxy.port}/`).replace("postgres@", "app@"),
    );
    const load = additions(kv);
    await until(() => load.done() > CLIENTS, "additions before the fault");
    await happen({ server, load, loseAnswers: proxy.loseAnswers });
    await load.end();
    if (refuses) assert.ok(load.refused() > 0);
    await kv.close();
    await proxy.close();
  }));
}

Deno.test(
  testInTurn("answers that came while the process stood still are read, and no call is refused for its own delay", {
    ignore,
  }, async () => {
    await using server = await startPostgres();
    const kv = await openPostgres(server.path("portfolio", "&connections=2"));
    const calls = Array.from(
      { length: 12 },
      (_, k) => k % 2 === 0 ? kv.get(["a", k]) : kv.commit({ checks: [], mutations: [put(["a", k], k)] }),
    );
    // The first calls are on their way by now, one over a connection and one that waits for another to be made.
    await new Promise((resolve) => setTimeout(resolve));
    standStill(3_500);
    await Promise.all(calls);
    await kv.close();
  }),
);

Deno.test("a store that is closed with calls under way answers or refuses each, and leaves nothing open", {
  ignore,
}, async () => {
  await using server = await startPostgres();
  const kv = await openPostgres(server.path("portfolio", "&connections=3"));
  const heard = kv.listenQueue(() => undefined);
  const calls = Array.from(
    { length: 40 },
    (_, k) =>
      kv.commit({ checks: [], mutations: [put(["a", k], k)], message: {} }).then(() => "done", (error) => {
        assert.ok(error instanceof DomainError && error.code === "not_ready", String(error));
        return "refused";
      }),
  );
  await calls[0];
  await kv.close();
  await heard;
  const answers = await Promise.all(calls);
  const stored = Number(await server.sql("SELECT count(*) FROM portfolio.entries"));
  assert.equal(stored, answers.filter((answer) => answer === "done").length);
  assert.equal(await server.sql("SELECT count(*) FROM pg_stat_activity WHERE application_name ~ '^portfolio'"), "0");
});

Deno.test(fullTest("a bell whose connection falls silent connects again", {
  heldBy: "a store that is closed with calls under way answers or refuses each, and leaves nothing open",
  ignore,
}, async () => {
  await using server = await startPostgres();
  await (await openPostgres(server.path("portfolio"))).close();
  const pool = new PostgresPool(postgresAddress(server.path("portfolio")), null);
  const bell = new PostgresBell(pool, { heartbeatMs: 50 });
  let heard = 0;
  const listening = bell.listen(() => heard++);
  await until(() => heard === 1, "the first connection");
  await server.fallSilent();
  // Longer than the bell waits for an answer, so that it has given the connection up.
  await pause(4_000, new AbortController().signal);
  await server.goOn();
  await until(() => heard === 2, "another connection");
  bell.ring(null);
  await until(() => heard === 3, "a ring");
  await bell.close();
  await pool.close();
  await listening;
}));

const probe = await smallDisk(1);
await probe?.[Symbol.asyncDispose]();
if (probe === null) noteAbsence("the right to mount a disk", "The tests of a full disk are skipped: no right to mount");

/** Faults that take a test long, of which `deno task test` tries one. */
const LONG_FAULTS: readonly Deno.TestDefinition[] = [
  {
    name: "a replica that is promoted takes over, and nothing that was answered is lost",
    ignore,
    async fn() {
      await using primary = await startPostgres();
      await using replica = await startPostgres({ folder: await replicaFolder(primary) });
      await primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'");
      await primary.sql("SELECT pg_reload_conf()");
      await until(
        async () => await primary.sql("SELECT sync_state FROM pg_stat_replication") === "sync",
        "the replica",
      );
      const both = primary.path("portfolio").replace(
        `:${primary.port}/`,
        `:${replica.port},127.0.0.1:${primary.port}/`,
      );
      const kv = await openPostgres(both);
      const load = additions(kv);
      await until(() => load.done() > CLIENTS, "additions at the primary");
      await primary.stop("immediate");
      const before = load.refused();
      await until(() => load.refused() > before, "a refusal");
      await replica.sql("SELECT pg_promote()");
      await load.end();
      await kv.close();
    },
  },
  {
    name: "an operation that waits too long for another is refused, and its connections stay",
    ignore,
    async fn() {
      await using server = await startPostgres();
      const kv = await openPostgres(server.path("portfolio"));
      await kv.commit({ checks: [], mutations: [put(["a"], 1)] });
      const backends = "SELECT array_agg(pid ORDER BY pid) FROM pg_stat_activity WHERE application_name ~ '^portfolio'";
      const before = await server.sql(backends);
      const holding = server.sql("BEGIN; UPDATE portfolio.entries SET value = value; SELECT pg_sleep(4); ROLLBACK");
      await until(async () =>
        await server.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'") === "1"
      );
      await assert.rejects(kv.commit({ checks: [], mutations: [put(["a"], 2)] }), {
        name: "DomainError",
        message: "The service is too busy to store this: try again later",
      });
      assert.equal((await kv.get(["a"])).value, 1);
      await holding;
      assert.equal(await kv.commit({ checks: [], mutations: [put(["a"], 3)] }), true);
      assert.equal(await server.sql(backends), before);
      await kv.close();
    },
  },
  {
    name: "a full disk of the server refuses what needs room, loses nothing, and is over when there is room",
    ignore: ignore || probe === null,
    async fn() {
      await using disk = await smallDisk(160);
      assert.ok(disk !== null);
      await using server = await startPostgres({
        within: disk.folder,
        settings: ["max_wal_size=32MB", "min_wal_size=32MB", "wal_recycle=off"],
      });
      const kv = await openPostgres(server.path("portfolio"));
      const load = additions(kv);
      await until(() => load.done() > CLIENTS, "additions before the fault");
      await disk.fill();
      let isFull = false;
      for (let k = 0; !isFull; k++) {
        const value = crypto.getRandomValues(new Uint8Array(60_000));
        isFull = await kv.commit({ checks: [], mutations: [{ type: "set", key: ["large", k], value }] })
          .then(() => false, (error) => {
            assert.ok(error instanceof DomainError && error.code === "not_ready", String(error));
            return true;
          });
      }
      await disk.clear();
      // A server that found no room for its log has ended, and is started by who gives it room.
      await server.stop("immediate");
      await server.start();
      await load.end();
      await kv.close();
    },
  },
];

for (const fault of testedCases(LONG_FAULTS)) Deno.test(fault);
