import assert from "node:assert/strict";
import { layoutOf } from "./layout.ts";

/** Test helper. Returns the layout of a table whose lines have cells between commas. */
function layout(text: string): ReturnType<typeof layoutOf> {
  const records = text.split("\n").map((line, at) => ({ cells: line.split(","), line: at + 1 }));
  return layoutOf(records, { name: "file" });
}

const ROWS = "2024-01-02,185.64,370.87\n2024-01-03,184.25,370.6";

Deno.test("the names of assets are found above their fields although notes stand between them", () => {
  const found = layout(`Security,AAPL,MSFT\nStart,2024-01-02,\nCurrency,USD,\nDate,PX_LAST,PX_LAST\n${ROWS}`);
  assert.ok("columns" in found);
  assert.deepEqual(found.columns.map(({ name, at }) => [name, at]), [["AAPL", 1], ["MSFT", 2]]);
  assert.equal(found.form, "levels");
});

Deno.test("two columns of prices below one name are refused", () => {
  const found = layout(`Security,AAPL,\nDate,PX_LAST,PX_LAST\n${ROWS}`);
  assert.ok("problem" in found);
  assert.match(
    found.problem,
    /^Cannot tell which column holds the prices of an asset: an asset has a field twice below /,
  );
});

Deno.test("a close and a volume below each of two merged names are the closes of two assets", () => {
  const rows = "2024-01-02,185.64,10,370.87,20\n2024-01-03,184.25,11,370.6,21";
  const found = layout(`Ticker,AAPL,,MSFT,\nDate,Close,Volume,Close,Volume\n${rows}`);
  assert.ok("columns" in found);
  assert.deepEqual(found.columns.map(({ name, at }) => [name, at]), [["AAPL", 1], ["MSFT", 3]]);
});
