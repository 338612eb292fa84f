import assert from "node:assert/strict";
import { z } from "zod";
import { type DescribedField, fieldsOf, nestedFieldsOf } from "./described_fields.ts";

const PLAIN = {
  required: false,
  default: null,
  min: null,
  max: null,
  exclusive_min: false,
  exclusive_max: false,
  choices: null,
  description: null,
};

Deno.test("a described field has the type, bounds, choices, default and description of its schema", () => {
  const type = z.strictObject({
    share: z.number().gt(0).lt(1).default(0.95).meta({ description: "A share" }),
    count: z.int().min(2).max(9).optional(),
    open: z.int().min(1),
    word: z.enum(["a", "b"]).default("b"),
    name: z.string().min(1).max(120),
    list: z.array(z.string()).max(3).default([]),
    map: z.record(z.string(), z.number()).optional(),
    flag: z.boolean().default(false),
    amount: z.number().gt(0).nullable().default(null),
  });
  const expected: readonly DescribedField[] = [
    {
      ...PLAIN,
      name: "share",
      type: "number",
      default: 0.95,
      min: 0,
      max: 1,
      exclusive_min: true,
      exclusive_max: true,
      description: "A share",
    },
    { ...PLAIN, name: "count", type: "integer", min: 2, max: 9 },
    { ...PLAIN, name: "open", type: "integer", min: 1, required: true },
    { ...PLAIN, name: "word", type: "string", default: "b", choices: ["a", "b"] },
    { ...PLAIN, name: "name", type: "string", min: 1, max: 120, required: true },
    { ...PLAIN, name: "list", type: "array", default: [], max: 3 },
    { ...PLAIN, name: "map", type: "object" },
    { ...PLAIN, name: "flag", type: "boolean", default: false },
    { ...PLAIN, name: "amount", type: "number", min: 0, exclusive_min: true },
  ];
  assert.deepEqual(fieldsOf(type), expected);
});

Deno.test("a field of several variants has the types and choices of all, and is required if every variant requires it", () => {
  const limit = z.discriminatedUnion("measure", [
    z.strictObject({ measure: z.literal("mad"), max: z.number() }),
    z.strictObject({ measure: z.literal("cvar"), max: z.number(), confidence: z.number().min(0) }),
  ]);
  assert.deepEqual(nestedFieldsOf(z.array(limit), "limits"), [
    { ...PLAIN, name: "limits", type: "array" },
    { ...PLAIN, name: "limits[].measure", type: "string", choices: ["mad", "cvar"], required: true },
    { ...PLAIN, name: "limits[].max", type: "number", required: true },
    { ...PLAIN, name: "limits[].confidence", type: "number", min: 0 },
  ]);
  const either = z.strictObject({ by: z.union([z.string(), z.strictObject({ weights: z.array(z.number()) })]) });
  assert.deepEqual(nestedFieldsOf(either).map(({ name, type }) => [name, type]), [
    ["by", "string or object"],
    ["by.weights", "array"],
  ]);
});

Deno.test("a field without a type cannot be described", () => {
  assert.throws(() => fieldsOf(z.strictObject({ any: z.unknown() })), /"any"/);
});
