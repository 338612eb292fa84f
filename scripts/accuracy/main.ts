import { parseArgs } from "node:util";
import { loadKernels } from "../../src/kernels/mod.ts";
import { UsageError } from "../optimize/arguments.ts";
import { writeWhole } from "../optimize/write_whole.ts";
import { JudgementLog } from "./judgement_log.ts";
import { judgementTable, promises } from "./judgement_table.ts";
import { judgeProgram } from "./judge_program.ts";
import { loadHighs } from "./load_highs.ts";
import { wideProgram } from "./wide_program.ts";
import { caseDocument, worstCases } from "./worst_cases.ts";

/** Exit codes: every promise is met, one is not, wrong use. */
const EXIT = { met: 0, missed: 1, refused: 2 } as const;

const USAGE = `Holds every method that optimises against HiGHS and plain arithmetic, on random programs of uneven data.

  deno task accuracy [--programs N] [--seed N] [--out FILE]

  --programs N   how many, 20000 if left out
  --seed N       of the first program, 1 if left out; each further one has the next
  --out FILE     a judgement a line, .data/accuracy/judgements.jsonl if left out; programs that stand there are not
                 solved again, so that what was interrupted goes on. The worst case of each kind is written beside it
  --help

A seed alone makes its program: "deno task accuracy --seed 17 --programs 1 --out case/one.jsonl" judges it again.
Exit code 0: no answer is false and few are not proven, 1: not so, 2: wrong use.
`;

/** Judges the programs that the arguments ask for and prints their table. Answers the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    const { programs = "20000", seed = "1", out = ".data/accuracy/judgements.jsonl", help } = readOptions(args);
    if (help) return say(USAGE, EXIT.met);
    return await judgeAll({ programs: wholeNumber("programs", programs), seed: wholeNumber("seed", seed), out });
  } catch (error) {
    if (error instanceof UsageError) return say(`${error.message}\n`, EXIT.refused);
    throw error;
  }
}

async function judgeAll({ programs, seed, out }: { programs: number; seed: number; out: string }): Promise<number> {
  const log = await JudgementLog.open(out);
  const tools = { kernels: await loadKernels(null), highs: await loadHighs() };
  const left = Array.from({ length: programs }, (_, k) => seed + k).filter((one) => !log.has(one));
  say(`Seeds ${seed} to ${seed + programs - 1}, ${programs - left.length} of them judged before in ${out}\n`);
  for (const [k, one] of left.entries()) {
    log.add(judgeProgram(wideProgram(one), tools).judgement);
    if ((k + 1) % 1000 === 0) say(`${k + 1} of ${left.length}\n`);
  }
  const judgements = log.within(seed, programs), kept = promises(judgements);
  say(
    `\n${judgementTable(judgements)}\n${
      kept.map(({ line, isMet }) => `${isMet ? "met   " : "MISSED"} ${line}\n`).join("")
    }`,
  );
  for (const { kind, judgement } of worstCases(judgements)) {
    const path = `${out.replace(/\.jsonl$/, "")}_${kind}.json`;
    await writeWhole(path, caseDocument(kind, judgeProgram(wideProgram(judgement.seed), tools)));
    say(`${kind}: seed ${judgement.seed}, ${path}\n`);
  }
  return kept.every(({ isMet }) => isMet) ? EXIT.met : EXIT.missed;
}

type Options = { programs?: string; seed?: string; out?: string; help?: boolean };

function readOptions(args: readonly string[]): Options {
  const text = { type: "string" } as const;
  const options = { programs: text, seed: text, out: text, help: { type: "boolean", short: "h" } } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${error.message}; see --help`);
  }
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  throw new UsageError(`Cannot read --${name} "${text}": give a whole number from 1 on`);
}

function say(text: string, code: number = EXIT.met): number {
  const stream = code === EXIT.refused ? Deno.stderr : Deno.stdout;
  const bytes = new TextEncoder().encode(text);
  for (let written = 0; written < bytes.length;) written += stream.writeSync(bytes.subarray(written));
  return code;
}
