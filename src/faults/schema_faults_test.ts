import assert from "node:assert/strict";
import { z } from "zod";
import { schemaFaults } from "./schema_faults.ts";

const SCHEMA = z.strictObject({
  size: z.number().gt(0).max(10).optional(),
  names: z.array(z.string().min(2)).max(2).optional(),
  count: z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(1).max(100)).optional(),
  scopes: z.array(z.enum(["read", "*"])).optional(),
  word: z.enum(["daily", "weekly"]).optional(),
  either: z.union([z.string(), z.strictObject({ deep: z.array(z.number()) })]).optional(),
  own: z.string().refine((text) => text === "x", { error: "Say x" }).optional(),
  "a/b~c": z.number().optional(),
  byName: z.record(z.string().max(3), z.number()).optional(),
  whole: z.int().min(1).optional(),
  limits: z.array(z.discriminatedUnion("measure", [
    z.strictObject({ measure: z.literal("cvar"), confidence: z.number().default(0.95) }),
    z.strictObject({ measure: z.literal("mad") }),
  ])).optional(),
});

/** Test cases: a value, the pointer of its fault, and the expected error sentence. */
const CASES: readonly (readonly [unknown, string, string])[] = [
  [{ size: "1" }, "/size", 'Cannot take "1" for "size": a finite number is needed'],
  [{ size: NaN }, "/size", 'Cannot take NaN for "size": a finite number is needed'],
  [{ size: Infinity }, "/size", 'Cannot take Infinity for "size": a finite number is needed'],
  [{ size: 0 }, "/size", 'Cannot take 0 for "size": it must be above 0'],
  [{ size: 11 }, "/size", 'Cannot take 11 for "size": it must be at most 10'],
  [{ names: ["a"] }, "/names/0", 'Cannot take 1 characters for an item of "names": it takes at least 2'],
  [{ names: ["🦉"] }, "/names/0", 'Cannot take 1 characters for an item of "names": it takes at least 2'],
  [{ names: ["aa", "bb", "cc"] }, "/names", 'Cannot take 3 items for "names": it takes at most 2'],
  [{ count: "0" }, "/count", 'Cannot take 0 for "count": it must be at least 1'],
  [{ count: "101" }, "/count", 'Cannot take 101 for "count": it must be at most 100'],
  [{ scopes: ["x"] }, "/scopes/0", 'Cannot take "x" for an item of "scopes": it must be one of read, *'],
  [
    { word: "dayly" },
    "/word",
    'Cannot take "dayly" for "word": it must be one of daily, weekly, did you mean "daily"?',
  ],
  [{ sise: 1 }, "/sise", 'Cannot find field "sise", did you mean "size"?'],
  [
    { either: { deep: [1, "2"] } },
    "/either/deep/1",
    'Cannot take "2" for an item of "deep": a finite number is needed',
  ],
  [
    { either: { deep: [], deeper: 1 } },
    "/either/deeper",
    'Cannot find field "deeper": there is no such field, leave it out',
  ],
  [{ own: "y" }, "/own", "Say x"],
  [{ "a/b~c": "x" }, "/a~1b~0c", 'Cannot take "x" for "a/b~c": a finite number is needed'],
  [{ byName: { long: 1 } }, "/byName/long", "Cannot take 4 characters for a name: it takes at most 3"],
  [{ byName: { "🦉🦉🦉🦉": 1 } }, "/byName/🦉🦉🦉🦉", "Cannot take 4 characters for a name: it takes at most 3"],
  [null, "", "Cannot take null for the value: an object is needed"],
  [{ size: null }, "/size", 'Cannot take null for "size": a finite number is needed, or leave it out'],
  [{ whole: null }, "/whole", 'Cannot take null for "whole": a whole number is needed, or leave it out'],
  [{ whole: "2" }, "/whole", 'Cannot take "2" for "whole": a whole number is needed'],
  [{ word: null }, "/word", 'Cannot take null for "word": it must be one of daily, weekly; or leave it out'],
  [{ own: null }, "/own", 'Cannot take null for "own": a text is needed, or leave it out'],
  [{ names: [null] }, "/names/0", 'Cannot take null for an item of "names": a text is needed'],
  [
    { limits: [{ measure: "mad", confidence: 0.9 }] },
    "/limits/0/confidence",
    'Cannot take "confidence" with the measure mad, which has no such parameter; leave it out',
  ],
  [
    { limits: [{ measure: "cvar", confidences: 0.9 }] },
    "/limits/0/confidences",
    'Cannot find field "confidences", did you mean "confidence"?',
  ],
  [
    { limits: [{ measure: "mad", alpha: 0.9 }] },
    "/limits/0/alpha",
    'Cannot find field "alpha": there is no such field, leave it out',
  ],
  [
    { limits: [{ measure: "cvar", confidence: null }] },
    "/limits/0/confidence",
    'Cannot take null for "confidence": a finite number is needed, or leave it out',
  ],
];

for (const [value, pointer, detail] of CASES) {
  Deno.test(`a schema fault is reported at its pointer in the words of the service: ${detail}`, () => {
    assert.deepEqual(schemaFaults(SCHEMA, value), [{ pointer, detail }]);
  });
}

Deno.test("a missing field is reported with the value that it needs", () => {
  const schema = z.strictObject({ target: z.number() });
  assert.deepEqual(schemaFaults(schema, {}), [{
    pointer: "/target",
    detail: 'Cannot find "target": a finite number is needed',
  }]);
});

Deno.test("a long value is shortened in the sentence of its fault", () => {
  const [{ detail }] = schemaFaults(SCHEMA, { size: "x".repeat(500) });
  assert(detail.length < 150);
});
