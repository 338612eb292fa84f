import assert from "node:assert/strict";
import { fitted, fittedNames, textWidth } from "./text_width.ts";

const FUNDS = ["Example Fund House - Flexi Cap Growth", "Example Fund House - Small Cap Growth"];

Deno.test("a text that fits is unchanged, and a longer one ends in an ellipsis within the width", () => {
  assert.equal(fitted("Gold", 12, 200), "Gold");
  const short = fitted(FUNDS[0], 12, 100);
  assert.match(short, /^Example.*…$/);
  assert.ok(textWidth(short, 12) <= 100);
});

Deno.test("names that would look alike when cut lose their common first words, and others do not", () => {
  const shown = fittedNames([...FUNDS, "Gold"], 12, 100);
  assert.deepEqual([shown[0].slice(0, 6), shown[1].slice(0, 6), shown[2]], ["…Flexi", "…Small", "Gold"]);
  for (const name of shown) assert.ok(textWidth(name, 12) <= 100);
  assert.deepEqual(fittedNames(FUNDS, 12, 1_000), FUNDS);
});

Deno.test("equal names are shown alike, and a common beginning within one word is not removed", () => {
  assert.deepEqual(fittedNames(["Gold", "Gold"], 12, 100), ["Gold", "Gold"]);
  const [first, second] = fittedNames(["A".repeat(50), `${"A".repeat(49)}B`], 12, 100);
  assert.equal(first, second);
  assert.ok(textWidth(first, 12) <= 100);
});
