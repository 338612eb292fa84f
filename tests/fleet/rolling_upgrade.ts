/**
 * Tests that an upgrade from an earlier version under load refuses no request and loses no run: two processes that
 * answer and two that compute, behind the proxy of a fleet, are replaced one by one on the store that they share, and
 * then once more by their own version. Run by `deno task test:fleet`. The earlier version is a commit of this
 * repository; UPGRADE_FROM names another one. It knew no PostgreSQL, so the shared store is a file, as processes on one
 * machine may have it. It also knew no draining, so the proxy takes each of its processes out first, as
 * `docs/fleet.md` says. A second test lets `deno task fleet` replace its own processes.
 */
import assert from "node:assert/strict";
import { fleetPorts } from "../../scripts/fleet/fleet_ports.ts";
import type { Part } from "../../scripts/fleet/part.ts";
import { proxyPart } from "../../scripts/fleet/proxy_part.ts";
import { apiParts, workParts } from "../../scripts/fleet/service_parts.ts";
import { SupervisedPart } from "../../scripts/fleet/supervised_part.ts";
import { beside } from "../support/beside.ts";
import { earlierSource } from "../support/earlier_source.ts";
import { freePort } from "../support/free_port.ts";
import {
  canStartFleet,
  fleetFolder,
  fleetOfTest,
  freeFleetPort,
  personOfFolder,
  SOURCE,
} from "../support/running_fleet.ts";
import type { PersonOfProcess } from "../support/person_of_process.ts";
import { HAPROXY } from "../support/proxy_process.ts";
import { pricesBody } from "../support/submission.ts";
import { until } from "../support/until.ts";

const FROM = Deno.env.get("UPGRADE_FROM") ?? "0bbbf331";
/** Number of clients, each of which submits runs, reads and searches one request after the other. */
const CLIENTS = 3;
/** Time under load before the first and after the last replacement. */
const STEADY_MS = 3_000;
const QUIET_WITHIN_MS = 120_000;

const earlier = HAPROXY === undefined ? null : await earlierSource(FROM);

Deno.test({
  name:
    `processes of ${FROM} are replaced one by one by those of this version, and no request is refused and no run lost`,
  ignore: earlier === null,
  async fn() {
    if (earlier === null) return;
    await using _source = earlier;
    await using folder = await fleetFolder();
    const port = freeFleetPort(), ports = fleetPorts(port), logs: string[] = [];
    const shared = {
      ...inherited(["HOME", "PATH", "DENO_DIR"]),
      DATA_DIR: folder.path,
      PUBLIC_URL: `https://localhost:${port}`,
      RATE_LIMITS: "off",
      DEFAULT_PLAN: "enterprise",
    };
    const supervised = (part: Part): SupervisedPart =>
      new SupervisedPart(part, {
        logFile: `${folder.path}/${part.name}.log`,
        onEnd: (name, ending) => void logs.push(`${name} ended: ${ending}`),
      });
    const next = [
      ...apiParts({ ports, source: SOURCE, shared }),
      ...workParts({ ports, source: SOURCE, shared }).slice(2),
    ];
    const before = next.map((part) => asOf(part, earlier.source, folder.path));
    const running = new Map(before.map((part) => [part.name, supervised(part)]));
    const proxy = supervised(await proxyPart(folder.path, ports));
    const commands = await commandsOfProxy(folder.path);
    try {
      for (const part of running.values()) await part.start();
      await proxy.start();
      using person = await personOfFolder({ port, folder: folder.path });
      const load = startLoad(person);
      await passed(STEADY_MS);
      const replace = async (part: Part): Promise<void> => {
        const sent = load.sent;
        await running.get(part.name)?.stop();
        const replaced = supervised(part);
        running.set(part.name, replaced);
        await replaced.start();
        await until(() => load.sent > sent + CLIENTS, `requests beside the new ${part.name}`);
      };
      for (const part of next) {
        const isBehindProxy = part.name.startsWith("api-");
        if (isBehindProxy) await commands.takeOut(part.name);
        await replace(part);
        if (isBehindProxy) await commands.putBack(part.name);
      }
      for (const part of next) await replace(part);
      await passed(STEADY_MS);
      const { sent, refused, runs } = await load.end();
      assert.deepEqual(refused.slice(0, 5), [], `${refused.length} of ${sent} requests were refused`);
      const statuses = await endsOf(runs, (path) => person.fetch(path));
      // deno-lint-ignore no-console
      console.log(
        JSON.stringify({ from: FROM, replaced: 2 * next.length, sent, refused: refused.length, runs: runs.size }),
      );
      assert.deepEqual(statuses.filter((status) => status !== "succeeded"), []);
      assert.deepEqual(logs, []);
    } finally {
      await proxy.stop();
      await Promise.all([...running.values()].map((part) => part.stop()));
    }
  },
});

Deno.test({
  name: "a fleet that is told to replaces its processes one by one, and no request is refused and no run lost",
  ignore: !canStartFleet(),
  async fn() {
    await using folder = await fleetFolder();
    await using running = await fleetOfTest(folder.path, { RATE_LIMITS: "off", DEFAULT_PLAN: "enterprise" });
    using person = await personOfFolder(running);
    const pids = (): readonly (number | null)[] => running.fleet.parts.map(({ pid }) => pid);
    const before = pids();
    const load = startLoad(person);
    await passed(STEADY_MS);
    const areReplaced = await running.fleet.replaceOneByOne();
    await passed(STEADY_MS);
    const { sent, refused, runs } = await load.end();
    assert.deepEqual(refused.slice(0, 5), [], `${refused.length} of ${sent} requests were refused`);
    assert.ok(areReplaced);
    const after = pids(), serving = running.fleet.parts.filter(({ part }) => /^(api|work)-/.test(part.name));
    assert.equal(after.filter((pid) => !before.includes(pid)).length, serving.length);
    const statuses = await endsOf(runs, (path) => person.fetch(path));
    // deno-lint-ignore no-console
    console.log(JSON.stringify({ replaced: serving.length, sent, refused: refused.length, runs: runs.size }));
    assert.deepEqual(statuses.filter((status) => status !== "succeeded"), []);
    assert.deepEqual(running.news, []);
  },
});

interface Load {
  /** Number of requests so far. */
  readonly sent: number;
  /** Ends the load when the requests under way are answered. */
  end(): Promise<{ readonly sent: number; readonly refused: readonly string[]; readonly runs: ReadonlySet<string> }>;
}

/** Test helper. Sends requests from several clients and notes each that got no answer, or one of the wrong status. */
function startLoad(person: Pick<PersonOfProcess, "fetchSignedIn">): Load {
  const over = new AbortController(), refused: string[] = [], runs = new Set<string>();
  let sent = 0;
  const ask = async (path: string, wanted: number, init: Sent = {}): Promise<string> => {
    sent++;
    try {
      const response = await person.fetchSignedIn(path, init);
      const text = await response.text();
      if (response.status !== wanted) refused.push(`${init.method ?? "GET"} ${path}: ${response.status} ${text}`);
      return text;
    } catch (error) {
      refused.push(`${init.method ?? "GET"} ${path}: ${error instanceof Error ? error.message : error}`);
      return "{}";
    }
  };
  const headers = { "content-type": "application/json" };
  const rules = JSON.stringify({ assets: ["A", "B", "C"], constraints: { weight_bounds: { max: 0.5 } } });
  const client = async (number: number): Promise<void> => {
    for (let round = 0; !over.signal.aborted; round++) {
      const body = JSON.stringify({ ...pricesBody(3, 80), seed: 1_000 * number + round });
      const key = { "idempotency-key": `upgrade-${number}-${round}` };
      const { run_id: runId } = JSON.parse(
        await ask("/jobs", 202, { method: "POST", body, headers: { ...headers, ...key } }),
      );
      if (runId !== undefined) runs.add(runId);
      await ask(`/jobs/${runId}`, 200);
      await ask("/jobs/history?limit=5", 200);
      // A request that may not be sent twice, because nothing makes a second one the same.
      await ask("/constraints/preflight", 200, { method: "POST", body: rules, headers });
      await passed(50);
    }
  };
  const clients = beside(Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number))));
  return {
    get sent() {
      return sent;
    },
    async end() {
      over.abort();
      await clients;
      return { sent, refused, runs };
    },
  };
}

interface Sent {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Test helper. Waits until every run has ended, and returns their statuses. */
async function endsOf(
  runs: ReadonlySet<string>,
  fetch: (path: string) => Promise<Response>,
): Promise<readonly string[]> {
  const deadline = Date.now() + QUIET_WITHIN_MS, statuses: string[] = [];
  for (const id of runs) {
    for (;;) {
      const { status } = await (await fetch(`/jobs/${id}`)).json();
      if (["succeeded", "failed", "cancelled"].includes(status)) {
        statuses.push(status);
        break;
      }
      assert.ok(Date.now() < deadline, `run ${id} is ${status}`);
      await passed(100);
    }
  }
  return statuses;
}

/** Test helper. Returns a process with the source of the earlier version, which knows no metrics and no draining. */
function asOf(part: Part, source: URL, folder: string): Part {
  const { METRICS_PORT: _, STOP_DRAIN_SECONDS: __, ...env } = part.env;
  const isWork = part.args.includes("work");
  const isReady = async (): Promise<boolean> => / started /.test(await Deno.readTextFile(`${folder}/${part.name}.log`));
  return { ...part, env, cwd: decodeURIComponent(source.pathname), ...isWork ? { isReady } : {} };
}

interface ProxyCommands {
  /** Lets a process get no more requests, and resolves when it has answered those that it had. */
  takeOut(server: string): Promise<void>;
  /** Lets a process get requests again, and resolves when the proxy has found it ready. */
  putBack(server: string): Promise<void>;
}

/** Test helper. Gives the proxy of a folder, which is not started yet, a socket for the commands of its operator. */
async function commandsOfProxy(folder: string): Promise<ProxyCommands> {
  const port = freePort(), configuration = `${folder}/haproxy.cfg`;
  const text = await Deno.readTextFile(configuration);
  await Deno.writeTextFile(
    configuration,
    text.replace(/^global$/m, `global\n  stats socket ipv4@127.0.0.1:${port} level admin`),
  );
  const told = async (command: string): Promise<string> => {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port });
    await connection.write(new TextEncoder().encode(`${command}\n`));
    // HAProxy ends the connection after its answer, and the stream then closes it here.
    return await new Response(connection.readable).text();
  };
  const set = async (server: string, state: string): Promise<void> =>
    assert.equal((await told(`set server service/${server} state ${state}`)).trim(), "");
  const lineOf = async (server: string): Promise<readonly string[]> =>
    new RegExp(`^service,${server},.*$`, "m").exec(await told("show stat"))?.[0].split(",") ?? assert.fail(server);
  // The fifth column of a server is the number of its sessions, and the eighteenth says whether it gets requests.
  const sessionsOf = async (server: string): Promise<number> => Number((await lineOf(server))[4]);
  const isUp = async (server: string): Promise<boolean> => /^UP/.test((await lineOf(server))[17]);
  return {
    async takeOut(server) {
      await set(server, "drain");
      await until(async () => await sessionsOf(server) === 0, `${server} to have answered everything`);
    },
    async putBack(server) {
      await set(server, "ready");
      await until(() => isUp(server), `${server} to get requests again`);
    },
  };
}

function passed(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function inherited(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
}
