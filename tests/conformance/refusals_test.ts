/**
 * What the service refuses, and in which words: each case of `refusals/` against the answer that is recorded for it.
 * Who means to change an answer, or adds a case, records them anew and reads the difference:
 * deno run -A scripts/reference/record_refusals.ts
 */
import assert from "node:assert/strict";
import { REFUSALS } from "./refusals/mod.ts";
import { RECORDED_REFUSALS, refusalAnswers } from "./refusals/refusal_answers.ts";

const LEAST_CASES = 300;
/** Differences beyond these are counted, not shown. */
const MOST_SHOWN = 10;

const recorded: Readonly<Record<string, unknown>> = JSON.parse(Deno.readTextFileSync(RECORDED_REFUSALS));

Deno.test("the table of refusals has at least 300 cases, each with a name of its own and an answer", () => {
  const names = REFUSALS.map(({ name }) => name);
  assert.ok(names.length >= LEAST_CASES, `${names.length} cases`);
  assert.equal(new Set(names).size, names.length);
  assert.deepEqual(Object.keys(recorded), names);
});

Deno.test("what is refused is refused with the code, the pointers and the sentences that are recorded", async () => {
  const answers = await refusalAnswers(REFUSALS);
  const changed = [...answers].filter(([name, answer]) => !isSame(answer, recorded[name]));
  const shown = changed.slice(0, MOST_SHOWN).map(([name, answer]) =>
    `${name}\n  recorded: ${JSON.stringify(recorded[name])}\n  answered: ${JSON.stringify(answer)}`
  );
  assert.equal(changed.length, 0, `${changed.length} refusals changed, among them:\n${shown.join("\n")}`);
});

/** Of values that come of JSON, the order of their fields too. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
