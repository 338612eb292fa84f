import assert from "node:assert/strict";
import { canWalk, walk } from "../support/documented_walk.ts";
import { markdownDocument } from "../support/markdown_document.ts";

const README = markdownDocument("README.md");
const LONGEST_BYTES = 8_192;

Deno.test("the README is read in one sitting", () => {
  const length = new TextEncoder().encode(README.text).length;
  assert.ok(length <= LONGEST_BYTES, `${length} bytes`);
});

Deno.test({
  name: "the commands of the README lead from an empty folder to the weights of a run, in twenty lines at most",
  ignore: !await canWalk(),
  async fn() {
    assert.ok(README.blocks("sh").join("").trim().split("\n").length <= 20);
    await walk(README);
  },
});
