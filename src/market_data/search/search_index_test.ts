import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { editDistance } from "./edit_distance.ts";
import { SearchIndex, searchIndexOf } from "./search_index.ts";
import { searchWords } from "./search_words.ts";

const NAMES: readonly (readonly [symbol: string, name: string, isDead?: boolean])[] = [
  ["100005", "Moon Flexi Cap Fund - Growth", true],
  ["100002", "Moon Flexi Cap Fund - Direct - Growth"],
  ["100003", "Sun Moon Balanced Fund"],
  ["100001", "Children's Mooncake Fund"],
  ["100004", "Moom Debt Fund"],
  ["100006", "Société d'Énergie & Co"],
];

function index(): SearchIndex {
  const entries = NAMES.map(([symbol, name, isDead = false]) => ({ identifiers: [symbol], name, isDead }));
  return new SearchIndex(searchIndexOf(entries, "name"));
}

function found(text: string, limit = 50): readonly string[] {
  return symbolsOf(index().search(text, { limit }));
}

function symbolsOf(entries: readonly number[]): readonly string[] {
  return entries.map((entry) => NAMES[entry][0]);
}

Deno.test("a search ranks beginnings of identifiers, names, words and misspelt words, and inactive entries last", () => {
  // Fund 100004 matches only as a misspelling; fund 100005 begins with the word but is inactive.
  assert.deepEqual(found("moon"), ["100002", "100001", "100003", "100004", "100005"]);
  assert.deepEqual(found("100003"), ["100003"]);
  assert.deepEqual(found("10000"), ["100001", "100004", "100002", "100006", "100003", "100005"]);
});

Deno.test("a search ignores case, order of words, accents, apostrophes and punctuation", () => {
  assert.deepEqual(found("FUND, moon-FLEXI!"), ["100002", "100005"]);
  assert.deepEqual(found("childrens"), ["100001"]);
  assert.deepEqual(found("societe denergie"), ["100006"]);
  assert.deepEqual(found("flexicap direct"), ["100002"]);
});

Deno.test("a search tolerates an extra, missing, wrong or swapped letter in a long word, and not in one of three letters", () => {
  for (const text of ["balancd", "balanceed", "balanxed", "blaanced"]) {
    assert.deepEqual(found(text), ["100003"], text);
  }
  assert.deepEqual(found("sum"), []);
});

Deno.test("a search finds no more entries than its limit and skips those that are not accepted", () => {
  assert.deepEqual(found("moon", 2), ["100002", "100001"]);
  const accepted = index().search("moon", { limit: 2, accepts: (entry) => NAMES[entry][0] !== "100001" });
  assert.deepEqual(symbolsOf(accepted), ["100002", "100003"]);
});

Deno.test("a search for a text without a letter or a digit finds nothing", () => {
  for (const text of ["", "   ", "!?", "😀😀", ".*", "(", "\\", "--"]) assert.deepEqual(found(text), [], text);
});

Deno.test("every entry that a search finds has a word or an identifier near each word of the text", () => {
  const made = index();
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom(...NAMES.flatMap(([symbol, name]) => [symbol, ...name.split(" ")])),
  );
  fc.assert(fc.property(fc.array(word, { maxLength: 40 }), fc.integer({ min: 1, max: 50 }), (words, limit) => {
    const text = words.join(" ");
    const all = symbolsOf(made.search(text, { limit }));
    assert.ok(all.length <= limit && new Set(all).size === all.length);
    const wanted = searchWords(text);
    for (const symbol of all) {
      const name = NAMES.find(([known]) => known === symbol)?.[1] ?? "";
      const ofName = searchWords(name);
      const joined = ofName.map((part, i) => part + (ofName[i + 1] ?? ""));
      const isNear = (asked: string): boolean =>
        [...ofName, ...joined].some((part) => part.startsWith(asked) || editDistance(asked, part, 2) <= 2);
      const key = wanted.join("");
      assert.ok(symbol.startsWith(key) || ofName.join("").startsWith(key) || wanted.every(isNear), `${text} ${name}`);
    }
  }));
});

Deno.test("the distance of two words is the number of letters inserted, deleted, changed or swapped", () => {
  const cases = [["moon", "moon", 0], ["moon", "mon", 1], ["moon", "mono", 1], ["moon", "room", 2], [
    "",
    "ab",
    2,
  ]] as const;
  for (const [a, b, steps] of cases) {
    assert.equal(editDistance(a, b, 2), steps, `${a} ${b}`);
    assert.equal(editDistance(b, a, 2), steps, `${b} ${a}`);
  }
  assert.equal(editDistance("moon", "sunny", 2), Infinity);
  assert.equal(editDistance("moon", "moonlight", 2), Infinity);
});
