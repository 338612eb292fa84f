import assert from "node:assert/strict";
import { bodyOf, contentOf, readListDraft, withEntries } from "./list_draft.ts";

const SAVED = { name: "Mine", description: null, map: { "NSE:A": "Banks", "NSE:B": "<img onerror=alert(1)>" } };

Deno.test("a list that is opened and saved without a change is the same, and a draft of it survives the store", () => {
  const content = contentOf(SAVED);
  assert.deepEqual(bodyOf(content), SAVED);
  assert.deepEqual(readListDraft(JSON.parse(JSON.stringify(content))), content);
  for (const stored of [null, [], {}, { ...content, entries: {} }, { ...content, name: 3 }]) {
    assert.equal(readListDraft(stored), null);
  }
});

Deno.test("an asset that is added again changes its group and keeps its place", () => {
  const { entries } = contentOf(SAVED);
  assert.deepEqual(
    withEntries(entries, [{ id: "NSE:A", group: "Oil" }, { id: "NSE:C", group: "Oil" }]).map((
      { id, group },
    ) => [id, group]),
    [["NSE:A", "Oil"], ["NSE:B", "<img onerror=alert(1)>"], ["NSE:C", "Oil"]],
  );
});
