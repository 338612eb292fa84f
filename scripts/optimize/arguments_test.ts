import assert from "node:assert/strict";
import { parseArguments, UsageError } from "./arguments.ts";

Deno.test("command-line options are read in any order, and --method may be repeated", () => {
  const args = parseArguments(
    ["--method", "a", "--prices=p.csv", "--method", "b", "--rf", "-0.01"].concat(["--history", "common"]),
  );
  assert.deepEqual({ ...args }, { help: false, method: ["a", "b"], prices: "p.csv", rf: "-0.01", history: "common" });
});

/** Wrong command lines for a test, each with a pattern that the error message must match. */
const WRONG: readonly (readonly [string[], RegExp])[] = [
  [["--nothing"], /--nothing/],
  [["file.csv"], /file\.csv/],
  [["--seed"], /--seed/],
  [["--seed", "1", "--seed=2"], /--seed twice/],
  [["--prices", "a", "--returns", "b"], /--prices beside --returns/],
  [["--prices", "a"], /--prices: give --method/],
  [["--returns", "a", "--frontier", "5"], /--returns: give --method/],
  [["--request", "-", "--constraints", "-"], /--request and --constraints/],
  [["--out", ""], /--out needs the name of a file/],
  [["--lots", "A=5"], /--lots without --capital/],
  [["--report", ""], /--report needs the name of a file/],
  [["--report", "-"], /--report needs the name of a file/],
];

for (const [args, sentence] of WRONG) {
  Deno.test(`a wrong command line is refused with an error that names its fault: ${args.join(" ")}`, () => {
    assert.throws(() => parseArguments(args), (error) => {
      assert(error instanceof UsageError);
      assert.match(error.message, sentence);
      return true;
    });
  });
}
