/**
 * Records what the service answers to every case of `tests/conformance/refusals/`, a line per answer, with a
 * placeholder where an answer lists registered names. `refusals_test.ts` compares the service with these records.
 * Usage: deno run -A scripts/reference/record_refusals.ts
 */
import { REFUSALS } from "../../tests/conformance/refusals/mod.ts";
import { writeRecordedRefusals } from "../../tests/conformance/refusals/recorded_refusals.ts";
import { refusalAnswers } from "../../tests/conformance/refusals/refusal_answers.ts";

const answers = await refusalAnswers(REFUSALS);
const lines = await writeRecordedRefusals(REFUSALS, answers);
// deno-lint-ignore no-console
console.log(`Recorded ${answers.size} refusals in ${lines} lines`);
