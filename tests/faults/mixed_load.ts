/**
 * Tests that an hour of mixed load leaves memory, connections and descriptors flat. Two processes that answer and two
 * that compute share a PostgreSQL of their own, while people sign up, submit small runs, simulations and uploads, page
 * through their histories, download files, and delete runs and accounts. Prints the growth of both kinds of process,
 * and fails where the last third is more than 5 % above the middle third, or where anything is lost. A request that is
 * refused with 503 is repeated and counted.
 * Run by `deno task test:load`; the environment variables are optional: MINUTES, the length of the load, LOAD_PAUSE_MS,
 * the rest between two visits of a person, and LOAD_CURVES, a folder into which the curves are drawn as SVG.
 */
import assert from "node:assert/strict";
import { beside } from "../support/beside.ts";
import { FleetPerson } from "../support/fleet_person.ts";
import { hasPostgres } from "../support/postgres_server.ts";
import { curvesOf, type Growth, growthOf, sampledFleet } from "../support/process_samples.ts";
import { csvOf } from "../support/sent_upload.ts";
import { type ServiceFleet, startServiceFleet } from "../support/service_fleet.ts";
import { pricesBody } from "../support/submission.ts";

const MINUTES = Number(Deno.env.get("MINUTES") ?? 60);
const CURVES = Deno.env.get("LOAD_CURVES");
/** Largest growth from the middle third to the last, as a fraction, and in units of the quantity. */
const GROWTH_AT_MOST = 0.05;
const UNITS_AT_MOST = { memory: 0, connections: 1, descriptors: 2 } as const;
/** Number of runs that a person keeps before the oldest is deleted. */
const RUNS_KEPT = 15;
/** Milliseconds that a person rests between two visits. */
const PAUSE_MS = Number(Deno.env.get("LOAD_PAUSE_MS") ?? 400);
const SMALL = { ...pricesBody(8, 250), methods: ["min_volatility", "max_sharpe", "equal_weight"] };
const LISTS = ["", "status=succeeded", "tag=load", "mode=construct", "search=nothing+has+this+name", "limit=100"];

Deno.test({
  name: `${MINUTES} minutes of mixed load leave memory, connections and descriptors flat, and lose nothing`,
  ignore: !hasPostgres(),
  // Connections of the client stay open after the last answer.
  sanitizeResources: false,
  async fn() {
    await using fleet = await startServiceFleet({ serving: 2, working: 2 });
    const over = new AbortController(), sampling = new AbortController();
    const load = loadOf(fleet, over.signal);
    const sampled = sampledFleet(fleet, sampling.signal);
    try {
      await Promise.race([pause(MINUTES * 60_000), load.done, sampled]);
    } finally {
      sampling.abort();
      over.abort();
      await Promise.allSettled([sampled, load.done]);
    }
    await load.done;
    const samples = await sampled, growth = growthOf(samples);
    await load.nothingIsLost();
    if (CURVES !== undefined) await drawInto(CURVES, curvesOf(samples));
    const table = samples.map(({ tableMebibytes }) => Math.round(tableMebibytes));
    print({
      done: load.counts(),
      table_mib: { first: table.at(0), middle: table.at(Math.floor(table.length / 2)), last: table.at(-1) },
    });
    for (const { work, measured, middle, last } of growth) {
      print({ work, measured, middle: rounded(middle), last: rounded(last) });
    }
    assert.deepEqual(await fleet.stop(), { api_1: 0, api_2: 0, work_1: 0, work_2: 0 });
    assert.deepEqual(growth.filter(isTooMuch), []);
  },
});

function isTooMuch({ measured, middle, last }: Growth): boolean {
  return last > middle * (1 + GROWTH_AT_MOST) && last > middle + UNITS_AT_MOST[measured];
}

interface Load {
  /** Resolves when the load has ended after the signal, and rejects at once where something was not as promised. */
  readonly done: Promise<void>;
  /** Returns how often each thing was done. */
  counts(): Readonly<Record<string, number>>;
  /** Asserts that everybody finds exactly what was accepted and not deleted. */
  nothingIsLost(): Promise<void>;
}

function loadOf(fleet: ServiceFleet, signal: AbortSignal): Load {
  const counts: Record<string, number> = {};
  const note = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1);
  const members: Member[] = [];
  const repeated = async (email: string, act: (member: Member) => Promise<void>): Promise<void> => {
    const member = new Member(await FleetPerson.signUp(fleet, email), note);
    members.push(member);
    while (!signal.aborted) {
      await act(member);
      await pause(PAUSE_MS);
    }
  };
  const guests = async (): Promise<void> => {
    for (let guest = 1; !signal.aborted; guest++) {
      await visitOfGuest(fleet, `guest-${guest}@example.com`, note);
      await pause(10 * PAUSE_MS);
    }
  };
  const done = beside(
    Promise.all([
      repeated("small-1@example.com", (member) => member.runAndRead()),
      repeated("small-2@example.com", (member) => member.runAndRead()),
      repeated("simulating@example.com", (member) => member.simulate()),
      repeated("uploading@example.com", (member) => member.upload()),
      guests(),
    ]).then(() => undefined),
  );
  return {
    done,
    counts: () => counts,
    async nothingIsLost() {
      for (const member of members) await member.nothingIsLost();
    },
  };
}

/** A person who stays, with the runs that the service accepted from it. */
class Member {
  readonly #person: FleetPerson;
  readonly #note: (what: string) => void;
  readonly #kept: string[] = [];
  #accepted = 0;
  #simulated: string | null = null;

  constructor(person: FleetPerson, note: (what: string) => void) {
    this.#person = person;
    this.#note = note;
  }

  async runAndRead(): Promise<void> {
    const runId = await this.#succeeded({ ...SMALL, seed: this.#accepted });
    await this.#expect(200, "POST", `/runs/${runId}/tags`, { tag: "load" });
    for (const list of LISTS) await this.#expect(200, "GET", `/jobs/history?${list}`);
    this.#note("histories");
    const { items } = await this.#expect(200, "GET", `/jobs/${runId}/artifacts`);
    for (const { url } of items) {
      const { pathname, search } = new URL(url);
      await this.#expect(200, "GET", `${pathname}${search}`);
      this.#note("downloads");
    }
    await this.#expect(200, "GET", "/analytics/dashboard");
    await this.#deleteOldest();
  }

  async simulate(): Promise<void> {
    this.#simulated ??= await this.#succeeded(SMALL);
    const path = `/runs/${this.#simulated}/monte_carlo`;
    const { mc_run_id: id } = await this.#expect(202, "POST", path, { paths: 50_000, seed: 1 });
    assert.equal((await this.#person.ended(`/mc/${id}`)).status, "succeeded");
    await this.#expect(204, "DELETE", `/jobs/${id}`);
    this.#note("simulations");
  }

  async upload(): Promise<void> {
    const { upload_id: id, url } = await this.#expect(201, "POST", "/uploads", { kind: "prices" });
    const { status, body } = await this.#person.send("PUT", new URL(url).pathname, { body: FILE });
    assert.equal(status, 200, JSON.stringify(body));
    await this.#succeeded({ prices: { upload: id }, methods: ["min_volatility"] });
    await this.#expect(204, "DELETE", `/uploads/${id}`);
    this.#note("uploads");
    await this.#deleteOldest();
  }

  /** Asserts that the history and the meter agree with what was accepted. */
  async nothingIsLost(): Promise<void> {
    const { items, next_cursor } = await this.#expect(200, "GET", "/jobs/history?limit=100");
    assert.equal(next_cursor, null);
    assert.deepEqual(items.map(({ run_id }: { run_id: string }) => run_id), this.#kept.toReversed());
    const { meters } = await this.#expect(200, "GET", "/billing/me");
    assert.equal(meters[0].used, this.#accepted, "runs that were metered");
    for (const _ of this.#person.refusals) this.#note("refused for now");
  }

  async #succeeded(request: unknown): Promise<string> {
    const { run_id: runId } = await this.#expect(202, "POST", "/jobs", request);
    this.#accepted++;
    this.#kept.push(runId);
    const job = await this.#person.ended(`/jobs/${runId}`);
    assert.equal(job.status, "succeeded", JSON.stringify(job));
    this.#note("runs");
    return runId;
  }

  async #deleteOldest(): Promise<void> {
    const [oldest] = this.#kept;
    if (oldest === undefined || this.#kept.length <= RUNS_KEPT) return;
    await this.#expect(204, "DELETE", `/jobs/${oldest}`);
    this.#kept.shift();
    this.#note("deletions");
  }

  // deno-lint-ignore no-explicit-any -- a test looks into bodies of many shapes
  async #expect(expected: number, method: string, path: string, sent?: unknown): Promise<any> {
    const headers = path === "/jobs" ? newIdempotencyKey() : {};
    const { status, body } = await this.#person.send(method, path, { body: sent, headers });
    assert.equal(status, expected, `${method} ${path}: ${JSON.stringify(body)}`);
    return body;
  }
}

/** Signs a guest up, who submits a run and deletes the account. */
async function visitOfGuest(
  fleet: ServiceFleet,
  email: string,
  note: (what: string) => void,
): Promise<void> {
  const person = await FleetPerson.signUp(fleet, email);
  const { status, body } = await person.send("POST", "/jobs", { body: SMALL, headers: newIdempotencyKey() });
  assert.equal(status, 202, JSON.stringify(body));
  assert.equal((await person.ended(`/jobs/${body.run_id}`)).status, "succeeded");
  assert.equal((await person.send("DELETE", "/users/me")).status, 204);
  assert.equal((await person.logIn()).status, 401);
  note("accounts");
  for (const _ of person.refusals) note("refused for now");
}

function newIdempotencyKey(): Readonly<Record<string, string>> {
  return { "idempotency-key": crypto.randomUUID() };
}

const FILE = csvOf(pricesBody(20, 500).prices);

async function drawInto(folder: string, pictures: Readonly<Record<string, string>>): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for (const [name, picture] of Object.entries(pictures)) await Deno.writeTextFile(`${folder}/${name}.svg`, picture);
}

function rounded(value: number): number {
  return Number(value.toFixed(1));
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}

function print(line: Readonly<Record<string, unknown>>): void {
  // deno-lint-ignore no-console
  console.log(JSON.stringify(line));
}
