import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { beside } from "./beside.ts";
import { FleetPerson } from "./fleet_person.ts";
import { csvOf } from "./sent_upload.ts";
import type { ServiceFleet } from "./service_fleet.ts";
import { pricesBody } from "./submission.ts";

/** Number of runs that a person keeps before the oldest is deleted. */
const RUNS_KEPT = 15;
const SMALL = { ...pricesBody(8, 250), methods: ["min_volatility", "max_sharpe", "equal_weight"] };
const LISTS = ["", "status=succeeded", "tag=load", "mode=construct", "search=nothing+has+this+name", "limit=100"];
const FILE = csvOf(pricesBody(20, 500).prices);

/** Mixed load of people at a fleet. */
export interface MixedLoad {
  /** Resolves when the load has ended after the signal, and rejects at once where something was not as promised. */
  readonly done: Promise<void>;
  /** Returns how often each thing was done. */
  counts(): Readonly<Record<string, number>>;
  /** Asserts that everybody finds exactly what was accepted and not deleted. */
  nothingIsLost(): Promise<void>;
}

/**
 * Test helper. Lets people sign up, submit small runs, simulations and uploads, page through their histories, download
 * files, and delete runs and accounts, until the signal aborts. Each rests for `pauseMs` between two visits.
 */
export function mixedLoad(
  fleet: ServiceFleet,
  { signal, pauseMs }: { readonly signal: AbortSignal; readonly pauseMs: number },
): MixedLoad {
  const counts: Record<string, number> = {};
  const note = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1);
  const members: Member[] = [];
  const repeated = async (email: string, act: (member: Member) => Promise<void>): Promise<void> => {
    const member = new Member(await FleetPerson.signUp(fleet, email), note);
    members.push(member);
    while (!signal.aborted) {
      await act(member);
      await delay(pauseMs);
    }
  };
  const guests = async (): Promise<void> => {
    for (let guest = 1; !signal.aborted; guest++) {
      await visitOfGuest(fleet, `guest-${guest}@example.com`, note);
      await delay(10 * pauseMs);
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
