import assert from "node:assert/strict";
import { DomainError } from "../domain/errors.ts";
import { failureOf, reasonOf } from "./attempt_errors.ts";

Deno.test("a fault in the caller's prices that only the run finds becomes insufficient_history with the fault's sentence", () => {
  const faults = [{ pointer: "/prices/series/B/1", detail: 'Cannot use the return of "B": it is above 1000000' }];
  const error = new DomainError("validation_failed", "Cannot accept the request", { faults });
  assert.deepEqual(failureOf(error), { code: "insufficient_history", detail: faults[0].detail });
});

Deno.test("a fault in the caller's moments that only the run finds becomes methods_failed with the fault's sentence", () => {
  const faults = [{ pointer: "/moments/covariance", detail: "The matrix must be positive semidefinite" }];
  const error = new DomainError("validation_failed", faults[0].detail, { faults });
  assert.deepEqual(failureOf(error), { code: "methods_failed", detail: faults[0].detail });
});

Deno.test("too many rebalances of a backtest on the caller's data become the error too_many_rebalances", () => {
  const faults = [{ pointer: "/rolling_backtest/rebalance_every", detail: "Cannot rebalance 20 methods every 1" }];
  const error = new DomainError("validation_failed", faults[0].detail, { faults });
  assert.deepEqual(failureOf(error), { code: "too_many_rebalances", detail: faults[0].detail });
});

Deno.test("an internal error of a run is shown without its message", () => {
  for (
    const error of [new Error("secret"), new DomainError("not_found", "secret"), new DomainError("internal", "secret")]
  ) {
    assert.deepEqual(failureOf(error), {
      code: "internal",
      detail: "The run failed for a reason inside the service",
    });
  }
});

Deno.test("the reason of a failure for the log is the cause of what callers are told", () => {
  const refusal = new DomainError("not_ready", "The service cannot store anything now: try again later");
  assert.equal(reasonOf(refusal), "The service cannot store anything now: try again later");
  refusal.cause = new Error("the bucket answered 404");
  assert.equal(reasonOf(refusal), "the bucket answered 404");
  assert.equal(reasonOf(new Error("broken", { cause: new Error("within") })), "broken");
  assert.equal(reasonOf("text"), "text");
});
