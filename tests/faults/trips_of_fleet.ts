/**
 * Counts the trips to the store of the main routes and of a run's life, by the metrics of real processes: of one
 * process that does everything, and of two that answer and four that compute, on a file and on PostgreSQL. What the
 * processes do without requests is measured before and taken off. Prints a table. Run by `deno task test:queue`.
 */
import assert from "node:assert/strict";
import { freePort } from "../support/free_port.ts";
import { type PersonOfProcess, personOfProcess } from "../support/person_of_process.ts";
import { hasPostgres, newPostgresPath, sharesPostgres } from "../support/postgres_server.ts";
import { samplesOf } from "../support/prometheus_text.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { pricesBody } from "../support/submission.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const IDLE_MS = 6_000;
const REQUESTS = 40;
const RUNS = 20;
const BODY = JSON.stringify(pricesBody(3, 60));

sharesPostgres();

interface Shape {
  readonly name: string;
  readonly serving: number;
  readonly working: number;
}

const SHAPES: readonly Shape[] = [
  { name: "one process", serving: 1, working: 0 },
  { name: "2 API + 4 work", serving: 2, working: 4 },
];

Deno.test({
  name: "the trips of routes and of a run's life in a fleet are those of one process",
  ignore: !hasPostgres(),
  async fn() {
    const table: Record<string, Record<string, string>> = {};
    for (const place of ["file", "PostgreSQL"]) {
      for (const shape of SHAPES) {
        for (const [what, trips] of await tripsOf(shape, place === "file" ? null : newPostgresPath())) {
          table[what] = { ...table[what], [`${place}, ${shape.name}`]: trips.toFixed(1) };
        }
      }
      const life = table[LIFE], [one, fleet] = SHAPES.map(({ name }) => Number(life[`${place}, ${name}`]));
      assert.ok(fleet < 1.5 * one + 5, `a run takes ${fleet} trips in a fleet and ${one} in one process`);
    }
    // deno-lint-ignore no-console
    console.log(`\nTrips to the store, ${REQUESTS} requests of each route and ${RUNS} runs one after the other`);
    // deno-lint-ignore no-console
    console.table(table);
  },
});

const LIFE = "a run's life, POST to its files";

/** Returns the trips of each route and of a run's life; on a file where there is no path of a database. */
async function tripsOf(shape: Shape, path: string | null): Promise<readonly (readonly [string, number])[]> {
  await using folder = await temporaryFolder();
  await using started = await startProcesses(shape, folder.path, path);
  const { person, trips } = started;
  const headers = { "content-type": "application/json" };
  const submit = async (): Promise<string> => {
    const response = await person.fetch("/jobs", { method: "POST", headers, body: BODY });
    const answer = await response.json();
    assert.equal(response.status, 202, JSON.stringify(answer));
    return answer.run_id;
  };
  const read = (path: string) => async (): Promise<void> => {
    const response = await person.fetchSignedIn(path);
    await response.bytes();
    assert.equal(response.status, 200, path);
  };
  const run = await submit();
  await ended(person, run);
  const { items } = await (await person.fetch(`/jobs/${run}/artifacts`)).json();
  const file = new URL(items.find(({ name }: { name: string }) => name === "result.json").url);
  const counted = async (requests: number, act: () => Promise<unknown>): Promise<number> => {
    const began = performance.now(), before = await trips();
    for (let request = 0; request < requests; request++) await act();
    const quiet = idle * (performance.now() - began);
    return Math.max(0, (await trips() - before - quiet - scrape) / requests);
  };
  const scrape = await tripsOfScrape(trips);
  let idle = 0;
  const measureIdle = async (): Promise<number> => {
    idle = 0;
    return idle = await counted(1, () => new Promise((resolve) => setTimeout(resolve, IDLE_MS))) / IDLE_MS;
  };
  await measureIdle();
  const rows: [string, number][] = [["a second without requests, all processes", idle * 1_000]];
  const paths = {
    "GET /jobs/{run_id}": `/jobs/${run}`,
    "GET /jobs/{run_id}/artifacts": `/jobs/${run}/artifacts`,
    "GET the file of a result": `${file.pathname}${file.search}`,
    "GET /jobs/history": "/jobs/history?limit=10",
    "GET /jobs/history, filtered": "/jobs/history?status=succeeded&limit=10",
    "GET /jobs/active": "/jobs/active",
    "GET /billing/me": "/billing/me",
    "GET /analytics/dashboard": "/analytics/dashboard",
    "GET /templates": "/templates",
  };
  for (const [route, path] of Object.entries(paths)) rows.push([route, await counted(REQUESTS, read(path))]);
  const [, ofLook] = rows[1];
  // On a busy machine the rate without requests changes within a minute, so it is measured on both sides of the runs.
  const idleBefore = await measureIdle();
  let looks = 0;
  idle = 0;
  const began = performance.now();
  const life = await counted(RUNS, async () => {
    looks += await ended(person, await submit());
  });
  const ofRunMs = (performance.now() - began) / RUNS;
  const quiet = (idleBefore + await measureIdle()) / 2 * ofRunMs;
  rows.push([LIFE, life - quiet - ofLook * looks / RUNS]);
  return rows;
}

/** Waits until a run has succeeded, and returns the number of requests that asked for it. */
async function ended(person: PersonOfProcess, run: string): Promise<number> {
  for (let looks = 1;; looks++) {
    await new Promise((resolve) => setTimeout(resolve, 150));
    const { status } = await (await person.fetch(`/jobs/${run}`)).json();
    assert.notEqual(status, "failed");
    if (status === "succeeded") return looks;
  }
}

/** Returns the trips that a scrape of all processes makes itself, because the jobs of the queue are counted then. */
async function tripsOfScrape(trips: () => Promise<number>): Promise<number> {
  let least = Infinity;
  for (let scrape = 0; scrape < 10; scrape++) {
    const before = await trips();
    least = Math.min(least, await trips() - before);
  }
  return least;
}

interface Started extends AsyncDisposable {
  /** A person whose requests go to the answering processes in turn. */
  readonly person: PersonOfProcess;
  /** Returns the number of trips that all processes have made. */
  trips(): Promise<number>;
}

async function startProcesses({ serving, working }: Shape, dataDir: string, path: string | null): Promise<Started> {
  const stack = new AsyncDisposableStack();
  const processes: ServiceProcess[] = [], metrics: number[] = [];
  const ports = Array.from({ length: serving }, freePort), [port, ...otherPorts] = ports;
  const shared = {
    ...{ DATA_DIR: dataDir, PUBLIC_URL: `https://localhost:${port}`, RATE_LIMITS: "off", DEFAULT_PLAN: "enterprise" },
    ...path === null ? {} : { KV_PATH: path },
  };
  const start = async (
    settings: Readonly<Record<string, string>>,
    args: readonly string[],
  ): Promise<ServiceProcess> => {
    metrics.push(freePort());
    const process = stack.use(startServiceProcess({ ...shared, ...settings, METRICS_PORT: `${metrics.at(-1)}` }, args));
    processes.push(process);
    await process.printed(/ started /);
    return process;
  };
  const serve = (port: number): Promise<ServiceProcess> =>
    start({ WORKERS: working > 0 ? "0" : "1", HTTPS_PORT: String(port) }, []);
  const first = await serve(port);
  // The person signs up while one process runs alone, because any process may send and print the mail.
  const person = stack.use(await personOfProcess(first, { port, dataDir, otherPorts }));
  for (const other of otherPorts) await serve(other);
  for (let number = 0; number < working; number++) await start({ WORKERS: "1" }, ["work"]);
  const tripsAt = async (port: number): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const counts = samplesOf(text).filter(({ name }) => name === "portfolio_store_duration_seconds_count");
    return counts.reduce((sum, { value }) => sum + value, 0);
  };
  return {
    person,
    async trips() {
      return (await Promise.all(metrics.map(tripsAt))).reduce((sum, trips) => sum + trips, 0);
    },
    async [Symbol.asyncDispose]() {
      for (const process of processes) process.kill("SIGTERM");
      await Promise.all(processes.map((process) => process.ended()));
      await stack.disposeAsync();
    },
  };
}
