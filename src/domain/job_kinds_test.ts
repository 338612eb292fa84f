import assert from "node:assert/strict";
import { isListed, JOB_KINDS, jobKindOfPrefix, LISTED_JOB_KINDS, METER_NAMES } from "./job_kinds.ts";

Deno.test("each kind of job has its own id prefix, and the prefix leads back to the kind", () => {
  const kinds = Object.entries(JOB_KINDS);
  assert.equal(new Set(kinds.map(([, { idPrefix }]) => idPrefix)).size, kinds.length);
  for (const [name, { idPrefix }] of kinds) assert.equal(jobKindOfPrefix(idPrefix), name);
  assert.equal(jobKindOfPrefix("acc"), null);
  assert.equal(jobKindOfPrefix(null), null);
});

Deno.test("listed job kinds are those marked as listed, and each meter is named once, in the order of the kinds", () => {
  const kinds = Object.entries(JOB_KINDS);
  assert.deepEqual(LISTED_JOB_KINDS, kinds.filter(([, { listed }]) => listed).map(([name]) => name));
  assert.deepEqual(METER_NAMES, [...new Set(kinds.flatMap(([, { meter }]) => meter ?? []))]);
  assert.ok(!isListed("report") && isListed("optimization"));
});
