import assert from "node:assert/strict";
import { signal } from "@preact/signals";
import type { Fault } from "../../refusal.ts";
import { faultOf } from "./composer.ts";
import { composerOf } from "./composer_of.ts";
import { EMPTY_DRAFT, type RunDraft } from "./run_draft.ts";

const SEED = ["seed"], NAME = ["name"];

function composer() {
  const value = signal<RunDraft>({ ...EMPTY_DRAFT, request: { seed: 0.2, name: "A" } });
  const faults = {
    ofRefusal: signal<readonly Fault[]>([]),
    ofCheck: signal<readonly Fault[]>([]),
    unread: signal<readonly Fault[]>([]),
  };
  const catalogue = Object.freeze(Object.create(null));
  return { composer: composerOf({ value }, catalogue, faults), faults, value };
}

Deno.test("a text that cannot be read is the fault of its field until it can, and the request keeps what was there", () => {
  const { composer: form, value } = composer();
  form.noteUnread(SEED, 'Cannot read "0.2x" as a number');
  assert.equal(faultOf(form, SEED), 'Cannot read "0.2x" as a number');
  assert.deepEqual(form.unread.value.map(({ pointer }) => pointer), ["/seed"]);
  form.set(NAME, "B");
  form.noteUnread(SEED, 'Cannot read "0.2xy" as a number');
  assert.deepEqual(form.unread.value, [{ pointer: "/seed", detail: 'Cannot read "0.2xy" as a number' }]);
  assert.deepEqual(value.value.request, { seed: 0.2, name: "B" });
  form.noteUnread(SEED, null);
  assert.deepEqual(form.faults.value, []);
  const { value: before } = form.unread;
  form.noteUnread(SEED, null);
  assert.equal(form.unread.value, before);
});

Deno.test("a place has one fault: of what is typed there before that of a refusal, and that before the check's", () => {
  const { composer: form, faults } = composer();
  faults.ofCheck.value = [{ pointer: "/seed", detail: "check" }, { pointer: "/name", detail: "check" }];
  faults.ofRefusal.value = [{ pointer: "/seed", detail: "refusal" }];
  assert.deepEqual(form.faults.value.map(({ detail }) => detail), ["refusal", "check"]);
  form.noteUnread(SEED, "unread");
  assert.deepEqual(form.faults.value.map(({ detail }) => detail), ["unread", "check"]);
  form.noteUnread(SEED, null);
  form.set(SEED, 1);
  assert.deepEqual(form.faults.value.map(({ detail }) => detail), ["check"]);
});

Deno.test("what was refused of a history is not said of the next one, and the other faults stay", () => {
  const { composer: form, faults } = composer();
  faults.ofRefusal.value = [{ pointer: "/prices/series/A", detail: "refusal" }, {
    pointer: "/name",
    detail: "refusal",
  }];
  faults.ofCheck.value = [{ pointer: "/returns", detail: "check" }];
  form.forgetFaultsOfHistory();
  assert.deepEqual(form.faults.value, [{ pointer: "/name", detail: "refusal" }]);
});
