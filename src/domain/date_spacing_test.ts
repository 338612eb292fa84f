import assert from "node:assert/strict";
import { usualDaysApart } from "./date_spacing.ts";

Deno.test("the usual distance of dates is the middle one, whatever weekends and gaps there are", () => {
  assert.equal(usualDaysApart(["2024-01-04", "2024-01-05", "2024-01-08", "2024-01-09", "2024-03-01"]), 3);
  assert.equal(usualDaysApart(["2024-01-04", "2024-01-05", "2024-01-08", "2024-01-09"]), 1);
  assert.equal(usualDaysApart(["2024-01-31", "2024-02-29", "2024-03-28"]), 29);
});

Deno.test("dates that are equal or unreadable have no distance", () => {
  assert.equal(usualDaysApart([]), null);
  assert.equal(usualDaysApart(["2024-01-04"]), null);
  assert.equal(usualDaysApart(["2024-01-04", "2024-01-04", "soon"]), null);
});
