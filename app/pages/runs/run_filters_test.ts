import assert from "node:assert/strict";
import { filtersOf, historyPath, withFilter } from "./run_filters.ts";

Deno.test("filters come from an address and go into one, and what is no filter is left out", () => {
  const filters = filtersOf({ search: " a&b=c ", status: "failed", tag: "", with: "run_1", other: "x" });
  assert.deepEqual(filters, { search: "a&b=c", status: "failed" });
  assert.equal(historyPath(filters), "/app/runs?search=a%26b%3Dc&status=failed");
  assert.deepEqual(filtersOf(Object.fromEntries(new URL(historyPath(filters), "http://a").searchParams)), filters);
  assert.equal(historyPath(withFilter(withFilter(filters, "status", ""), "search", " ")), "/app/runs");
});
