import assert from "node:assert/strict";
import { hideDecorators, showDecorators } from "./assembly_script.ts";

const DECORATED = `// Paths @inline are no decorators.
@external("../host.ts", "shouldStop")
export declare function shouldStop(): i32;
  @inline
  get(): i32 { return 1; }
`;

Deno.test("hiding the decorators of AssemblyScript keeps the number of lines, and showing them restores the text", () => {
  const hidden = hideDecorators(DECORATED);
  assert.ok(hidden.split("\n").every((line) => !line.trimStart().startsWith("@")));
  assert.equal(hidden.split("\n").length, DECORATED.split("\n").length);
  assert.equal(showDecorators(hidden), DECORATED);
});
