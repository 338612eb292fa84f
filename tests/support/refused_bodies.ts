import assert from "node:assert/strict";
import { DomainError } from "../../src/domain/errors.ts";
import { parseRequest } from "../../src/request/run_request.ts";

export const PRICES = {
  dates: ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04"],
  series: { A: [1, 1.1, 1.2, 1.1], B: [2, 2.1, null, 2.2] },
};
export const MOMENTS = {
  assets: ["A", "B"],
  expected_returns: [0.001, 0.002],
  covariance: [[0.04, 0.01], [0.01, 0.09]],
};

/** Test helper. Returns the body of a run that is accepted, with further fields. */
export function body(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { prices: PRICES, methods: ["min_volatility"], ...fields };
}

/** Test helper. Returns the body of a run without its prices, with further fields. */
export function withoutInput(fields: Record<string, unknown>): Record<string, unknown> {
  const { prices: _, ...rest } = body(fields);
  return rest;
}

/** Test helper. Returns the body of a run of own prices. */
export function pricesOf(
  series: Record<string, unknown>,
  dates: readonly unknown[] = PRICES.dates,
): Record<string, unknown> {
  return body({ prices: { dates, series }, methods: ["equal_weight"] });
}

/** Test helper. Returns the error with which a request is refused. */
export function refusal(request: unknown): DomainError {
  try {
    parseRequest(request);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new assert.AssertionError({ message: "The request was accepted" });
}

/** A body that the service must refuse for one fault: the JSON pointer of the fault, and a pattern of its sentence. */
export type RefusedBody = readonly [promise: string, body: unknown, pointer: string, detail: RegExp];

/** Test helper. Registers a test for each request body that is refused. */
export function testOfRefusedBodies(bodies: readonly RefusedBody[]): void {
  for (const [promise, request, pointer, detail] of bodies) {
    Deno.test(`a request is refused for ${promise}`, () => {
      const error = refusal(request);
      assert.equal(error.code, "validation_failed");
      assert.deepEqual(error.faults.map((fault) => fault.pointer), [pointer]);
      assert.match(error.faults[0].detail, detail);
      assert.doesNotMatch(error.faults[0].detail, /\.$/);
    });
  }
}
