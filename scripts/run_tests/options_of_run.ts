/** Options of a test run, read from the command line of the test runner. */
export interface RunOptions {
  /**
   * Choice of the tests that run: `part` runs a part of every file, chosen by a seed; `all` runs everything; `named`
   * runs all of the files and folders given; `properties` runs the property tests alone.
   */
  readonly scope: "part" | "all" | "named" | "properties";
  /** Whether the test runner prints the time of each test file at the end. */
  readonly showsTimes: boolean;
  /** Test files and folders to run; every test of the project if empty. */
  readonly places: readonly string[];
  /** Value of `--filter`: only tests whose names match it run. Null where all tests of these places run. */
  readonly filter: string | null;
  /** Arguments that the test runner passes on to `deno test`. */
  readonly further: readonly string[];
}

/** Options of the test runner itself, which `deno test` does not get. */
const OWN = new Set(["--all", "--random", "--times"]);

/** Options of `deno test` whose value may be the next argument, so that it is not taken for a path. */
const WITH_VALUE = new Set([
  ...["-c", "--config", "--import-map", "--cert", "--location", "--ext", "--conditions", "--preload", "--require"],
  ...["--filter", "--related", "--shard", "--seed", "--retry", "--repeats", "--reporter", "--junit-path"],
  ...["--coverage-threshold", "--min-dep-age", "--node-modules-linker", "-L", "--log-level"],
]);

/**
 * Reads the arguments of the test runner, `deno task test`. Named files and folders are run whole, because a developer
 * who names a file wants all of it. Throws a `RangeError` where a path does not exist.
 */
export function optionsOfRun(args: readonly string[], exists: (path: string) => boolean): RunOptions {
  const given = args.filter((arg) => !OWN.has(arg));
  const places: string[] = [], further: string[] = [];
  for (const [index, arg] of given.entries()) {
    const isPlace = !arg.startsWith("-") && !WITH_VALUE.has(given[index - 1] ?? "");
    if (isPlace && !exists(arg)) throw new RangeError(`Cannot find ${JSON.stringify(arg)}`);
    (isPlace ? places : further).push(arg);
  }
  return {
    scope: scopeOf(args, places),
    showsTimes: args.includes("--times"),
    places,
    filter: filterOf(further),
    further,
  };
}

function filterOf(further: readonly string[]): string | null {
  const at = further.findLastIndex((arg) => /^--filter(=|$)/.test(arg));
  if (at < 0) return null;
  return /^--filter=(.*)$/s.exec(further[at])?.[1] ?? further[at + 1] ?? "";
}

function scopeOf(args: readonly string[], places: readonly string[]): RunOptions["scope"] {
  if (args.includes("--random")) return "properties";
  if (places.length > 0) return "named";
  return args.includes("--all") ? "all" : "part";
}
