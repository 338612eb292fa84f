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
  /** Arguments that the test runner passes on to `deno test`. */
  readonly further: readonly string[];
}

/**
 * Reads the arguments of the test runner, `deno task test`. Named files and folders are run whole, because a developer
 * who names a file wants all of it.
 */
export function optionsOfRun(args: readonly string[], exists: (path: string) => boolean): RunOptions {
  const own = new Set(["--all", "--random", "--times"]);
  const given = args.filter((arg) => !own.has(arg));
  const places = given.filter(exists);
  return {
    scope: scopeOf(args, places),
    showsTimes: args.includes("--times"),
    places,
    further: given.filter((arg) => !places.includes(arg)),
  };
}

function scopeOf(args: readonly string[], places: readonly string[]): RunOptions["scope"] {
  if (args.includes("--random")) return "properties";
  if (places.length > 0) return "named";
  return args.includes("--all") ? "all" : "part";
}
