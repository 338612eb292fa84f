import assert from "node:assert/strict";
import { certificateWords } from "./certificate_words.ts";
import { resultRead } from "./result_read.ts";

const CERTIFICATE = {
  solver: "active_set",
  primal_residual: 1e-12,
  dual_residual: null,
  duality_gap: 0.000123456789,
  proven_optimal: true,
  bound: 0.1,
};

/** Returns the words about a method whose answer has the given fields. */
function wordsOf(fields: Readonly<Record<string, unknown>>): string {
  const method = {
    method: "min_volatility",
    key: "min_volatility",
    status: "optimal",
    detail: null,
    objective: null,
    weights: null,
    metrics: null,
    allocation: null,
    constraint_report: null,
    certificate: CERTIFICATE,
    ...fields,
  };
  const [read] = resultRead.shape.methods.parse([method]);
  assert.ok(read !== undefined);
  return certificateWords(read);
}

Deno.test("a proof is told with its solver, its numbers and the bound", () => {
  const expected = "min_volatility: proven optimal (active_set; duality gap 0.000123457, primal residual 1e-12). " +
    "No weights can be better than 0.1.";
  assert.equal(wordsOf({}), expected);
});

Deno.test("an answer without a proof is never called proven optimal", () => {
  const certificate = { ...CERTIFICATE, proven_optimal: false, bound: null };
  assert.match(wordsOf({ certificate, status: "inaccurate" }), /^min_volatility: inaccurate, not proven optimal \(/);
  assert.match(wordsOf({ certificate, status: "infeasible" }), /^min_volatility: proven infeasible \(/);
  assert.doesNotMatch(wordsOf({ certificate, status: "inaccurate" }), /No weights/);
});

Deno.test("a method of a formula has no program to certify, and a detail is told with its names marked", () => {
  const words = wordsOf({ certificate: null, detail: 'The rule "Gold" binds' });
  assert.equal(
    words,
    "min_volatility: optimal; computed by a formula, so there is no program to certify. The rule ‹Gold› binds",
  );
});
