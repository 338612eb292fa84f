import assert from "node:assert/strict";
import { pricesBody } from "./submission.ts";

/** Request of a random action, and the answer to it. */
export interface SentAction {
  readonly method: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
export interface AnsweredAction {
  readonly status: number;
  readonly text: string;
}

/** What random actions were told by the answers of the service. */
export interface ToldByService {
  /** Ids of the accepted runs by the idempotency key of their submission. */
  readonly runs: ReadonlyMap<string, string>;
  /** Ids of the runs that start a simulation when they succeed. */
  readonly chaining: ReadonlySet<string>;
  /**
   * Ids of the runs whose deletion the service carried out, or that it did not find when it was asked to delete them.
   */
  readonly deleted: ReadonlySet<string>;
}

/**
 * Random actions of a person at a service: submissions, each sent twice with one idempotency key, backtests,
 * spreadsheets that are made when they are opened, cancellations and deletions. `answered` sends a request until the
 * service answers it.
 */
export class RandomActions implements ToldByService {
  readonly runs = new Map<string, string>();
  readonly chaining = new Set<string>();
  readonly deleted = new Set<string>();
  readonly #answered: (path: string, init: SentAction) => Promise<AnsweredAction>;

  constructor(answered: (path: string, init: SentAction) => Promise<AnsweredAction>) {
    this.#answered = answered;
  }

  async submit(random: () => number): Promise<void> {
    const key = `key-${this.runs.size}-${Math.floor(random() * 1e9)}`;
    const [assets, rows] = random() < 0.1 ? [120, 600] : [3, 80];
    const walk = random() < 0.3 ? { rolling_backtest: { train_window: 40, rebalance_every: 5 } } : {};
    const chain = random() < 0.3 ? { monte_carlo: { paths: 200 } } : {};
    const body = JSON.stringify({ ...pricesBody(assets, rows), ...walk, ...chain, seed: this.runs.size });
    const headers = { "idempotency-key": key };
    for (let again = 0; again < 2; again++) {
      const { status, text } = await this.#answered("/jobs", { method: "POST", body, headers });
      assert.equal(status, 202, text);
      const { run_id: runId } = JSON.parse(text);
      assert.equal(this.runs.get(key) ?? runId, runId, "the same key made two runs");
      this.runs.set(key, runId);
      if ("monte_carlo" in chain) this.chaining.add(runId);
    }
  }

  async backtest(random: () => number): Promise<void> {
    const body = JSON.stringify({ train_window: 40, rebalance_every: 10 });
    const { status, text } = await this.#answered(`/runs/${this.#someRun(random)}/backtest`, { method: "POST", body });
    assert.ok([202, 404, 409, 422].includes(status), text);
  }

  /** Opens the spreadsheet of a run, which the service makes and stores if nobody has opened it before. */
  async openSpreadsheet(random: () => number): Promise<void> {
    const files = await this.#answered(`/jobs/${this.#someRun(random)}/artifacts`, { method: "GET" });
    assert.ok([200, 404].includes(files.status), files.text);
    if (files.status === 404) return;
    const { items }: { items: readonly { name: string; url: string }[] } = JSON.parse(files.text);
    const file = items.find(({ name }) => name === "result.xlsx");
    if (file === undefined) return;
    const { pathname, search } = new URL(file.url);
    const { status, text } = await this.#answered(`${pathname}${search}`, { method: "GET" });
    assert.ok(status === 200 ? text.startsWith("PK") : status === 404, `${status}: ${text.slice(0, 200)}`);
  }

  async cancel(random: () => number): Promise<void> {
    const { status, text } = await this.#answered(`/jobs/${this.#someRun(random)}/cancel`, { method: "POST" });
    assert.ok([200, 202, 404, 409].includes(status), text);
  }

  async remove(random: () => number): Promise<void> {
    const runId = this.#someRun(random);
    const { status, text } = await this.#answered(`/jobs/${runId}`, { method: "DELETE" });
    assert.ok([204, 404, 409].includes(status), text);
    if (status !== 409) this.deleted.add(runId);
  }

  #someRun(random: () => number): string {
    const ids = [...this.runs.values()];
    const id = ids[Math.floor(random() * ids.length)];
    assert.ok(id !== undefined);
    return id;
  }
}

/** Test helper. Returns a generator of random numbers in [0, 1) that is the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
