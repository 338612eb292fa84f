import assert from "node:assert/strict";
import { daysSinceEpoch } from "./days_since_epoch.ts";
import { DAY_MS } from "./instant.ts";

Deno.test("the days since 1970 of every date of 500 years, and of texts that are no dates, are those of Date.parse", () => {
  for (let day = -100_000; day < 82_000; day++) {
    assert.equal(daysSinceEpoch(new Date(day * DAY_MS).toISOString().slice(0, 10)), day);
  }
  const texts = ["", "soon", "2024-1-01", "2024-00-10", "2024-13-01", "2024-02-00", "2024/02/01", "20a4-01-01"];
  for (const text of [...texts, "2024-02-30", "2024-01-31", "0000-01-01", "9999-12-28"]) {
    assert.deepEqual(daysSinceEpoch(text), Date.parse(text) / DAY_MS, text);
  }
});
