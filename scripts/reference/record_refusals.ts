/**
 * Records the service's answer to every case of `tests/conformance/refusals/`, a line per case. `refusals_test.ts`
 * compares the service with these records.
 * Usage: deno run -A scripts/reference/record_refusals.ts
 */
import { REFUSALS } from "../../tests/conformance/refusals/mod.ts";
import { RECORDED_REFUSALS, refusalAnswers } from "../../tests/conformance/refusals/refusal_answers.ts";

const answers = await refusalAnswers(REFUSALS);
const lines = [...answers].map(([name, answer]) => `${JSON.stringify(name)}: ${JSON.stringify(answer)}`);
await Deno.writeTextFile(RECORDED_REFUSALS, `{\n${lines.join(",\n")}\n}\n`);
// deno-lint-ignore no-console
console.log(`Recorded ${answers.size} refusals`);
