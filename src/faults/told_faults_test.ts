import assert from "node:assert/strict";
import { countedFaults, type FoundFault, MOST_FAULT_BYTES, type Suggest, toldFaults } from "./told_faults.ts";

const KNOWN = ["min_volatility", "hold"];

function unknownWord(word: string, known: Parameters<Suggest>[1] = KNOWN): FoundFault {
  return { pointer: "/word", detail: (suggest) => `Cannot find "${word.slice(0, 8)}"${suggest(word, known)}` };
}

Deno.test("a mistyped word is reported with the nearest known word, if one is near", () => {
  assert.deepEqual(toldFaults([unknownWord("hald")]), [
    { pointer: "/word", detail: 'Cannot find "hald", did you mean "hold"?' },
  ]);
  assert.equal(toldFaults([unknownWord("kelly")])[0].detail, 'Cannot find "kelly"');
});

Deno.test("known words are looked up for at most twenty faults of a response", () => {
  for (const count of [10, 100, 10_000]) {
    let asked = 0;
    const known = (): readonly string[] => (asked++, KNOWN);
    toldFaults(Array.from({ length: count }, () => unknownWord("hald", known)));
    assert.equal(asked, Math.min(count, 20));
  }
});

Deno.test("nothing is suggested for a text of more than 64 characters", () => {
  let asked = 0;
  const known = (): readonly string[] => (asked++, ["x".repeat(64), "x".repeat(65)]);
  const [short, long] = toldFaults([unknownWord("x".repeat(63) + "y", known), unknownWord("x".repeat(65), known)]);
  assert.match(short.detail, /did you mean "x{64}"/);
  assert.equal(long.detail, 'Cannot find "xxxxxxxx"');
  assert.equal(asked, 1);
});

Deno.test("the sentence of a fault that is only counted is never built", () => {
  let written = 0;
  const faults = Array.from({ length: 1_000 }, () => ({ pointer: "/a", detail: () => (written++, "Wrong") }));
  assert.deepEqual(countedFaults(faults, 1_000)[100], { pointer: "", detail: "Cannot list 900 more faults" });
  assert.equal(written, 100);
});

Deno.test("a fault at a name longer than a response is reported at the field that holds the name", () => {
  const faults = [{
    pointer: `/starting_portfolio/${"k".repeat(2_000_000)}`,
    detail: "Cannot take 2000000 characters",
  }];
  assert.deepEqual(countedFaults(faults, 1), [
    { pointer: "/starting_portfolio", detail: "Cannot take 2000000 characters" },
  ]);
});

Deno.test("faults are listed as far as they fit into a response, and the rest counted", () => {
  const sizeOf = (name: string): { told: number; bytes: number } => {
    const faults = Array.from({ length: 100 }, () => ({ pointer: `/${name}`, detail: `Cannot find "${name}"` }));
    const told = countedFaults(faults, 100);
    if (told.length < 100) assert.equal(told.at(-1)?.detail, `Cannot list ${101 - told.length} more faults`);
    return { told: told.length, bytes: new TextEncoder().encode(JSON.stringify(told)).length };
  };
  for (const letter of ["k", "\u{1f600}", "\u0001", "\ud800"]) {
    for (const length of [100, 1_000, 10_000, 100_000, 1_000_000]) {
      const { bytes } = sizeOf(letter.repeat(length));
      assert.ok(bytes < MOST_FAULT_BYTES + 1_000, `${bytes} bytes for ${length} times ${JSON.stringify(letter)}`);
    }
  }
  assert.equal(sizeOf("k").told, 100);
});
