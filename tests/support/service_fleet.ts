import assert from "node:assert/strict";
import { freePort } from "./free_port.ts";
import { type PostgresServer, startPostgres } from "./postgres_server.ts";
import { type ServiceProcess, startServiceProcess } from "./service_process.ts";
import { startSmtpServer, type TestSmtpServer } from "./smtp_server.ts";
import { temporaryFolder } from "./temporary_folder.ts";
import { until } from "./until.ts";

/** A process of a fleet. It has a user of its own at the database, so that its connections can be told apart. */
export interface FleetProcess {
  readonly name: string;
  readonly process: ServiceProcess;
  /** Port at which a proxy reaches the service; null for a process that only computes. */
  readonly port: number | null;
}

/** Processes of the service on a PostgreSQL server and a mail server of their own. */
export interface ServiceFleet extends AsyncDisposable {
  readonly server: PostgresServer;
  readonly mails: TestSmtpServer;
  readonly processes: readonly FleetProcess[];
  /** Sends a request to one of the serving processes, each in turn, as a proxy does. Resolves with the whole answer. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /**
   * Replaces a process by one of the source in that folder, and resolves when it has started. Needs the log level
   * "info". A serving process gets no requests meanwhile, and is stopped when it has answered those that it had.
   * Returns what the process printed before.
   */
  replace(name: string, source: URL): Promise<string>;
  /** Stops all processes by SIGTERM, and returns their names with their exit codes. */
  stop(): Promise<Readonly<Record<string, number>>>;
}

export interface FleetOptions {
  /** Number of processes that answer requests and compute nothing, and of processes that only compute. */
  readonly serving: number;
  readonly working: number;
  /** Further settings of every process. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Folder of the processes' source; that of this project unless told otherwise. */
  readonly source?: URL;
}

/** Name of the schema in which the store of a fleet lies. */
export const FLEET_SCHEMA = "portfolio";

/** Test helper. Starts a fleet, whose processes have one worker each if they compute. */
export async function startServiceFleet(
  { serving, working, settings = {}, source }: FleetOptions,
): Promise<ServiceFleet> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const server = stack.use(await startPostgres());
  const mails = await startSmtpServer({ tls: "none" });
  stack.defer(() => mails.close());
  const start = (name: string, port: number | null, source: URL | undefined): FleetProcess => {
    const process = startServiceProcess(
      {
        DATA_DIR: `${folder.path}/${name}`,
        KV_PATH: server.path(FLEET_SCHEMA).replace("//postgres@", `//${name}@`),
        MAIL_URL: `smtp://127.0.0.1:${mails.port}`,
        PUBLIC_URL: "https://localhost",
        RATE_LIMITS: "off",
        DEFAULT_PLAN: "enterprise",
        LOG_LEVEL: "warn",
        ...settings,
        WORKERS: port === null ? "1" : "0",
        ...port === null ? {} : { TRUST_PROXY: "on", HTTP_PORT: String(port) },
      },
      port === null ? ["work"] : [],
      source === undefined ? {} : { source },
    );
    return { name, process, port };
  };
  const processes = new Map<string, FleetProcess>();
  stack.defer(async () => {
    for (const { process } of processes.values()) await process[Symbol.asyncDispose]();
  });
  for (const name of [...named("api", serving), ...named("work", working)]) {
    await server.sql(`CREATE ROLE ${name} LOGIN SUPERUSER`);
    processes.set(name, start(name, name.startsWith("api") ? freePort() : null, source));
  }
  const owned = stack.move();
  const proxy = new Turns([...processes.values()].map(({ port }) => port).filter((port) => port !== null));
  const fleet: ServiceFleet = {
    server,
    mails,
    get processes() {
      return [...processes.values()];
    },
    fetch(path, init = {}) {
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries(FORWARDED)) headers.set(name, value);
      return proxy.next((port) => wholeAnswer(`http://127.0.0.1:${port}${path}`, { ...init, headers }));
    },
    async replace(name, source) {
      const { process, port } = processes.get(name) ?? assert.fail(name);
      if (port !== null) await proxy.takeOut(port);
      process.kill("SIGTERM");
      const { code, output } = await process.ended();
      assert.equal(code, 0, output);
      const replaced = start(name, port, source);
      processes.set(name, replaced);
      await replaced.process.printed(/ started /);
      if (port !== null) proxy.putBack(port);
      return output;
    },
    async stop() {
      const ends = [...processes.values()].map(async ({ name, process }) => {
        process.kill("SIGTERM");
        return [name, (await process.ended()).code] as const;
      });
      return Object.fromEntries(await Promise.all(ends));
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
  await untilReady(fleet, serving);
  return fleet;
}

/** Gives each request to the next of some ports. */
class Turns {
  readonly #underWay = new Map<number, Set<Promise<unknown>>>();
  readonly #ports: number[];
  #turn = 0;

  constructor(ports: readonly number[]) {
    this.#ports = [...ports];
  }

  async next<T>(ask: (port: number) => Promise<T>): Promise<T> {
    const port = this.#ports[this.#turn++ % this.#ports.length] ?? assert.fail("no process serves");
    const answer = ask(port), underWay = this.#underWay.get(port) ?? new Set();
    this.#underWay.set(port, underWay.add(answer));
    try {
      return await answer;
    } finally {
      underWay.delete(answer);
    }
  }

  /** Gives a port no more requests, and resolves when it has answered those that it had. */
  async takeOut(port: number): Promise<void> {
    this.#ports.splice(this.#ports.indexOf(port), 1);
    await Promise.allSettled(this.#underWay.get(port) ?? []);
  }

  putBack(port: number): void {
    this.#ports.push(port);
  }
}

async function wholeAnswer(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init), bytes = await response.arrayBuffer();
  return new Response(response.status === 204 ? null : bytes, response);
}

/** Headers that a proxy adds to each request. */
const FORWARDED = { "x-forwarded-proto": "https", "x-forwarded-for": "127.0.0.1" };

function named(what: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${what}_${index + 1}`);
}

/** Waits until each serving process has answered in its turn. */
async function untilReady(fleet: ServiceFleet, serving: number): Promise<void> {
  let ready = 0;
  await until(async () => {
    ready = await isReady(fleet) ? ready + 1 : 0;
    return ready >= serving;
  }, "the processes to be ready");
}

async function isReady(fleet: ServiceFleet): Promise<boolean> {
  try {
    const response = await fleet.fetch("/ready");
    await response.body?.cancel();
    return response.ok;
  } catch (error) {
    // A process that does not listen yet.
    if (error instanceof TypeError) return false;
    throw error;
  }
}
