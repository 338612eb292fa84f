import assert from "node:assert/strict";
import { accessTokenOf, fakePage } from "../tests/support/fake_page.ts";
import { until } from "../tests/support/until.ts";

const page = fakePage();
const { beginSession } = await import("./session/session.ts");
const { forgetDrafts, keepDraft, openDraft } = await import("./drafts.ts");

const NAME = "ada run", STORED = `draft 1 ${NAME}`, EMPTY = { name: "" };
beginSession(accessTokenOf("ada"));

function read(stored: unknown): { readonly name: string } | null {
  return typeof stored === "object" && stored !== null && "name" in stored ? { name: String(stored.name) } : null;
}

/** Opens the draft of a run in a tab. Ends like a tab that goes. */
function tab() {
  const draft = openDraft(NAME, EMPTY, read);
  const end = keepDraft(NAME, { initial: EMPTY, read, draft });
  return { ...draft, [Symbol.dispose]: end };
}

function changeInOtherTab(newValue: string | null): void {
  if (newValue === null) page.storage.delete(STORED);
  else page.storage.set(STORED, newValue);
  hearOfChange(newValue);
}

function hearOfChange(newValue: string | null): void {
  dispatchEvent(Object.assign(new Event("storage"), { key: STORED, newValue }));
}

Deno.test("what was typed is stored after a moment and when the page goes, and is found again", async () => {
  {
    using first = tab();
    assert.equal(first.isFound, false);
    first.value.value = { name: "after a moment" };
    await until(() => page.storage.get(STORED) === '{"name":"after a moment"}');
    first.value.value = { name: "when the page goes" };
    dispatchEvent(new Event("pagehide"));
    assert.equal(page.storage.get(STORED), '{"name":"when the page goes"}');
  }
  using second = tab();
  assert.deepEqual([second.isFound, second.value.value], [true, { name: "when the page goes" }]);
  second.clear();
  assert.equal(page.storage.has(STORED), false);
});

Deno.test("a stored draft of another form is no draft", () => {
  for (const text of ["{", "[]", "null"]) {
    page.storage.set(STORED, text);
    using one = tab();
    assert.deepEqual([one.isFound, one.value.value], [false, EMPTY], text);
  }
  page.storage.clear();
});

Deno.test("two tabs show one draft, and what one of them throws away is not written again by the other", () => {
  using one = tab();
  changeInOtherTab('{"name":"theirs"}');
  assert.deepEqual(one.value.value, { name: "theirs" });
  page.storage.set(STORED, '{"name":"theirs, later"}');
  dispatchEvent(new Event("pagehide"));
  assert.equal(
    page.storage.get(STORED),
    '{"name":"theirs, later"}',
    "what the other tab has written is not written over",
  );
  one.value.value = { name: "mine, not yet written" };
  changeInOtherTab(null);
  assert.deepEqual(one.value.value, EMPTY);
  dispatchEvent(new Event("pagehide"));
  assert.equal(page.storage.has(STORED), false);
});

Deno.test("two tabs that write one draft at once both show what was written last", async () => {
  using one = tab();
  one.value.value = { name: "mine" };
  await until(() => page.storage.get(STORED) === '{"name":"mine"}');
  // The other tab had written just before, and word of it comes late.
  hearOfChange('{"name":"theirs"}');
  assert.deepEqual(one.value.value, { name: "mine" });
  one.clear();
});

Deno.test("a draft that another tab has sent stays until it changes, and whoever shows it is told what came of it", () => {
  const sent = `draft 1 sent as ${NAME}`;
  changeInOtherTab('{"name":"of both"}');
  {
    using one = tab(), other = tab();
    const mark = one.mark();
    assert.equal(other.mark(), mark, "both would make one attempt");
    // Word of it comes late, but who looks at once sees it.
    page.storage.set(sent, "run_1");
    one.lookWhetherSent();
    changeInOtherTab(null);
    for (const { sentElsewhere, value } of [one, other]) {
      assert.deepEqual([sentElsewhere.value, value.value], ["run_1", { name: "of both" }]);
    }
    assert.notEqual(one.mark(), mark, "who sends it again does so on purpose");
    one.value.value = { name: "changed" };
    assert.equal(one.sentElsewhere.value, null);
    other.clear("run_2");
    other.lookWhetherSent();
    assert.deepEqual([other.value.value, page.storage.get(sent)], [EMPTY, "run_1"], "it was a draft of that tab alone");
    one.clear();
  }
  using next = tab();
  next.lookWhetherSent();
  assert.deepEqual([next.value.value, next.sentElsewhere.value], [EMPTY, null]);
  page.storage.clear();
});

Deno.test("a tab keeps for itself what another tab has sent, also after a refresh, while the others share a new draft", () => {
  changeInOtherTab('{"name":"of both"}');
  {
    using one = tab();
    one.mark();
    page.storage.set(`draft 1 sent as ${NAME}`, "run_1");
    changeInOtherTab(null);
    assert.equal(one.sentElsewhere.value, "run_1");
  }
  {
    using again = tab();
    assert.deepEqual([again.value.value, again.sentElsewhere.value], [{ name: "of both" }, "run_1"]);
    changeInOtherTab('{"name":"new one of the other"}');
    again.value.value = { name: "changed here" };
    dispatchEvent(new Event("pagehide"));
  }
  {
    using third = tab();
    assert.deepEqual([third.value.value, third.sentElsewhere.value], [{ name: "changed here" }, null]);
    assert.equal(page.storage.get(STORED), '{"name":"new one of the other"}');
    third.clear("run_2");
  }
  using shared = tab();
  assert.deepEqual(shared.value.value, { name: "new one of the other" });
  assert.equal(page.tabStorage.size, 0);
  page.storage.clear();
});

Deno.test("what is being typed is not lost to a change of another tab that comes meanwhile", async () => {
  using one = tab();
  one.value.value = { name: "typed here" };
  changeInOtherTab('{"name":"older"}');
  assert.deepEqual(one.value.value, { name: "typed here" });
  await until(() => page.storage.get(STORED) === '{"name":"typed here"}');
  one.clear();
});

Deno.test("what another tab changes while a tab opens the draft is shown there too", () => {
  const draft = openDraft(NAME, EMPTY, read);
  changeInOtherTab('{"name":"theirs"}');
  const end = keepDraft(NAME, { initial: EMPTY, read, draft });
  assert.deepEqual(draft.value.value, { name: "theirs" });
  end();
  page.storage.clear();
});

Deno.test("what a tab was told stays told when word of an older change of its own comes late", () => {
  changeInOtherTab('{"name":"of both"}');
  using one = tab();
  one.mark();
  page.storage.set(`draft 1 sent as ${NAME}`, "run_1");
  one.lookWhetherSent();
  changeInOtherTab('{"name":"older"}');
  assert.deepEqual([one.value.value, one.sentElsewhere.value], [{ name: "of both" }, "run_1"]);
  one.clear();
  page.storage.clear();
});

Deno.test("a sign-out leaves no draft behind, nor what was typed last", async () => {
  page.storage.set("draft 1 bob lists", "{}").set("theme", "dark");
  page.tabStorage.set("draft 1 ada lists", "{}");
  using one = tab();
  one.value.value = { name: "not for the next person" };
  page.hear({ kind: "signed out" });
  assert.equal(page.tabStorage.size, 0, "also in a tab that only hears of it");
  await forgetDrafts();
  dispatchEvent(new Event("pagehide"));
  assert.deepEqual([...page.storage.keys()], ["theme"]);
});
