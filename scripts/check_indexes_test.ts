import assert from "node:assert/strict";
import { faultsIn } from "./check_indexes.ts";

const FAULT = `TS2532 [ERROR]: Object is possibly 'undefined'.
  return list[0].name;
         ~~~~~~~
    at file:///repository/src/store/page.ts:65:14`;
const ELSEWHERE = `TS2322 [ERROR]: Type 'number | undefined' is not assignable to type 'number'.
  Type 'undefined' is not assignable to type 'number'.
  return sums[0];
  ~~~~~~
    at file:///repository/src/kernels/sums.ts:3:3

    The expected type comes from the return type of this signature.
      export function sum(): number {
      ~~~~~~
        at file:///repository/src/store/page.ts:1:8`;
const OUTPUT = `${ELSEWHERE}\n\n${FAULT}\n\nFound 2 errors.\n\nerror: Type checking failed.\n`;

Deno.test("only type errors in the checked files are shown", () => {
  assert.deepEqual(faultsIn(OUTPUT, new Set(["file:///repository/src/store/page.ts"])), [FAULT]);
  assert.deepEqual(faultsIn(OUTPUT, new Set(["file:///repository/src/store/mod.ts"])), []);
  assert.deepEqual(faultsIn("", new Set(["file:///repository/src/store/page.ts"])), []);
});

Deno.test("a type check that fails without a type error throws", () => {
  assert.throws(() => faultsIn("error: The lockfile is out of date\n", new Set()), /lockfile is out of date/);
});
