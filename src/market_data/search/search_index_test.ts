import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { editDistance } from "./edit_distance.ts";
import { SearchIndex } from "./search_index.ts";
import { searchWords } from "./search_words.ts";
import { sortedInTurns } from "./sorted_in_turns.ts";

const NAMES: readonly (readonly [symbol: string, name: string, isDead?: boolean])[] = [
  ["100005", "Moon Flexi Cap Fund - Growth", true],
  ["100002", "Moon Flexi Cap Fund - Direct - Growth"],
  ["100003", "Sun Moon Balanced Fund"],
  ["100001", "Children's Mooncake Fund"],
  ["100004", "Moom Debt Fund"],
  ["100006", "Société d'Énergie & Co"],
];

function index(): Promise<SearchIndex<string>> {
  return SearchIndex.of(
    NAMES.map(([symbol, name, isDead = false]) => ({ item: symbol, identifiers: [symbol], name, isDead })),
    "name",
  );
}

async function found(text: string, limit = 50): Promise<readonly string[]> {
  return (await index()).search(text, { limit });
}

Deno.test("a search finds identifiers, then names, words and misspelt words by what they begin with, the dead last", async () => {
  // 100004 is misspelt, 100005 begins with the word and is dead.
  assert.deepEqual(await found("moon"), ["100002", "100001", "100003", "100004", "100005"]);
  assert.deepEqual(await found("100003"), ["100003"]);
  assert.deepEqual(await found("10000"), ["100001", "100004", "100002", "100006", "100003", "100005"]);
});

Deno.test("a search takes any case and order of words, and passes over accents, apostrophes and punctuation", async () => {
  assert.deepEqual(await found("FUND, moon-FLEXI!"), ["100002", "100005"]);
  assert.deepEqual(await found("childrens"), ["100001"]);
  assert.deepEqual(await found("societe denergie"), ["100006"]);
  assert.deepEqual(await found("flexicap direct"), ["100002"]);
});

Deno.test("a letter too many, too few, wrong or swapped with its neighbour is forgiven in words of four letters", async () => {
  for (const text of ["balancd", "balanceed", "balanxed", "blaanced"]) {
    assert.deepEqual(await found(text), ["100003"], text);
  }
  assert.deepEqual(await found("sum"), []);
});

Deno.test("no more are found than the limit, and what is not accepted is passed over", async () => {
  assert.deepEqual(await found("moon", 2), ["100002", "100001"]);
  const accepted = (await index()).search("moon", { limit: 2, accepts: (symbol) => symbol !== "100001" });
  assert.deepEqual(accepted, ["100002", "100003"]);
});

Deno.test("a text without a letter or a digit finds nothing", async () => {
  for (const text of ["", "   ", "!?", "😀😀", ".*", "(", "\\", "--"]) assert.deepEqual(await found(text), [], text);
});

Deno.test("whatever text is searched for, what is found has a word or an identifier near each of its words", async () => {
  const made = await index();
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom(...NAMES.flatMap(([symbol, name]) => [symbol, ...name.split(" ")])),
  );
  fc.assert(fc.property(fc.array(word, { maxLength: 40 }), fc.integer({ min: 1, max: 50 }), (words, limit) => {
    const text = words.join(" ");
    const all = made.search(text, { limit });
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

Deno.test("the distance of two words is that of their letters put in, taken out, changed or swapped", () => {
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

Deno.test("what is sorted in turns is in the order of one sort, equal keys as they came", async () => {
  await fc.assert(fc.asyncProperty(fc.array(fc.string({ maxLength: 6 })), async (keys) => {
    const items = keys.map((key, at) => ({ key, at }));
    const expected = items.toSorted((a, b) => a.key < b.key ? -1 : a.key > b.key ? 1 : a.at - b.at);
    assert.deepEqual(await sortedInTurns(items, ({ key }) => key), expected);
  }));
});

Deno.test("thousands that begin alike are sorted in turns as in one sort", async () => {
  const openings = ["", "aditya birla sun life ", "aditya birla sun life \u{1f600}", "ad", "nippon india "];
  const items = Array.from({ length: 6_000 }, (_, at) => ({ at, key: `${openings[at % 5]}${(at * 7_919) % 997}` }));
  items.push(...Array.from({ length: 2_000 }, (_, at) => ({ at: 6_000 + at, key: "aditya" })));
  const expected = items.toSorted((a, b) => a.key < b.key ? -1 : a.key > b.key ? 1 : a.at - b.at);
  assert.deepEqual(await sortedInTurns(items, ({ key }) => key), expected);
});
