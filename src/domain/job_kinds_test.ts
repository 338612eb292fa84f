import assert from "node:assert/strict";
import { isListed, JOB_KINDS, jobKindOfPrefix, LISTED_JOB_KINDS, METER_NAMES } from "./job_kinds.ts";

Deno.test("no two kinds of job have the same prefix of ids, and a prefix finds its kind", () => {
  const kinds = Object.entries(JOB_KINDS);
  assert.equal(new Set(kinds.map(([, { idPrefix }]) => idPrefix)).size, kinds.length);
  for (const [name, { idPrefix }] of kinds) assert.equal(jobKindOfPrefix(idPrefix), name);
  assert.equal(jobKindOfPrefix("acc"), null);
  assert.equal(jobKindOfPrefix(null), null);
});

Deno.test("owners see the kinds that are listed, and meters are told once, in the order of the list", () => {
  const kinds = Object.entries(JOB_KINDS);
  assert.deepEqual(LISTED_JOB_KINDS, kinds.filter(([, { listed }]) => listed).map(([name]) => name));
  assert.deepEqual(METER_NAMES, [...new Set(kinds.flatMap(([, { meter }]) => meter ?? []))]);
  assert.ok(!isListed("report") && isListed("optimization"));
});
