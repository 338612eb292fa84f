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
  /** Sends a request to one of the serving processes, each in turn, as a proxy does. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Stops all processes by SIGTERM, and returns their names with their exit codes. */
  stop(): Promise<Readonly<Record<string, number>>>;
}

export interface FleetOptions {
  /** Number of processes that answer requests and compute nothing, and of processes that only compute. */
  readonly serving: number;
  readonly working: number;
  /** Further settings of every process. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Name of the schema in which the store of a fleet lies. */
export const FLEET_SCHEMA = "portfolio";

/** Test helper. Starts a fleet, whose processes have one worker each if they compute. */
export async function startServiceFleet({ serving, working, settings = {} }: FleetOptions): Promise<ServiceFleet> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const server = stack.use(await startPostgres());
  const mails = await startSmtpServer({ tls: "none" });
  stack.defer(() => mails.close());
  const names = [...named("api", serving), ...named("work", working)];
  const processes: FleetProcess[] = [];
  for (const name of names) {
    await server.sql(`CREATE ROLE ${name} LOGIN SUPERUSER`);
    const isServing = name.startsWith("api"), port = isServing ? freePort() : null;
    const process = stack.use(startServiceProcess({
      DATA_DIR: `${folder.path}/${name}`,
      KV_PATH: server.path(FLEET_SCHEMA).replace("//postgres@", `//${name}@`),
      MAIL_URL: `smtp://127.0.0.1:${mails.port}`,
      PUBLIC_URL: "https://localhost",
      RATE_LIMITS: "off",
      DEFAULT_PLAN: "enterprise",
      LOG_LEVEL: "warn",
      ...settings,
      WORKERS: isServing ? "0" : "1",
      ...port === null ? {} : { TRUST_PROXY: "on", HTTP_PORT: String(port) },
    }, isServing ? [] : ["work"]));
    processes.push({ name, process, port });
  }
  const ports = processes.map(({ port }) => port).filter((port) => port !== null);
  let turn = 0;
  const owned = stack.move();
  const fleet: ServiceFleet = {
    server,
    mails,
    processes,
    fetch(path, init = {}) {
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries(FORWARDED)) headers.set(name, value);
      return fetch(`http://127.0.0.1:${ports[turn++ % ports.length]}${path}`, { ...init, headers });
    },
    async stop() {
      const ends = processes.map(async ({ name, process }) => {
        process.kill("SIGTERM");
        return [name, (await process.ended()).code] as const;
      });
      return Object.fromEntries(await Promise.all(ends));
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
  await untilReady(fleet, ports.length);
  return fleet;
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
