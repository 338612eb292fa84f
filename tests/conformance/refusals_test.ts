/**
 * Tests which requests the service refuses, and with which sentences: each case of `refusals/` must get its recorded
 * answer. To change an answer or add a case, record the answers anew and read the difference:
 * deno run -A scripts/reference/record_refusals.ts
 */
import assert from "node:assert/strict";
import { partOf } from "../support/tier.ts";
import { REFUSALS } from "./refusals/mod.ts";
import type { RefusalCase } from "./refusals/refusal_case.ts";
import { readRecordedRefusals, RECORD, recordedAnswer, recordedName } from "./refusals/recorded_refusals.ts";
import { refusalAnswers } from "./refusals/refusal_answers.ts";

const LEAST_CASES = 300;
/** Largest number of differing answers that the failure of a test shows; further ones are only counted. */
const MOST_SHOWN = 10;

const recorded = readRecordedRefusals();

Deno.test("the table of refusals has at least 300 cases with unique names, each with a recorded answer", () => {
  const names = REFUSALS.map(({ name }) => name);
  assert.ok(names.length >= LEAST_CASES, `${names.length} cases`);
  assert.equal(new Set(names).size, names.length);
  const expected = new Set(REFUSALS.map(recordedName));
  assert.deepEqual(Object.keys(recorded), [...expected], `Record the answers: ${RECORD}`);
});

Deno.test("each recorded invalid request is refused with its recorded code, pointers and sentences", async () => {
  const cases = partOf(REFUSALS);
  assertAsRecorded(cases, await refusalAnswers(cases));
});

Deno.test("an invalid run request with a body too large to be read at once is refused with the same recorded answer", async () => {
  const filled = REFUSALS.filter(isRun).map((one) => ({ ...one, body: `${textOf(one.body)}${" ".repeat(70_000)}` }));
  assert.ok(filled.length > 150, String(filled.length));
  const cases = partOf(filled);
  assertAsRecorded(cases, await refusalAnswers(cases));
});

function isRun({ method, path, body }: RefusalCase): boolean {
  return method === "POST" && path === "/jobs" && body !== undefined && body !== "" && !(body instanceof Uint8Array);
}

function textOf(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}

function assertAsRecorded(cases: readonly RefusalCase[], answers: ReadonlyMap<string, unknown>): void {
  const compared = cases.map((one) => ({
    name: one.name,
    answered: answers.get(one.name),
    expected: recordedAnswer(recorded, one),
  }));
  const changed = compared.filter(({ answered, expected }) => !isSame(answered, expected));
  const shown = changed.slice(0, MOST_SHOWN).map(({ name, answered, expected }) =>
    `${name}\n  recorded: ${JSON.stringify(expected)}\n  answered: ${JSON.stringify(answered)}`
  );
  assert.equal(changed.length, 0, `${changed.length} refusals changed, among them:\n${shown.join("\n")}`);
}

/** Whether two JSON values are the same, including the order of fields. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
