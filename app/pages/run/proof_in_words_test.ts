import assert from "node:assert/strict";
import { proofInWords } from "./proof_in_words.ts";

const CERTIFICATE = {
  solver: "core",
  iterations: 1,
  primal_residual: 0,
  dual_residual: 0,
  duality_gap: 3e-11,
  proven_optimal: true,
  bound: null,
  nodes: null,
};
const OBJECTIVE = { name: "volatility", value: 0.01 };

Deno.test("a proof says by how much other weights can be better at most, also where a search gives a bound", () => {
  const sentenceOf = (certificate: typeof CERTIFICATE | { bound: number }): string =>
    proofInWords({
      status: "optimal",
      detail: null,
      objective: OBJECTIVE,
      certificate: { ...CERTIFICATE, ...certificate },
    }).sentence;
  assert.equal(
    sentenceOf(CERTIFICATE),
    "Proven: no other weights that keep your rules are better by more than 0.0000001.",
  );
  assert.match(sentenceOf({ bound: 0.01 * (1 - 5e-7) }), /more than 0\.000001\.$/);
  assert.match(sentenceOf({ bound: 0.01 }), /more than 0\.0000001\.$/);
  const optimal = { status: "optimal", detail: null, objective: OBJECTIVE, certificate: CERTIFICATE } as const;
  assert.match(proofInWords(optimal, ["de"]).sentence, /more than 0,0000001\.$/);
});

Deno.test("a method without a proof says what it is instead", () => {
  const proof = { detail: null, objective: null, certificate: null };
  assert.equal(proofInWords({ ...proof, status: "computed" }).kind, "formula");
  assert.match(
    proofInWords({ ...proof, status: "not_proven", detail: "The search ended" }).sentence,
    /The search ended\.$/,
  );
  assert.equal(proofInWords({ ...proof, status: "infeasible", detail: "No weights" }).sentence, "No weights");
});
