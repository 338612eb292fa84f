import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { assertClose, assertEachClose, kernelCases } from "../../tests/support/kernel_cases.ts";
import { CoreInstance } from "./core_instance.ts";
import { Measures } from "./measures.ts";

const measures = new Measures(await CoreInstance.load());

interface TailCases {
  readonly losses: Record<string, number[]>;
  readonly cases: readonly {
    readonly name: string;
    readonly losses: string;
    readonly confidence: number;
    readonly valueAtRisk: number;
    readonly conditionalValueAtRisk: number;
  }[];
}

const tails = await kernelCases<TailCases>("tail");

for (const { name, losses, confidence, ...expected } of tails.cases) {
  Deno.test(`tail agrees with the minimum of Rockafellar and Uryasev: ${name}`, () => {
    const answer = measures.tail(Float64Array.from(tails.losses[losses]), confidence);
    assert.equal(answer.valueAtRisk, expected.valueAtRisk);
    assertEachClose([answer.conditionalValueAtRisk], [expected.conditionalValueAtRisk], 1e-14);
  });
}

Deno.test("tail agrees with sorting for any losses, ties included", () => {
  const losses = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 200 });
  fc.assert(fc.property(losses, fc.integer({ min: 1, max: 99 }), (whole, percent) => {
    const sorted = whole.toSorted((a, b) => b - a);
    const hundredths = (100 - percent) * whole.length;
    const k = Math.ceil(hundredths / 100);
    let sum = 0;
    for (let i = 0; i < k; i++) sum += sorted[i] * Math.min(100, hundredths - 100 * i);
    const answer = measures.tail(Float64Array.from(whole), percent / 100);
    assert.equal(answer.valueAtRisk, sorted[k - 1]);
    assertClose([answer.conditionalValueAtRisk], [sum / hundredths], 1e-14, 20);
  }));
});

Deno.test("the tail of 1000 losses at 0.95 holds 50 of them, although (1 - 0.95) 1000 is more in floating point", () => {
  const losses = Float64Array.from({ length: 1000 }, (_, i) => (i * 7) % 1000);
  assert.deepEqual(measures.tail(losses, 0.95), { valueAtRisk: 950, conditionalValueAtRisk: 974.5 });
});

Deno.test("the tail of the largest losses, given the number of all losses, is the tail of all", () => {
  const losses = Float64Array.from({ length: 997 }, (_, i) => Math.sin(i * i));
  const worst = losses.toSorted().reverse();
  for (const confidence of [0.5, 0.9, 0.95, 0.999]) {
    const needed = worst.slice(0, Math.ceil((1 - confidence) * losses.length));
    const whole = measures.tail(losses, confidence), answer = measures.tail(needed, confidence, { count: 997 });
    assert.equal(answer.valueAtRisk, whole.valueAtRisk);
    assertClose([answer.conditionalValueAtRisk], [whole.conditionalValueAtRisk], 1e-14, 1);
    assert.throws(() => measures.tail(needed.slice(1), confidence, { count: 997 }), RangeError);
  }
});

Deno.test("values of any signs and sizes are sorted as the language sorts them, with -0 before 0", () => {
  const anything = fc.float64Array({ noNaN: true, noDefaultInfinity: true, maxLength: 300 });
  const few = fc.array(fc.constantFrom(-1, -0, 0, 1e-310, 2, 3), { maxLength: 60 }).map((list) =>
    Float64Array.from(list)
  );
  fc.assert(fc.property(fc.oneof(anything, few), (values) => {
    assert.deepEqual(measures.sorted(values).ascending, values.toSorted());
  }));
  assert.throws(() => measures.sorted(Float64Array.of(1, NaN)), RangeError);
});

Deno.test("many values are sorted whether they differ in their leading bits, in their last bits alone, or not at all", () => {
  const next = (i: number): number => (i * 7919) % 1500;
  const spreads: Record<string, (i: number) => number> = {
    "leading bits": (i) => Math.tan(next(i)),
    "last bits": (i) => 1 + next(i) * 2 ** -50,
    "last bits of few values": (i) => (next(i) % 3 - 1) * (1 + next(i) * 2 ** -52),
    "not at all": () => -0.01,
  };
  for (const count of [49, 300, 1500]) {
    for (const [spread, value] of Object.entries(spreads)) {
      const values = Float64Array.from({ length: count }, (_, i) => value(i));
      assert.deepEqual(measures.sorted(values).ascending, values.toSorted(), `${count} values, ${spread}`);
    }
  }
});

Deno.test("no losses, NaN losses and confidences out of range are refused before the call", () => {
  assert.throws(() => measures.tail(new Float64Array(0), 0.95), RangeError);
  assert.throws(() => measures.tail(Float64Array.of(1), 1), RangeError);
  assert.throws(() => measures.tail(Float64Array.of(NaN), 0.5), RangeError);
});
