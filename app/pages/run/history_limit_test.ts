import assert from "node:assert/strict";
import { day } from "../../format/day.ts";
import { historyLimit } from "./history_limit.ts";

Deno.test("what limits a history is told by the days without a value, which are the days that were dropped", () => {
  const days = { first: "2024-01-01", last: "2024-01-02" };
  assert.equal(
    historyLimit({ reason: "starts_later", assets: ["B"], ...days }),
    `has no value up to ${day("2024-01-02")}`,
  );
  assert.equal(
    historyLimit({ reason: "ends_earlier", assets: ["B", "C"], ...days }),
    `have no value from ${day("2024-01-01")} on`,
  );
  assert.equal(historyLimit({ reason: "missing", assets: ["B"], ...days }), null);
});
