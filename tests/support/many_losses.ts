import fc from "./fast_check.ts";

/**
 * Test helper. Returns a fast-check arbitrary of series of losses with 250 to `most` entries. Some series have single
 * entries up to a thousand, and in some about half of the entries are 0.
 */
export function manyLosses(most: number): fc.Arbitrary<Float64Array> {
  return fc.record({
    length: fc.integer({ min: 250, max: most }),
    seed: fc.integer({ min: 1, max: 1e6 }),
    jump: fc.constantFrom(0, 0.1, 3, 1000),
    isTied: fc.boolean(),
  }).map(({ length, seed, jump, isTied }) =>
    Float64Array.from({ length }, (_, t) => {
      const size = Math.sin(seed + t * t) ** 3 * 0.02 + (t % 211 === 7 ? jump * Math.cos(seed + t) : 0);
      return isTied ? Math.max(size, 0) : size;
    })
  );
}
