import assert from "node:assert/strict";
import { Affine, type Program } from "./program.ts";
import { ProgramBuilder } from "./program_builder.ts";
import { withBlocks, withoutBlocks } from "./without_blocks.ts";

/** Three limits on three variables, the k-th of which has a row that is the k-th variable below k + 1. */
function threeLimits(): Program {
  const builder = new ProgramBuilder(), x = builder.variables(3);
  for (const k of [0, 1, 2]) builder.atMost(x.at(k), Affine.constant(k + 1));
  return builder.build();
}

const POINT = Float64Array.of(0.1, 0.2, 0.3);

Deno.test("a program without its last listed block keeps the rows of the others, in whichever order they stand", () => {
  const { blocks: [first, middle, last], ...program } = threeLimits();
  const mixed = { ...program, blocks: [first, last, middle] };
  const rest = withoutBlocks(mixed, [2]), all = mixed.rows.evaluate(POINT), left = rest.rows.evaluate(POINT);
  assert.equal(left.length, 2);
  for (const [k, { firstRow, rows }] of rest.blocks.entries()) {
    const own = mixed.blocks[k].firstRow;
    assert.deepEqual(left.slice(firstRow, firstRow + rows), all.slice(own, own + rows));
  }
  const multipliers = withBlocks(mixed, [2], Float64Array.of(5, 7));
  assert.deepEqual([...multipliers], [5, 0, 7]);
});

Deno.test("a program without the blocks at its end has the first rows of the given one", () => {
  const program = threeLimits(), rest = withoutBlocks(program, [1, 2]);
  assert.deepEqual(rest.blocks, program.blocks.slice(0, 1));
  assert.deepEqual(rest.rows.evaluate(POINT), program.rows.evaluate(POINT).slice(0, 1));
});
