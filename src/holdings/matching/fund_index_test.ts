import assert from "node:assert/strict";
import { listedFund as fund } from "../../../tests/support/listed.ts";
import type { Listing } from "../../market_data/provider.ts";
import type { StatementLine } from "../statement.ts";
import { FundIndex } from "./fund_index.ts";

const nextTurn = (): Promise<void> => Promise.resolve();
const LIVING = { navDate: "2026-11-26" }, CLOSED = { navDate: "2022-03-12" };

function line(told: Partial<StatementLine>): StatementLine {
  const rest = { kind: "fund", sheet: null, row: 1, symbol: null, isin: null, amc: null, fault: null } as const;
  return { ...rest, name: "Any", quantity: 1, price: 10, ...told };
}

/** Returns the asset that a line is matched to by its ISIN, else by its name, or the reason why there is none. */
async function matched(
  told: Partial<StatementLine>,
  funds: readonly Listing[],
  former: readonly Listing[] = [],
): Promise<string | null> {
  const index = await FundIndex.of(funds, nextTurn, { former: [former] });
  const found = index.byIsin(line(told)) ?? await index.byWords(line(told), nextTurn);
  return found === null ? null : "reason" in found ? found.reason : found.listing.asset;
}

Deno.test("an ISIN of several scheme codes is that of the code with a recent value, in any order of the list", async () => {
  const isin = "INF998X01026";
  const funds = [
    fund(1, "Old Name Fund - Direct Plan - Growth", { isin }),
    fund(2, "New Name Fund - Direct Plan - Growth", { isin, ...LIVING }),
    fund(3, "Older Name Fund - Direct Plan - Growth", { isin, ...CLOSED }),
  ];
  for (const order of [funds, funds.toReversed()]) assert.equal(await matched({ isin }, order), "MF:2");
});

Deno.test("an ISIN of several codes that all live, or of which none lives, is refused with the codes", async () => {
  const isin = "INF998X01026";
  const reason = `its ISIN ${isin} matches 2 assets: MF:1, MF:2`;
  for (const told of [LIVING, CLOSED]) {
    const funds = [fund(1, "A Fund", { isin, ...told }), fund(2, "B Fund", { isin, ...told }), fund(3, "C", LIVING)];
    assert.equal(await matched({ isin }, funds), reason);
  }
});

Deno.test("the name of a closed scheme is matched to the living scheme of its ISIN", async () => {
  const isin = "INF998X01026";
  const funds = [
    fund(1, "Old Name Fund - Direct Plan - Growth", { isin, ...CLOSED }),
    fund(2, "New Name Fund - Direct Plan - Growth", { isin, ...LIVING }),
    fund(3, "New Name Fund - Regular Plan - Growth", { isin: "INF998X01034", ...LIVING }),
  ];
  assert.equal(await matched({ name: "Old Name Fund Direct Growth" }, funds), "MF:2");
  assert.equal(await matched({ name: "Old Name Fund Direct Growth" }, funds.slice(0, 1)), "MF:1", "nothing else fits");
});

Deno.test("a scheme is matched by the former name that its name has in parentheses, with the old house or without one", async () => {
  const funds = [
    fund(1, "New Value Fund (formerly known as Bygone Value Fund) - Direct Plan - Growth", {
      amc: "New Mutual Fund",
      ...LIVING,
    }),
    fund(2, "New Large Cap Fund (erstwhile Bluechip Fund) - Direct Plan - Growth", {
      amc: "New Mutual Fund",
      ...LIVING,
    }),
    fund(3, "New Large Cap Fund (erstwhile Bluechip Fund) - Regular Plan - Growth", {
      amc: "New Mutual Fund",
      ...LIVING,
    }),
  ];
  const names: readonly (readonly [string, string | null, string | null])[] = [
    ["Bygone Value Fund Direct Growth", "Bygone Asset Management", "MF:1"],
    ["Bygone Value Fund Direct Growth", "Another Mutual Fund", null],
    ["New Bluechip Fund - Direct - Growth", "New Mutual Fund", "MF:2"],
    ["New Bluechip Fund Regular Growth", null, "MF:3"],
    ["New Value Fund Direct Growth", null, "MF:1"],
  ];
  for (const [name, amc, asset] of names) assert.equal(await matched({ name, amc }, funds), asset, name);
});

Deno.test("a living scheme of a name goes before one that formerly had it, and a former name before a closed scheme", async () => {
  const renamed = fund(1, "New Fund (formerly Twin Fund) - Direct Plan - Growth", LIVING);
  const twin = (told: { navDate?: string }): Listing => fund(2, "Twin Fund - Direct Plan - Growth", told);
  const name = "Twin Fund Direct Growth";
  assert.equal(await matched({ name }, [renamed, twin(LIVING)]), "MF:2");
  assert.equal(await matched({ name }, [renamed, twin(CLOSED)]), "MF:1");
  assert.equal(await matched({ name }, [renamed, twin({})]), "MF:1");
});

Deno.test("a name that only an earlier list has is matched to its code, or to the living code of its ISIN", async () => {
  const isin = "INF998X01026";
  const funds = [
    fund(1, "Present Fund - Direct Plan - Growth", LIVING),
    fund(2, "Merged Fund - Direct Plan - Growth", { isin, ...LIVING }),
  ];
  const former = [
    fund(1, "Past Fund - Direct Plan - Growth", CLOSED),
    fund(9, "Gone Fund - Direct Plan - Growth", { isin, ...CLOSED }),
  ];
  assert.equal(await matched({ name: "Past Fund Direct Growth" }, funds, former), "MF:1");
  assert.equal(await matched({ name: "Gone Fund Direct Growth" }, funds, former), "MF:2");
  assert.equal(await matched({ name: "Gone Fund Regular Growth" }, funds, former), null);
});
