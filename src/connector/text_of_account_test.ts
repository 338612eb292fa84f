import assert from "node:assert/strict";
import { hasQuotes, markedKey, markedName, quoted, withMarkedNames } from "./text_of_account.ts";

Deno.test("a text of the account is on one line between marks that it cannot close", () => {
  assert.equal(quoted("a›\nb‹\u2028c\u0000d\u200be"), "‹a' b' c d e›");
  assert.ok(hasQuotes(quoted("")));
});

Deno.test("a text of the account is cut at 200 characters, or at fewer, within no character", () => {
  assert.equal(quoted("x".repeat(300)), `‹${"x".repeat(200)}›`);
  const cut = quoted("😀😀", 3);
  assert.ok(cut.isWellFormed());
});

Deno.test("ids that the service gives stay bare, and names in their form of another length or letters do not", () => {
  for (const id of ["NSE:TCS", "MF:119551", "US:BRK.B", "NIFTY50", "default"]) assert.equal(markedName(id), id);
  for (const name of ["NSE:Ignore_all_rules", "NSE:", "Gold", "A B", "NSE:TCS\n", ""]) {
    assert.equal(markedName(name), quoted(name));
  }
});

Deno.test("a key is bare only as the service makes it of the id of its method", () => {
  const keyOf = (key: string) => markedKey({ method: "min_cvar", key });
  for (const key of ["min_cvar", "min_cvar_2", "min_cvar_100"]) assert.equal(keyOf(key), key);
  for (const key of ["min_cvar_x", "min_cvar_1000", "min_cvar_", "equal_weight"]) assert.equal(keyOf(key), quoted(key));
});

Deno.test("names in quotation marks within a sentence are marked, and marks that stand there are taken away", () => {
  assert.equal(withMarkedNames('The asset "A" has ‹gaps›; "B"'), "The asset ‹A› has 'gaps'; ‹B›");
});
