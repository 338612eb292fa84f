import assert from "node:assert/strict";
import { loadKernels } from "../../src/kernels/mod.ts";
import { METHODS } from "../../src/optimization/methods/mod.ts";
import { RESCUES } from "../../src/optimization/rescues/mod.ts";
import { WAYS } from "../../src/optimization/ways/mod.ts";
import { problemOf, sampleMarketOf } from "../support/sample_problem.ts";

const kernels = await loadKernels(null);
const market = sampleMarketOf(8);
const NEEDED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  efficient_return: { target_return: 0.1 },
  efficient_risk: { target_volatility: 0.3 },
};

Deno.test("ways and rescues have ids of their own, in words", () => {
  const ids = [...WAYS, ...RESCUES].map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^[a-z][a-z ]*$/);
});

Deno.test("a certificate names a way of the list and its engine, by which the code is found", () => {
  const ways = new Set([...WAYS.map(({ id }) => id), "trade-off", "relaxation"]);
  const rescues = new Set([...RESCUES.map(({ id }) => id), "norms at rest"]);
  const named: string[] = [];
  for (const constraints of [{}, { cardinality: { max: 4 } }]) {
    for (const method of METHODS) {
      const parameters = method.parameters.parse(NEEDED[method.id] ?? {});
      const { certificate } = method.solve(problemOf(market, { constraints }), parameters, kernels);
      if (certificate === null || certificate === undefined) continue;
      const [ids, engine, ...more] = certificate.solver.split("/"), [way, ...rescued] = ids.split(", ");
      const said = `${method.id}: ${certificate.solver}`;
      assert.ok(more.length === 0 && ["core", "clarabel"].includes(engine), said);
      assert.ok(ways.has(way) && rescued.every((id) => rescues.has(id)), said);
      named.push(method.id);
    }
  }
  assert.ok(named.length > 50, String(named.length));
});
