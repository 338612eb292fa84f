import { parseArgs } from "node:util";
import { loadKernels } from "../../../src/kernels/mod.ts";
import { UsageError } from "../../optimize/arguments.ts";
import { EXIT } from "../../optimize/exit.ts";
import { textTable } from "../../optimize/text_table.ts";
import { print } from "../../print.ts";
import { exitCodeOf } from "../exit_code_of.ts";
import { parsedValues } from "../parsed_values.ts";
import { nameOf, QUOTED_PROBLEMS, type QuotedProblem } from "./quoted_figures.ts";
import { type TimedProblem, timedProblem } from "./timed_problem.ts";
import { wholeNumber } from "../whole_number.ts";

const USAGE =
  `Solves mean-CVaR problems of sizes for which others have published times, and prints both with the certificates.

  deno task bench:quoted [--only TEXT] [--runs N]

  --only TEXT    only the problems whose name contains it, such as "392 x 10,000"
  --runs N       solves each problem N times after the first, and shows the median; 5 by default

The problem is min_cvar, long only, at a confidence of 95 %. Own times are of this machine, on one core, on simulated
scenarios; quoted times are of other machines and of other scenarios of the same size.
`;

/** Solves the problems that the arguments name and prints the sheet. Returns the exit code. */
export function main(args: readonly string[]): Promise<number> {
  return exitCodeOf(async () => {
    const { only, runs, help } = readOptions(args);
    if (help) return print(USAGE, EXIT.done);
    const problems = QUOTED_PROBLEMS.filter((problem) => nameOf(problem).includes(only));
    if (problems.length === 0) throw new UsageError(`Cannot find a problem whose name contains "${only}"`);
    const kernels = await loadKernels(null);
    const timed = problems.map((problem) => ({ problem, own: timedProblem(problem, { kernels, runs }) }));
    return print(sheetOf(timed), EXIT.done);
  });
}

function readOptions(args: readonly string[]) {
  const { values } = parsedValues(() =>
    parseArgs({
      args: [...args],
      options: {
        only: { type: "string", default: "" },
        runs: { type: "string", default: "5" },
        help: { type: "boolean", default: false },
      },
    })
  );
  return { ...values, runs: wholeNumber("--runs", values.runs) };
}

interface Timed {
  readonly problem: QuotedProblem;
  readonly own: TimedProblem;
}

function sheetOf(timed: readonly Timed[]): string {
  const own = textTable([
    ["min_cvar", "first, s", "again, s", "CVaR", "status", "breach of a rule", "dual residual", "duality gap"],
    ...timed.map(({ problem, own: { first, median, solution: { status, objective, certificate } } }) => [
      nameOf(problem),
      ...[first, median].map((seconds) => seconds.toFixed(3)),
      objective?.value.toPrecision(9) ?? "-",
      certificate?.provenOptimal ? `${status}, proven` : status,
      ...[certificate?.primalResidual, certificate?.dualResidual, certificate?.dualityGap]
        .map((part) => part?.toExponential(1) ?? "-"),
    ]),
  ]);
  const quoted = textTable([
    ["quoted, not measured here", "seconds", "times ours", "program", "source"],
    ...timed.flatMap(({ problem, own: { median } }) =>
      problem.quotes.map(({ program, seconds, source }) => [
        nameOf(problem),
        [...new Set(seconds)].join(" to "),
        [...new Set(seconds)].map((theirs) => String(Number((theirs / median).toPrecision(2)))).join(" to "),
        program,
        source,
      ])
    ),
  ]);
  return `${own}\n${quoted}`;
}
