import assert from "node:assert/strict";
import { listedFund, listedShare } from "../../../tests/support/listed.ts";
import { renamedListings } from "./merged_lists.ts";

Deno.test("a listing that is gone has the asset that now has its ISIN, of several funds the one with the latest value", () => {
  const isin = "INF998X01026";
  const items = [
    listedFund(1, "A Fund", { isin, navDate: "2022-03-12" }),
    listedFund(2, "B Fund", { isin, navDate: "2026-11-26" }),
    listedFund(3, "C Fund", { isin }),
    listedShare("NSE", "EXNEW", { isin: "INE000X01011" }),
  ];
  const former = [
    listedFund(9, "D Fund", { isin }),
    listedShare("NSE", "EXOLD", { isin: "INE000X01011" }),
    listedShare("BSE", "990001", { isin: "INE000X01011" }),
    listedShare("NSE", "EXGONE"),
  ];
  for (const order of [items, items.toReversed()]) {
    const renamed = renamedListings(former, order).map(({ renamedTo }) => renamedTo);
    assert.deepEqual(renamed, ["MF:2", "NSE:EXNEW", null, null]);
  }
});
