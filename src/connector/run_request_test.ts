import assert from "node:assert/strict";
import { DomainError } from "../domain/errors.ts";
import { askedFor, bodyOf } from "./run_request.ts";

Deno.test("the id of a fund has digits alone, and no other number is made of it", () => {
  assert.deepEqual(bodyOf({ assets: ["MF:119551"] }), { funds: [{ scheme_code: 119_551 }] });
  for (const id of ["MF:1e5", "MF:0x10", "MF:abc", "MF: 1", "MF:", "MF:1\n", "LSE:TCS"]) {
    assert.throws(
      () => bodyOf({ assets: ["NSE:TCS", id] }),
      (error) => error instanceof DomainError && error.faults[0]?.pointer === "/assets/1",
      id,
    );
  }
});

Deno.test("a fault of a stock or a fund is told at the place of its id", async () => {
  const pointers = ["/stocks/1", "/stocks/1/ticker", "/funds/0/scheme_code", "/stocks", "/methods/0"];
  const refusal = new DomainError("validation_failed", "Cannot find them", {
    faults: pointers.map((pointer) => ({ pointer, detail: "Cannot find it" })),
  });
  const assets = ["NSE:TCS", "MF:119551", "US:AAPL"];
  await assert.rejects(askedFor({ assets }, () => Promise.reject(refusal)), (error) => {
    assert.ok(error instanceof DomainError);
    const told = error.faults.map(({ pointer }) => pointer);
    assert.deepEqual(told, ["/assets/2", "/assets/2", "/assets/1", "/assets", "/methods/0"]);
    return true;
  });
});
