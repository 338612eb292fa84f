/**
 * Tests which requests the service refuses, and with which sentences: each case of `refusals/` must get its recorded
 * answer. To change an answer or add a case, record the answers anew and read the difference:
 * deno run -A scripts/reference/record_refusals.ts
 */
import assert from "node:assert/strict";
import { partOf, problemSeeds, testInTurn } from "../support/tier.ts";
import { REFUSALS } from "./refusals/mod.ts";
import type { RefusalCase } from "./refusals/refusal_case.ts";
import { readRecordedRefusals, RECORD, recordedAnswer, recordedName } from "./refusals/recorded_refusals.ts";
import { refusalAnswers } from "./refusals/refusal_answers.ts";

const LEAST_CASES = 300;
/** Largest number of differing answers that the failure of a test shows; further ones are only counted. */
const MOST_SHOWN = 10;

const recorded = readRecordedRefusals();

/** Tried cases, each as it is. */
const CASES = partOf(REFUSALS, { share: 16 });

/** Runs whose bodies can be filled until they are too large to be read at once. */
const RUNS = REFUSALS.filter(isRun);
const FILLED = problemSeeds(RUNS.length).map((k) => filled(RUNS[k - 1]));

let answers: ReturnType<typeof refusalAnswers> | null = null;

/** Returns the answers to all tried cases by one service, which takes longer to start than most cases. */
function answersOfAll(): ReturnType<typeof refusalAnswers> {
  return answers ??= refusalAnswers([...CASES, ...FILLED]);
}

Deno.test("the table of refusals has at least 300 cases with unique names, each with a recorded answer", () => {
  const names = REFUSALS.map(({ name }) => name);
  assert.ok(names.length >= LEAST_CASES, `${names.length} cases`);
  assert.equal(new Set(names).size, names.length);
  const expected = new Set(REFUSALS.map(recordedName));
  assert.deepEqual(Object.keys(recorded), [...expected], `Record the answers: ${RECORD}`);
});

Deno.test(
  testInTurn("each recorded invalid request is refused with its recorded code, pointers and sentences", async () => {
    assertAsRecorded(CASES, await answersOfAll());
  }),
);

Deno.test("an invalid run request with a body too large to be read at once is refused with the same recorded answer", async () => {
  assert.ok(RUNS.length > 150, String(RUNS.length));
  assertAsRecorded(FILLED, await answersOfAll());
});

function isRun({ method, path, body }: RefusalCase): boolean {
  return method === "POST" && path === "/jobs" && body !== undefined && body !== "" && !(body instanceof Uint8Array);
}

/** Returns the case with a filled body, under a name of its own and with the recorded answer of the case as it is. */
function filled(one: RefusalCase): RefusalCase & { readonly asIs: RefusalCase } {
  return { ...one, name: `${one.name}, filled`, body: `${textOf(one.body)}${" ".repeat(70_000)}`, asIs: one };
}

function textOf(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}

function assertAsRecorded(
  cases: readonly (RefusalCase & { readonly asIs?: RefusalCase })[],
  answers: ReadonlyMap<string, unknown>,
): void {
  const compared = cases.map((one) => ({
    name: one.name,
    answered: answers.get(one.name),
    expected: recordedAnswer(recorded, one.asIs ?? one),
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
