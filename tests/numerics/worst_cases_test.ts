import assert from "node:assert/strict";
import { loadKernels } from "../../src/kernels/mod.ts";
import type { AccuracyProgram } from "../../scripts/accuracy/programs/accuracy_program.ts";
import { judgeProgram } from "../../scripts/accuracy/programs/judge_program.ts";
import { loadHighs } from "../../scripts/accuracy/programs/load_highs.ts";
import { fullTest, testedCases } from "../support/tier.ts";

/**
 * Folder of the worst cases of each kind among 20,000 random programs. `deno task accuracy` recorded them before they
 * were fixed.
 */
const FOLDER = new URL("../fixtures/accuracy/", import.meta.url);

const tools = { kernels: await loadKernels(null), highs: await loadHighs() };

const files = [...Deno.readDirSync(FOLDER)].toSorted((a, b) => a.name.localeCompare(b.name));

/** Cases whose solution takes seconds. */
const SLOW = new Set([
  "false_infeasible_by_cuts.json",
  "false_optimal_of_differences.json",
  "unbounded_beside_rising_assets.json",
]);

for (const { name } of testedCases(files.filter(({ name }) => !SLOW.has(name)))) {
  Deno.test(`the recorded worst case ${name} gets no wrong answer`, () => assertNothingFalse(name));
}

for (const name of SLOW) {
  Deno.test(fullTest(
    `the slow recorded worst case ${name} gets no wrong answer`,
    { heldBy: `the recorded worst case ${name} gets no wrong answer` },
    () => assertNothingFalse(name),
  ));
}

function assertNothingFalse(name: string): void {
  const { program }: { program: AccuracyProgram } = JSON.parse(Deno.readTextFileSync(new URL(name, FOLDER)));
  const { fault, status } = judgeProgram(program, tools).judgement;
  const what = `${program.method} of program ${program.seed}`;
  // An objective of 0 that is missed by less than 1e-9 of its terms does not count as a false optimum.
  assert.ok(fault === null || fault === "cancelled_optimal", `${what}: ${fault}`);
  assert.ok(status !== "not_proven" || !name.startsWith("optimal"), `${what}: ${status}`);
  assert.ok(status === "unbounded" || !name.startsWith("unbounded"), `${what}: ${status}`);
}
