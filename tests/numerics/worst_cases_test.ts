import assert from "node:assert/strict";
import { loadKernels } from "../../src/kernels/mod.ts";
import type { AccuracyProgram } from "../../scripts/accuracy/programs/accuracy_program.ts";
import { judgeProgram } from "../../scripts/accuracy/programs/judge_program.ts";
import { loadHighs } from "../../scripts/accuracy/programs/load_highs.ts";
import { testedCases } from "../support/tier.ts";

/**
 * Folder of the worst cases of each kind among 20,000 random programs. `deno task accuracy` recorded them before they
 * were fixed.
 */
const FOLDER = new URL("../fixtures/accuracy/", import.meta.url);

const tools = { kernels: await loadKernels(null), highs: await loadHighs() };

const files = [...Deno.readDirSync(FOLDER)].toSorted((a, b) => a.name.localeCompare(b.name));

for (const { name } of testedCases(files)) {
  const { program }: { program: AccuracyProgram } = JSON.parse(await Deno.readTextFile(new URL(name, FOLDER)));
  Deno.test(`the recorded worst case ${name} gets no wrong answer: ${program.method} of program ${program.seed}`, () => {
    const { fault, status } = judgeProgram(program, tools).judgement;
    // An objective of 0 that is missed by less than 1e-9 of its terms does not count as a false optimum.
    assert.ok(fault === null || fault === "cancelled_optimal", `${fault}`);
    assert.ok(status !== "not_proven" || !name.startsWith("optimal"), status);
    assert.ok(status === "unbounded" || !name.startsWith("unbounded"), status);
  });
}
