import assert from "node:assert/strict";
import { constraintPreflight } from "../../src/computations/constraint_preflight.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { markdownDocument } from "../support/markdown_document.ts";

const kernels = await loadKernels(null);

Deno.test("the preflight that the tutorial shows has the answer that it shows", () => {
  const shown = markdownDocument("docs/tutorial.md").blocks("text").find((text) => text.includes('"feasible"'));
  assert.ok(shown !== undefined, "the tutorial shows no preflight");
  const [body, answer] = shown.split(/\n(?=\{"feasible")/);
  const { ranges, notJudged } = constraintPreflight.compute(
    { config: new TextEncoder().encode(body), found: null },
    { kernels, progress: () => undefined },
  );
  const told = { feasible: ranges !== null, ranges, not_judged: notJudged, conflict: null };
  assert.deepEqual(rounded(told), JSON.parse(answer));
});

Deno.test("the same request has the same answer, digit by digit", () => {
  const assets = Array.from({ length: 30 }, (_, i) => `A${i}`);
  const coefficients = Object.fromEntries(assets.map((asset, i) => [asset, Math.sin(i + 1)]));
  const constraints = {
    weight_bounds: { max: 0.2 },
    linear: [{ name: "tilt", coefficients, min: 0.1 }],
    concentration: { min_effective_assets: 8 },
    cardinality: { min: 9, max: 20 },
  };
  const config = new TextEncoder().encode(JSON.stringify({ assets, constraints }));
  const answer = (): unknown =>
    constraintPreflight.compute({ config, found: null }, { kernels, progress: () => undefined });
  assert.deepEqual(answer(), answer());
});

function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, one) => typeof one === "number" ? Math.round(one * 1e9) / 1e9 + 0 : one);
}
