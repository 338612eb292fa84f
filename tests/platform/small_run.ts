import assert from "node:assert/strict";
import { until } from "../support/until.ts";
import type { TestPlatform } from "./test_platform.ts";
import type { Visitor } from "./visitor.ts";

const DATES = Array.from({ length: 120 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10));

/** Body of a run of three assets over 120 days by one method. */
export const SMALL_RUN = {
  prices: {
    dates: DATES,
    series: {
      ALFA: DATES.map((_, day) => 100 + 3 * Math.sin(day)),
      BETA: DATES.map((_, day) => 80 + 2 * Math.cos(1.7 * day)),
      GAMA: DATES.map((_, day) => 60 + 0.1 * day + Math.sin(2.3 * day)),
    },
  },
  methods: [{ method: "min_volatility" }],
};

/** Submits a run to an app on the test platform, and returns its id. A run that begins a simulation needs a token. */
export async function submitted(visitor: Visitor, body: unknown = SMALL_RUN, token?: string): Promise<string> {
  const { status, body: answer } = await visitor.send("POST", "/jobs", body, token);
  assert.equal(status, 202, JSON.stringify(answer));
  return answer.run_id;
}

/** Waits until a run has succeeded. Throws where it failed. */
export async function succeeded(visitor: Visitor, run: string, platform: TestPlatform): Promise<void> {
  await until(
    async () => {
      const { body: job } = await visitor.send("GET", `/jobs/${run}`);
      assert.notEqual(job.status, "failed", JSON.stringify(job));
      return job.status === "succeeded";
    },
    () => `the run:\n${platform.printed.join("")}`,
    { longestPauseMs: 200 },
  );
}
