import assert from "node:assert/strict";
import { until } from "../../../../tests/support/until.ts";
import { draftOfRequest, EMPTY_DRAFT } from "../run_draft.ts";
import { forgetHistories, forgetOthers, heldHistory, keepsHistories, lookForHistory } from "./held_histories.ts";

/** Returns the id of the held history of a request with long prices. */
function heldOf(asset: string): string {
  const dates = Array.from({ length: 600 }, (_, day) => new Date(86_400_000 * day).toISOString().slice(0, 10));
  const { held } = draftOfRequest(
    { prices: { dates, series: { [asset]: dates.map((_, day) => 100 + day) } } },
    EMPTY_DRAFT,
  );
  assert.ok(held !== null);
  return held;
}

Deno.test("a draft that Undo brings back has its file of prices, until the change can no longer be undone", async () => {
  const before = heldOf("A"), after = heldOf("B");
  assert.equal(heldHistory(before)?.series[0]?.name, "A");
  assert.equal(heldHistory(after)?.series[0]?.name, "B");
  await forgetOthers(after);
  assert.equal(heldHistory(before), null);
  assert.equal(await lookForHistory(before), false);
  assert.equal(heldHistory(after)?.series[0]?.name, "B");
  await forgetHistories();
});

Deno.test("once a draft is sent or thrown away, no history of a file is held", async () => {
  for (const forget of [forgetHistories, () => forgetOthers(null)]) {
    const ids = [heldOf("A"), heldOf("B")];
    const end = forget();
    assert.deepEqual(ids.map(heldHistory), [null, null]);
    await end;
  }
});

Deno.test("where the browser keeps no files, the page can say so", async () => {
  const stores = Object.getOwnPropertyDescriptor(globalThis, "indexedDB");
  try {
    Object.defineProperty(globalThis, "indexedDB", { configurable: true, get: () => assert.fail("refused") });
    keepsHistories.value = true;
    heldOf("A");
    await until(() => !keepsHistories.value);
  } finally {
    if (stores === undefined) Reflect.deleteProperty(globalThis, "indexedDB");
    else Object.defineProperty(globalThis, "indexedDB", stores);
    await forgetHistories();
  }
});

Deno.test("other tabs are told which files a tab holds, until it holds them no more", async () => {
  const locks = async () => (await navigator.locks.query()).held?.map(({ name }) => name);
  const ids = [heldOf("A"), heldOf("B")];
  await until(async () => (await locks())?.length === 2);
  assert.deepEqual((await locks())?.sort(), ids.map((id) => `history ${id}`).sort());
  await forgetHistories();
  assert.deepEqual(await locks(), []);
});
