import assert from "node:assert/strict";
import { bodyOfFields, scalarFields } from "./described_fields.ts";

const field = (name: string, type: string, usual: string | number | boolean | null = null) => ({
  name,
  type,
  default: usual,
  required: false,
  min: null,
  max: null,
  exclusive_min: false,
  exclusive_max: false,
  choices: null,
  description: null,
});

const FIELDS = [
  field("seed", "integer"),
  field("monte_carlo", "object"),
  field("monte_carlo.paths", "integer", 10_000),
  field("monte_carlo.model", "string", "gaussian"),
  field("monte_carlo.drift", "boolean", true),
  field("monte_carlo.benchmark.weights", "object"),
  field("monte_carlo.methods", "array"),
];

Deno.test("a form has the plain fields of its object, and sends only what differs from a default", () => {
  const fields = scalarFields(FIELDS, "monte_carlo");
  assert.deepEqual(fields.map(({ name }) => name), ["paths", "model", "drift"]);
  const typed = { paths: " 500 ", model: "gaussian", drift: "false" };
  assert.deepEqual(bodyOfFields(fields, (name) => Object.entries(typed).find(([key]) => key === name)?.[1] ?? ""), {
    paths: 500,
    drift: false,
  });
  assert.deepEqual(bodyOfFields(fields, (name) => name === "paths" ? "many" : ""), { paths: "many" });
  assert.deepEqual(bodyOfFields(fields, (name) => name === "paths" ? "50 000" : ""), { paths: 50_000 });
});
