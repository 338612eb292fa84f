import assert from "node:assert/strict";
import type { PersonOfProcess } from "./person_of_process.ts";
import { pricesBody } from "./submission.ts";

const PAUSE_MS = 250;

export interface SubmittingLoad {
  /** Ids of the test's accepted runs by the idempotency key of their submission. */
  readonly runs: ReadonlyMap<string, string>;
  /** Returns how often the service has answered with each status, by status. */
  statuses(): Readonly<Record<string, number>>;
  /** Longest time in milliseconds that an answer took, whatever it was. */
  slowestMs(): number;
  /** Stops the test's submissions and waits for the answers to the last ones. */
  end(): Promise<void>;
}

/**
 * Test helper. Lets clients submit runs, with short pauses, until `end` is called. Each repeats a submission until the
 * service accepts it. Every other answer must be 503 `not_ready`.
 */
export function underLoad(person: PersonOfProcess, submitters: number): SubmittingLoad {
  const runs = new Map<string, string>();
  const counts: Record<string, number> = {};
  let isOver = false, slowest = 0;
  const submit = async (key: string): Promise<void> => {
    const headers = { "content-type": "application/json", "idempotency-key": key };
    for (;;) {
      const began = performance.now();
      const response = await person.fetch("/jobs", { method: "POST", body: BODY, headers });
      counts[response.status] = (counts[response.status] ?? 0) + 1;
      const answer = await response.json();
      slowest = Math.max(slowest, performance.now() - began);
      assert.ok(response.status === 202 || answer.code === "not_ready", JSON.stringify(answer));
      if (response.status === 202) return void runs.set(key, answer.run_id);
      await pause(PAUSE_MS);
    }
  };
  const submitter = async (name: number): Promise<void> => {
    for (let count = 0; !isOver; count++) {
      await submit(`${name}-${count}`);
      await pause(PAUSE_MS);
    }
  };
  const done = Promise.all(Array.from({ length: submitters }, (_, name) => submitter(name)));
  return {
    runs,
    statuses: () => counts,
    slowestMs: () => Math.round(slowest),
    async end() {
      isOver = true;
      await done;
    },
  };
}

const BODY = JSON.stringify(pricesBody(3, 60));

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
