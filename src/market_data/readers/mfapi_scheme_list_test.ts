import assert from "node:assert/strict";
import { ListingTable } from "../listing_table.ts";
import { ListingFileError } from "./listing_file.ts";
import { readMfapiSchemeList } from "./mfapi_scheme_list.ts";

/** Test helper. Returns a JSON list of 20,000 schemes, several megabytes, so that it is read in parts. */
function schemes(nameOf: (i: number) => string): string {
  return JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({
    schemeCode: 100_000 + i,
    schemeName: nameOf(i),
    isinGrowth: i === 7 ? "INF879O01027" : null,
    isinDivReinvestment: null,
  })));
}

Deno.test("a scheme list of megabytes is read with the code, name and ISIN of every scheme", async () => {
  const { listings: table, asOf } = await readMfapiSchemeList(schemes((i) => `Moon Fund ${i}`));
  const listings = [...ListingTable.of(table)];
  assert.deepEqual([listings.length, asOf], [20_000, null]);
  assert.deepEqual([listings[7].symbol, listings[7].isin, listings[7].name], ["100007", "INF879O01027", "Moon Fund 7"]);
  assert.equal(listings[19_999].asset, "MF:119999");
});

Deno.test("scheme names that look like the end of a scheme do not split the list", async () => {
  const nameOf = (i: number): string => `"},{"schemeCode":${i},"schemeName":"Sun },{ [${i}]`.repeat(2);
  const listings = [...ListingTable.of((await readMfapiSchemeList(schemes(nameOf))).listings)];
  assert.deepEqual([listings.length, listings[123].name], [20_000, nameOf(123)]);
});

Deno.test("a scheme list that is nested, has text around it, is cut off or has no schemes is refused", async () => {
  const list = schemes((i) => `Moon Fund ${i}`);
  const refused = [
    [`{"data":${list}}`, /it is not a list/],
    [`[${list}]`, /none of its rows can be read/],
    [`${list}<html>`, /it is not JSON/],
    [`x${list}`, /it is not JSON/],
    [list.slice(0, -9), /it is not JSON/],
    [`${list.slice(0, 900_000)}]`, /it is not JSON/],
    ["", /it is not JSON/],
    ["[]", /none of its rows can be read/],
    ["null", /it is not a list/],
  ] as const;
  for (const [text, why] of refused) {
    await assert.rejects(readMfapiSchemeList(text), (error: unknown) => {
      assert.ok(error instanceof ListingFileError, String(error));
      assert.match(error.message, why, text.slice(0, 30));
      return true;
    });
  }
});
