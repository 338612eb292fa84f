import assert from "node:assert/strict";
import { shortcutOf, SHORTCUTS, takesLetters } from "./shortcut_list.ts";

Deno.test("no two keyboard shortcuts have the same keys, and each is a plain character", () => {
  const keys = SHORTCUTS.map(({ keys }) => keys.join(" "));
  assert.equal(new Set(keys).size, keys.length);
  for (const one of SHORTCUTS.flatMap(({ keys }) => keys)) assert.match(one ?? "", /^[a-z?]$/);
});

Deno.test("a letter after g opens a page only if it follows soon, and is no shortcut of its own then", () => {
  const titleOf = (key: string, before: string | null, afterMs = 100) =>
    shortcutOf({ key, atMs: 1_000 + afterMs }, before === null ? null : { key: before, atMs: 1_000 })?.title ?? null;
  assert.equal(titleOf("r", "g"), "Runs");
  assert.equal(titleOf("r", "g", 2_000), null);
  assert.equal(titleOf("r", null), null);
  assert.equal(titleOf("s", "g"), null);
  assert.equal(titleOf("s", "x"), "Search on this page");
  assert.equal(titleOf("?", null), "These shortcuts");
});

Deno.test("letters that are typed into a field or a text are no shortcuts, and those at a button or a box are", () => {
  const at = (tag: string, { type = null as string | null, role = null as string | null, isEditable = false } = {}) =>
    takesLetters({ tag, type, role, isEditable });
  for (const tag of ["textarea", "select", "input"]) assert.ok(at(tag), tag);
  for (const type of ["search", "email", "date", "number"]) assert.ok(at("input", { type }), type);
  for (const role of ["textbox", "combobox", "listbox"]) assert.ok(at("div", { role }), role);
  assert.ok(at("div", { isEditable: true }));
  for (const type of ["checkbox", "radio", "range", "file"]) assert.ok(!at("input", { type }), type);
  for (const tag of ["body", "button", "a"]) assert.ok(!at(tag), tag);
});
