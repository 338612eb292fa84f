import { loadKernels } from "../../../src/kernels/mod.ts";
import { writeWhole } from "../../optimize/write_whole.ts";
import { UsageError } from "../../optimize/arguments.ts";
import { type Command, readOptions, wholeNumber } from "../command.ts";
import { LOGS } from "../logs.ts";
import { EXIT, say } from "../say.ts";
import { judgeProgram } from "./judge_program.ts";
import { openJudgements } from "./judgement.ts";
import { judgementTable, promises } from "./judgement_table.ts";
import { loadHighs } from "./load_highs.ts";
import type { AccuracyProgram } from "./accuracy_program.ts";
import { randomProgram } from "./random_program.ts";
import { wideProgram } from "./wide_program.ts";
import { caseDocument, worstCases } from "./worst_cases.ts";

/**
 * Command that solves random optimisation programs, compares the answers with independent solvers and prints a table of
 * verdicts.
 */
export const programsCommand: Command = {
  name: "programs",
  usage: `[programs] [--programs N] [--seed N] [--draw wide|narrow] [--out FILE]
    Holds every method that optimises against HiGHS and plain arithmetic, on random programs of uneven data.
    --programs N   how many, 20000 if left out
    --seed N       of the first program, 1 if left out; each further one has the next
    --draw WORD    wide, if left out: every method under every family; narrow: the nine methods of quadratic and linear
                   programs under the families without cones, costs and integers, as the tests have them
    --out FILE     a judgement a line, ${LOGS.programs} if left out; the worst case of each kind is written beside it
    A seed alone makes its program: "deno task accuracy --seed 17 --programs 1 --out case/one.jsonl" judges it again.`,
  async run(args) {
    const names = ["programs", "seed", "draw", "out"];
    const { programs = "20000", seed = "1", draw = "wide", out } = readOptions(args, names);
    const drawn = DRAWS.get(draw);
    if (drawn === undefined) {
      throw new UsageError(`Cannot draw "${draw}": it must be one of ${[...DRAWS.keys()].join(", ")}`);
    }
    const range = { programs: wholeNumber("programs", programs), seed: wholeNumber("seed", seed) };
    return await judgeAll({ ...range, programOf: drawn.programOf, out: out ?? drawn.log });
  },
};

const DRAWS: ReadonlyMap<string, { readonly programOf: (seed: number) => AccuracyProgram; readonly log: string }> =
  new Map([
    ["wide", { programOf: (seed) => wideProgram(seed), log: LOGS.programs }],
    ["narrow", { programOf: (seed) => randomProgram(seed), log: LOGS.narrow }],
  ]);

interface Judged {
  readonly programs: number;
  readonly seed: number;
  readonly programOf: (seed: number) => AccuracyProgram;
  readonly out: string;
}

async function judgeAll({ programs, seed, programOf, out }: Judged): Promise<number> {
  const log = await openJudgements(out);
  const tools = { kernels: await loadKernels(null), highs: await loadHighs() };
  const left = Array.from({ length: programs }, (_, k) => seed + k).filter((one) => !log.has(one));
  say(`Seeds ${seed} to ${seed + programs - 1}, ${programs - left.length} of them judged before in ${out}\n`);
  for (const [k, one] of left.entries()) {
    log.add(judgeProgram(programOf(one), tools).judgement);
    if ((k + 1) % 1000 === 0) say(`${k + 1} of ${left.length}\n`);
  }
  const judgements = log.lines.filter((line) => line.seed >= seed && line.seed < seed + programs)
    .toSorted((a, b) => a.seed - b.seed);
  const kept = promises(judgements);
  say(
    `\n${judgementTable(judgements)}\n${
      kept.map(({ line, isMet }) => `${isMet ? "met   " : "MISSED"} ${line}\n`).join("")
    }`,
  );
  for (const { kind, judgement } of worstCases(judgements)) {
    const path = `${out.replace(/\.jsonl$/, "")}_${kind}.json`, program = programOf(judgement.seed);
    await writeWhole(path, caseDocument({ kind, program }, judgeProgram(program, tools)));
    say(`${kind}: seed ${judgement.seed}, ${path}\n`);
  }
  return kept.every(({ isMet }) => isMet) ? EXIT.met : EXIT.missed;
}
