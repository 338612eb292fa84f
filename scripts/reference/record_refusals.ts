/**
 * Records what the service answers to every case of `tests/conformance/refusals/`, a line a case, for
 * `refusals_test.ts` to hold it to.
 * deno run -A scripts/reference/record_refusals.ts
 */
import { REFUSALS } from "../../tests/conformance/refusals/mod.ts";
import { RECORDED_REFUSALS, refusalAnswers } from "../../tests/conformance/refusals/refusal_answers.ts";

const answers = await refusalAnswers(REFUSALS);
const lines = [...answers].map(([name, answer]) => `${JSON.stringify(name)}: ${JSON.stringify(answer)}`);
await Deno.writeTextFile(RECORDED_REFUSALS, `{\n${lines.join(",\n")}\n}\n`);
// deno-lint-ignore no-console
console.log(`Recorded ${answers.size} refusals`);
