import assert from "node:assert/strict";
import type { Schemas } from "../schema.ts";
import { limitsOf } from "./limits_of.ts";

const DOCUMENT = await Deno.readTextFile(new URL("../../../../clients/openapi.json", import.meta.url));
const { schemas }: { schemas: Schemas } = JSON.parse(DOCUMENT).components;
const hasLimit = limitsOf({ schemas, submission: schemas.Submission ?? {} });

Deno.test("a family has the limits for all assets that the schema of the request gives it, and no others", () => {
  const limits = [["weight_bounds", "max"], ["weight_bounds", "min"], ["budget", "min"], ["turnover", "max"]] as const;
  assert.deepEqual(limits.filter(([family, limit]) => !hasLimit(family, limit)), []);
  const others = [["linear", "max"], ["groups", "min"], ["min_return", "min"], ["no_family", "max"]] as const;
  assert.deepEqual(others.filter(([family, limit]) => hasLimit(family, limit)), []);
});
