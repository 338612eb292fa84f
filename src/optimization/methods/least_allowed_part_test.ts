import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { leastAllowedPart } from "./least_allowed_part.ts";

const part = fc.double({ min: 0.03, max: 0.98, noNaN: true });
const slope = fc.double({ min: 0.1, max: 10, noNaN: true });

Deno.test("the least part that linear rules allow is found to a relative 2e-12 in at most 12 trials", () => {
  fc.assert(fc.property(fc.array(fc.tuple(part, slope), { minLength: 1, maxLength: 4 }), (rules) => {
    let trials = 0;
    const found = leastAllowedPart((part) => {
      trials++;
      return Math.max(...rules.map(([least, slope]) => slope * (least - part)), 0) - 1e-14;
    });
    const least = Math.max(...rules.map(([least, slope]) => least - 1e-14 / slope));
    assert.ok(Math.abs(found - least) <= 2e-12 * least, `${found} ${least}`);
    assert.ok(trials <= 12, String(trials));
  }));
});

Deno.test("the least part that a curved or a discontinuous rule allows is found", () => {
  fc.assert(fc.property(part, fc.integer({ min: 2, max: 9 }), (least, power) => {
    const curved = leastAllowedPart((part) => (least / part) ** power - 1);
    assert.ok(Math.abs(curved - least) <= 2e-12 * least, `${curved} ${least}`);
    const jumping = leastAllowedPart((part) => part < least ? 1 : 0);
    assert.ok(Math.abs(jumping - least) <= 2e-12 * least, `${jumping} ${least}`);
  }));
});

Deno.test("a part of one hundredth is taken where it is allowed", () => {
  assert.equal(leastAllowedPart(() => 0), 0.01);
});
