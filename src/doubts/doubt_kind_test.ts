import assert from "node:assert/strict";
import { inOrder } from "../domain/doubt.ts";
import { DOUBT_KINDS } from "./mod.ts";
import { priceJump } from "./kinds/price_jump.ts";
import { suspectedSplit } from "./kinds/suspected_split.ts";
import { named } from "./sentence_parts.ts";

Deno.test("a doubt has the code and severity of its kind, its assets, its evidence and a sentence with them", () => {
  const doubt = priceJump.about(["A"], { date: "2024-01-02", return: 0.5 });
  assert.deepEqual(doubt, {
    code: "price_jump",
    severity: "check",
    assets: ["A"],
    detail: '"A" moves by 50 % on 2024-01-02, taken as it stands: check the price',
    evidence: { date: "2024-01-02", return: 0.5 },
  });
});

Deno.test("every kind of doubt has an id in snake case and one sentence in the catalogue", () => {
  for (const { id, meaning } of DOUBT_KINDS) {
    assert.match(id, /^[a-z]+(_[a-z]+)*$/);
    assert.match(meaning, /^[A-Z].*\.$/, id);
  }
});

Deno.test("doubts are told with the most severe first, and equal ones once", () => {
  const jump = priceJump.about(["A"], { date: "2024-01-02", return: 0.5 });
  const note = { ...jump, severity: "note" as const }, wrong = { ...jump, severity: "wrong" as const };
  const split = suspectedSplit.about(["B"], { date: "2024-01-03", return: -0.5 });
  assert.deepEqual(inOrder([note, jump, split, jump, wrong]), [wrong, jump, split, note]);
});

Deno.test("a sentence names at most three assets and says how many more there are", () => {
  assert.equal(named(["A", "B", "A"]), "A, B");
  assert.equal(named(["A", "B", "C", "D", "E"]), "A, B, C and 2 more");
});
