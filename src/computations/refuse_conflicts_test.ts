import assert from "node:assert/strict";
import { DomainError, type Relaxation } from "../domain/errors.ts";
import { loadKernels } from "../kernels/mod.ts";
import { parseRequest } from "../request/run_request.ts";
import { refuseConflicts } from "./refuse_conflicts.ts";

const kernels = await loadKernels(null);
const ASSETS = ["A", "B", "C", "D"];
const MOMENTS = {
  assets: ASSETS,
  expected_returns: [0.01, 0.02, 0.03, 0.04],
  covariance: ASSETS.map((_, i) => ASSETS.map((_, j) => i === j ? 0.01 * (i + 1) : 0.001)),
};

function refusalOf(fields: Readonly<Record<string, unknown>>): DomainError {
  try {
    refuseConflicts(parseRequest({ moments: MOMENTS, ...fields }), kernels, () => []);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error("Cannot find a conflict");
}

function waysOut(methods: readonly unknown[], fields: object = {}): readonly string[] {
  const { conflict } = refusalOf({ methods, constraints: { weight_bounds: { max: 0.2 } }, ...fields });
  return (conflict?.relaxation ?? []).filter(({ to }) => to !== null).map(changeOf);
}

function changeOf({ family, limit, to }: Relaxation): string {
  return `${family} ${limit} ${to}`;
}

Deno.test("proposed changes of a conflict are those that resolve it for every method with these rules", () => {
  const [budget, bounds] = ["budget min 0.8", "weight_bounds max 0.25"];
  assert.deepEqual(waysOut(["min_volatility"]), [budget, bounds]);
  for (const method of ["hrp", "herc", "schur"]) assert.deepEqual(waysOut([method]), [bounds], method);
  assert.deepEqual(waysOut(["min_volatility", "hrp"]), [bounds], "of two methods");
  const formula = { method: "equal_weight", constraints: {} };
  assert.deepEqual(waysOut(["min_volatility", formula]), [budget, bounds], "beside a method with rules of its own");
  assert.deepEqual(waysOut(["hrp"], { efficient_frontier: { points: 2 } }), [bounds], "with a frontier");
});

Deno.test("conflicts without a common rule are each reported, with pointers", () => {
  const linear = [
    { name: "few", coefficients: { A: 1, B: 1 }, max: 0.3 },
    { name: "much", coefficients: { A: 1, B: 1 }, min: 0.5 },
    { name: "no C", coefficients: { C: 1 }, max: 0.1 },
    { name: "some C", coefficients: { C: 1 }, min: 0.2 },
    { name: "met", coefficients: { D: 1 }, max: 0.9 },
  ];
  const { message, faults, conflict } = refusalOf({ methods: ["min_volatility"], constraints: { linear } });
  assert.equal(
    message,
    "Cannot meet all the constraints together: one conflict involves linear few and linear much, " +
      "another one involves linear no C and linear some C",
  );
  assert.deepEqual(faults.map(({ pointer, detail }) => `${pointer} ${detail}`), [
    '/constraints/linear/0 "few" of at most 0.3',
    '/constraints/linear/1 "much" of at least 0.5',
    '/constraints/linear/2 "no C" of at most 0.1, part of another conflict',
    '/constraints/linear/3 "some C" of at least 0.2, part of another conflict',
  ]);
  assert.equal(conflict?.rules.length, 2);
  assert.equal(conflict?.jointRelaxation?.length, 2);
});

Deno.test("conflicts of several methods are all reported, with their pointers, their methods and what resolves them", () => {
  const few = { weight_bounds: { max: 0.2 } }, many = { weight_bounds: { min: 0.3 } };
  const { message, faults, conflict } = refusalOf({
    methods: [
      "min_volatility",
      { method: "hrp", constraints: few },
      { method: "herc", constraints: few },
      { method: "max_return", constraints: few },
      { method: "max_return", key: "many", constraints: many },
    ],
  });
  const bases = [1, 2, 3, 4].map((i) => `/methods/${i}/constraints`);
  const [hrp, herc, fewer, more] = bases;
  assert.equal(
    message,
    `Cannot meet all the constraints together at ${hrp}, ${herc}, ${fewer} and ${more}: ` +
      `the conflict of this answer is the one at ${hrp} and ${herc}; ` +
      `at ${fewer} one change alone would do: budget min from 1 to 0.8 or weight_bounds default max from 0.2 to 0.25; ` +
      `at ${more} one change alone would do: budget max from 1 to 1.2 or weight_bounds default min from 0.3 to 0.25`,
  );
  assert.deepEqual(faults.map(({ pointer }) => pointer), bases.flatMap((base) => [base, `${base}/weight_bounds`]));
  assert.deepEqual(conflict?.relaxation?.map(({ to }) => to), [null, null, 0.25]);
});
