import assert from "node:assert/strict";
import { flattened } from "./flattened.ts";
import { headedColumns } from "./headed_column.ts";

/** Test helper. Returns the names and fields of headings as `name/field`; null where they stay what they are. */
function split(...headings: readonly string[]): readonly string[] | null {
  return flattened(headedColumns(headings))?.map(({ name, field }) => `${name}/${field}`) ?? null;
}

Deno.test("headings of an asset and a field are split at any mark, with the field on either side", () => {
  const expected = ["ALFA/Close", "ALFA/High", "BETA/Close", "BETA/High"];
  for (const mark of ["_", " ", ".", "|", ":", "-", " - ", "/", " · "]) {
    assert.deepEqual(
      split(...["ALFA", "BETA"].flatMap((one) => [`${one}${mark}Close`, `${one}${mark}High`])),
      expected,
    );
    assert.deepEqual(
      split(...["ALFA", "BETA"].flatMap((one) => [`Close${mark}${one}`, `High${mark}${one}`])),
      expected,
    );
  }
  const tuples = ["ALFA", "BETA"].flatMap((one) => [`('Close', '${one}')`, `('High', '${one}')`]);
  assert.deepEqual(split(...tuples), expected);
  const brackets = ["ALFA", "BETA"].flatMap((one) => [`${one} (Close)`, `${one} (High)`]);
  assert.deepEqual(split(...brackets), expected);
});

Deno.test("fields of several words, and names with marks in them, are split where the field is longest", () => {
  assert.deepEqual(split("Adj Close S&P 500", "Close S&P 500"), ["S&P 500/Adj Close", "S&P 500/Close"]);
  assert.deepEqual(split("BRK.B.Close", "BRK.B.Adjusted"), ["BRK.B/Close", "BRK.B/Adjusted"]);
  assert.deepEqual(split("Adj Close|A", "Adj Close|B"), ["A/Adj Close", "B/Adj Close"]);
});

Deno.test("names that only look like a field and a name stay what they are", () => {
  const rows = [
    ["S&P 500 Index", "MSCI Value"],
    ["MSCI Value", "MSCI Growth"],
    ["US Low", "US High", "EU Low", "EU High"],
    ["High Dividend", "Low Volatility"],
    ["Price Momentum", "Low Vol"],
    ["Fund A Value", "Fund B Value"],
    ["Open", "Close"],
    ["ALFA Close", "BETA"],
    ["Close (INR)"],
  ];
  for (const headings of rows) assert.equal(split(...headings), null, headings.join());
});
