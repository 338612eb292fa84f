import assert from "node:assert/strict";
import type { Conflict } from "../domain/errors.ts";
import { conflictSentence } from "./conflict_sentence.ts";

function sentenceOf(conflict: Conflict): string {
  return conflictSentence({ conflict, others: [] });
}

const budget = { family: "budget", rule: null, detail: "Sum of the weights of exactly 1" };
const bounds = { family: "weight_bounds", rule: "default", detail: "Weight of at most 0.2" };
const looser = { family: "weight_bounds", rule: "default", limit: "max", from: 0.2, to: 0.25 } as const;
const smaller = { family: "budget", rule: null, limit: "min", from: 1, to: 0.8 } as const;
const CONFLICT = "No weights meet all the rules: budget (Sum of the weights of exactly 1) and " +
  "weight_bounds default (Weight of at most 0.2) cannot be met together";

Deno.test("the sentence of a conflict names its rules and each change that alone resolves it", () => {
  const conflict = { rules: [budget, bounds], minimum: true };
  const never = { ...smaller, limit: "max", to: null } as const;
  assert.equal(
    sentenceOf({ ...conflict, relaxation: [smaller, never, looser], jointRelaxation: [looser] }),
    `${CONFLICT}; one change alone would do: budget min from 1 to 0.8 or weight_bounds default max from 0.2 to 0.25`,
  );
  assert.equal(sentenceOf(conflict), CONFLICT);
});

Deno.test("the sentence of a conflict names the joint changes where no change alone resolves it", () => {
  const conflict = { rules: [budget, bounds], minimum: true, relaxation: [{ ...looser, to: null }] };
  assert.equal(
    sentenceOf({ ...conflict, jointRelaxation: [smaller, looser] }),
    `${CONFLICT}; these changes together would do: budget min from 1 to 0.8 and ` +
      "weight_bounds default max from 0.2 to 0.25",
  );
});

Deno.test("the sentence of a conflict names six rules and counts the others, and says where no rules were found", () => {
  const rules = Array.from(
    { length: 9 },
    (_, k) => ({ family: "linear", rule: `l${k}`, detail: `"l${k}" of at least 1` }),
  );
  assert.match(
    sentenceOf({ rules, minimum: true }),
    /linear l5 \("l5" of at least 1\) and 3 more cannot be met together$/,
  );
  assert.match(
    sentenceOf({ rules: rules.slice(0, 1), minimum: true }),
    /: linear l0 \("l0" of at least 1\) cannot be met$/,
  );
  assert.match(sentenceOf({ rules: [], minimum: false }), /too many to find the ones that conflict/);
});

Deno.test("the sentence of a conflict also names further conflicts", () => {
  const conflict = { rules: [budget, bounds], minimum: true, jointRelaxation: [looser] };
  const other = ["a", "b"].map((rule) => ({
    family: "linear",
    rule,
    detail: `"${rule}" of at least 1`,
    isGeneral: false,
  }));
  assert.equal(
    conflictSentence({ conflict, others: [other] }),
    `${CONFLICT}, nor can linear a ("a" of at least 1) and linear b ("b" of at least 1); ` +
      "these changes together would do: weight_bounds default max from 0.2 to 0.25",
  );
});
