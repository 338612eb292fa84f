import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { manyLosses } from "../../tests/support/many_losses.ts";
import { problemCount } from "../../tests/support/tier.ts";
import { Status } from "../../wasm/build/core_interface.ts";
import { type Arena, type CoreExports, CoreInstance } from "./core_instance.ts";
import { Measures } from "./measures.ts";

const measures = new Measures(await CoreInstance.load());
const entropicTail = (losses: Float64Array, confidence: number): number => measures.entropicTail(losses, confidence);

/** The bound that a given z proves, by the definition and without care for overflow. */
function bound(losses: Float64Array, confidence: number, z: number): number {
  const worst = losses.reduce((a, b) => Math.max(a, b), -Infinity);
  const sum = losses.reduce((total, loss) => total + Math.exp((loss - worst) / z), 0);
  return worst + z * Math.log(sum / ((1 - confidence) * losses.length));
}

/** The least bound over a fine grid of z: above the infimum by less than the square of the grid's step. */
function leastBound(losses: Float64Array, confidence: number): number {
  let least = Infinity;
  for (let power = -30; power <= 14; power += 1 / 64) least = Math.min(least, bound(losses, confidence, 2 ** power));
  return least;
}

/** The least bound by thirds in log z, between those of a rough grid. */
function leastOfBound(losses: Float64Array, confidence: number): number {
  const at = (power: number): number => bound(losses, confidence, 2 ** power);
  let middle = -30;
  for (let power = -30; power <= 14; power++) if (at(power) < at(middle)) middle = power;
  let low = middle - 1, high = middle + 1;
  while (high - low > 1e-7) {
    const third = (high - low) / 3;
    if (at(low + third) < at(high - third)) high -= third;
    else low += third;
  }
  return Math.min(at(low), at(high), losses.reduce((a, b) => Math.max(a, b)));
}

Deno.test("the entropic tail is the least bound of its definition, as far as a grid tells", () => {
  const series = fc.float64Array({ min: -1, max: 1, minLength: 5, maxLength: 60, noNaN: true });
  fc.assert(fc.property(series, fc.double({ min: 0.5, max: 0.99, noNaN: true }), (losses, confidence) => {
    const answer = entropicTail(losses, confidence);
    const grid = leastBound(losses, confidence);
    assert.ok(answer <= grid + 1e-12, `${answer} above ${grid}`);
    // The grid steps by 1.1 % in z, so that its error, second order in the step, is below 1e-4 for losses of size 1.
    assert.ok(answer >= grid - 1e-4, `${answer} below ${grid}`);
  }));
});

Deno.test("the entropic tail of many losses with jumps and ties is the least bound of its definition", () => {
  fc.assert(
    fc.property(manyLosses(1500), fc.double({ min: 0.5, max: 0.99, noNaN: true }), (losses, confidence) => {
      const answer = entropicTail(losses, confidence), size = Math.max(...losses.map(Math.abs));
      const least = leastOfBound(losses, confidence);
      assert.ok(Math.abs(answer - least) <= 1e-13 * size, `${answer}, ${least} expected`);
    }),
    { numRuns: problemCount(60, 15) },
  );
});

Deno.test("the entropic tail of many losses is the least bound where one loss is up to a billion times the others", () => {
  for (const size of [0.02, 1e-3, 1e-6, 1e-9]) {
    const losses = Float64Array.from({ length: 700 }, (_, t) => t === 77 ? 1 : size * Math.sin(t * t));
    const answer = entropicTail(losses, 0.95), least = leastOfBound(losses, 0.95);
    assert.ok(Math.abs(answer - least) <= 1e-13, `${answer}, ${least} expected`);
  }
});

Deno.test("one gain up to a billion times the losses only takes its share of the periods from their entropic tail", () => {
  const losses = Float64Array.from({ length: 700 }, (_, t) => Math.sin(t * t)), others = losses.slice(1);
  const expected = leastOfBound(others, 1 - 0.05 * losses.length / others.length);
  for (const gain of [1e3, 1e5, 1e7, 1e9]) {
    losses[0] = -gain;
    const answer = entropicTail(losses, 0.95);
    // Distances from the worst loss are fractions of the whole spread, so they carry rounding errors of the gain.
    assert.ok(Math.abs(answer - expected) <= 1e-13 + 1e-15 * gain, `${answer}, ${expected} expected`);
  }
});

Deno.test("the entropic tail of returns is that of their negatives, in any order", () => {
  const returns = Float64Array.from({ length: 901 }, (_, t) => 0.02 * Math.sin(t * t) ** 3);
  const expected = entropicTail(returns.map((value) => -value), 0.95);
  for (const values of [returns, returns.toSorted(), returns.toSorted().reverse()]) {
    const answer = measures.entropicTail(values, 0.95, { areReturns: true });
    assert.ok(Math.abs(answer - expected) <= 1e-15, `${answer}, ${expected} expected`);
  }
});

Deno.test("the entropic tail of two equally likely losses at 40 % solves the equation of the binary entropy", () => {
  // Losses 0 and 1 tilted to (1 - p, p): p log 2p + (1 - p) log 2(1 - p) = -log 0.6, and the value is p.
  const p = entropicTail(Float64Array.of(0, 1), 0.4);
  const entropy = p * Math.log(2 * p) + (1 - p) * Math.log(2 * (1 - p));
  assert.ok(Math.abs(entropy + Math.log(0.6)) < 1e-12);
});

Deno.test("the entropic tail is the worst loss where that fills the tail: a constant series, one period, many ties", () => {
  assert.equal(entropicTail(new Float64Array(50).fill(0.01), 0.95), 0.01);
  assert.equal(entropicTail(Float64Array.of(-0.02), 0.95), -0.02);
  const tied = Float64Array.from({ length: 100 }, (_, t) => t < 5 ? 0.3 : t / 1000);
  assert.equal(entropicTail(tied, 0.95), 0.3);
});

Deno.test("the entropic tail of one extreme loss among many zeros solves the equation of the binary entropy", () => {
  const losses = new Float64Array(2000);
  losses[7] = 1;
  const answer = entropicTail(losses, 0.95);
  // Tilted to (1 - p, p), the relative entropy to (1 - 1/T, 1/T) is -log 0.05, and the value is p.
  const entropy = answer * Math.log(answer * 2000) + (1 - answer) * Math.log((1 - answer) / (1 - 1 / 2000));
  assert.ok(Math.abs(entropy + Math.log(0.05)) < 1e-12);
});

Deno.test("the entropic tail shifts with the losses and scales with them over 24 orders of magnitude", () => {
  const losses = Float64Array.from({ length: 500 }, (_, t) => Math.sin(t * t) * 0.02);
  const answer = entropicTail(losses, 0.95);
  for (const scale of [1e-12, 1e-3, 1e12]) {
    const scaled = entropicTail(losses.map((loss) => loss * scale), 0.95);
    assert.ok(Math.abs(scaled - answer * scale) <= 1e-12 * answer * scale);
  }
  assert.ok(Math.abs(entropicTail(losses.map((loss) => loss + 1), 0.95) - 1 - answer) < 1e-12);
});

Deno.test("a tail whose iteration does not converge is an error instead of a number", async () => {
  const module = new WebAssembly.Module(await Deno.readFile(new URL("../../wasm/build/core.wasm", import.meta.url)));
  const told = new CoreInstance(module).run((core, arena) =>
    core.entropicTail(arena.doubles(Float64Array.of(1, 2, 3)), 3, NaN, arena.doubles(1))
  );
  assert.equal(told, Status.NOT_CONVERGED);
  const stalled = new Measures(new StalledInstance(module));
  const losses = Float64Array.of(1, 2, 3);
  assert.throws(() => stalled.entropicTail(losses, 0.5), /the iteration did not converge/);
  assert.throws(() => stalled.relativisticTail(losses, { confidence: 0.5, kappa: 0.3 }), /did not converge/);
});

/** A core in which no tail converges. */
class StalledInstance extends CoreInstance {
  override run<T>(compute: (exports: CoreExports, arena: Arena) => T): T {
    const stalled = { entropicTail: () => Status.NOT_CONVERGED, relativisticTail: () => Status.NOT_CONVERGED };
    return super.run((exports, arena) => compute({ ...exports, ...stalled }, arena));
  }
}

Deno.test("a second loss that equals the worst up to rounding does not change the entropic tail", () => {
  const losses = Float64Array.from({ length: 100 }, (_, t) => t < 6 ? 0.1 * (1 - t * 2 ** -53) : 0);
  const tied = losses.map((loss) => loss > 0 ? 0.1 : 0);
  assert.ok(Math.abs(entropicTail(losses, 0.95) - entropicTail(tied, 0.95)) < 1e-14);
});
