import { parseArgs } from "node:util";
import { BENCHMARK_IDS } from "../../src/market_data/provider.ts";

export const USAGE = `Optimises a portfolio and proves the answer.

  deno task optimize                                            a portfolio of the sample market
  deno task optimize --prices prices.csv --method min_cvar --method max_sharpe
  deno task optimize --assets NSE:RELIANCE,NSE:TCS              stocks and funds of MARKET_DATA
  deno task optimize --request request.json [--prices FILE | --returns FILE] --out result.json

  --request FILE      a body of POST /jobs as JSON, - for standard input; the options below replace its fields
  --prices FILE       prices: CSV or .xlsx with a column of days and one column an asset, or in another usual layout,
                      or JSON {dates, series}; .gz too; docs/tutorial/2_local_files.md says what is read; without
                      --request it needs --method
  --returns FILE      simple returns in the same forms
  --assets A,B        only these columns; without a file, assets of MARKET_DATA by their ids
  --start, --end DAY  first and last day, YYYY-MM-DD
  --frequency WORD    daily, weekly or monthly
  --periods-per-year N
                      periods of a year by which figures are annualised; without it they follow from the dates
  --partial-periods WORD
                      a first or last week or month of which days are missing: leave_out or count
  --history WORD      common: estimates from the days that all assets have; available: from all that each pair has
  --doubts WORD       tell: doubts about data and numbers stand beside the answer; refuse: those that can hardly be
                      meant refuse the request
  --benchmark COLUMN  a column of the file, which then is not an asset, also if the request names it as the benchmark;
                      with the sample market an index: ${BENCHMARK_IDS.join(", ")}
  --rf RATE           annual risk-free rate, 0.05 is 5 %
  --method ID         repeat it for several methods; one with parameters of its own goes into --request
  --constraints FILE  the constraints as JSON, - for standard input
  --frontier N        points of the efficient frontier
  --backtest          a walk-forward backtest of the methods, by the plan of the request or the default plan
  --monte-carlo PATHS simulates this number of paths of the first method that has weights, or as the request says
  --capital AMOUNT    the whole shares that this amount buys at the last prices, for each method
  --lots A=5,B=10     with --capital: number of shares that are traded together, 1 by default
  --seed N            the seed of the random numbers of a run, kept in the result; methods use none
  --out FILE          the result as JSON, - for standard output
  --charts DIR        the charts of the result as SVG, into this folder
  --spreadsheet FILE  the result as a spreadsheet (.xlsx)
  --report FILE       the full report of the result as PDF
  --help

Exit code 0: every method is optimal or computed, 1: one is not, 2: the request was refused.
LOG_LEVEL=debug in the environment prints the trace of an error inside the program.
`;

/** Options of the `optimize` command line. An option that was not given is undefined. */
export interface Arguments {
  readonly help: boolean;
  readonly request?: string;
  readonly prices?: string;
  readonly returns?: string;
  readonly assets?: string;
  readonly start?: string;
  readonly end?: string;
  readonly frequency?: string;
  readonly "periods-per-year"?: string;
  readonly "partial-periods"?: string;
  readonly history?: string;
  readonly doubts?: string;
  readonly benchmark?: string;
  readonly rf?: string;
  readonly method?: readonly string[];
  readonly constraints?: string;
  readonly frontier?: string;
  readonly backtest?: boolean;
  readonly "monte-carlo"?: string;
  readonly capital?: string;
  readonly lots?: string;
  readonly seed?: string;
  readonly out?: string;
  readonly charts?: string;
  readonly spreadsheet?: string;
  readonly report?: string;
}

/** Error for command line options that cannot be used as given. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

const text = { type: "string" } as const;
const OPTIONS = {
  help: { type: "boolean", short: "h" },
  request: text,
  prices: text,
  returns: text,
  assets: text,
  start: text,
  end: text,
  frequency: text,
  "periods-per-year": text,
  "partial-periods": text,
  history: text,
  doubts: text,
  benchmark: text,
  rf: text,
  method: { type: "string", multiple: true },
  constraints: text,
  frontier: text,
  backtest: { type: "boolean" },
  "monte-carlo": text,
  capital: text,
  lots: text,
  seed: text,
  out: text,
  charts: text,
  spreadsheet: text,
  report: text,
} as const;

/**
 * Returns the options of a command line. Throws `UsageError` for one that is unknown, repeated or without its value,
 * and for options that contradict each other.
 */
export function parseArguments(args: readonly string[]): Arguments {
  const { values, tokens } = parseStrictly(args);
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    if (seen.has(token.name) && token.name !== "method") throw new UsageError(`Cannot take --${token.name} twice`);
    seen.add(token.name);
  }
  const parsed = { ...values, help: values.help ?? false };
  refuseBesides(parsed);
  return parsed;
}

/** Throws `UsageError` for command line options that contradict each other or cannot be used. */
function refuseBesides(
  { help, prices, returns, request, method, constraints, capital, lots, out, report }: Arguments,
): void {
  if (lots !== undefined && capital === undefined) throw new UsageError("Cannot use --lots without --capital");
  if (prices !== undefined && returns !== undefined) throw new UsageError("Cannot take --prices beside --returns");
  const readers = Object.entries({ request, prices, returns, constraints }).filter(([, path]) => path === "-");
  if (readers.length > 1) {
    throw new UsageError(`Cannot read standard input for ${readers.map(([name]) => `--${name}`).join(" and ")}`);
  }
  if (out === "") throw new UsageError("Cannot write the result: --out needs the name of a file");
  if (report === "" || report === "-") {
    throw new UsageError("Cannot write the report: --report needs the name of a file");
  }
  const history = prices === undefined ? "returns" : "prices";
  if (help || request !== undefined || method !== undefined || (prices ?? returns) === undefined) return;
  throw new UsageError(`Cannot choose a method for --${history}: give --method, such as --method min_volatility`);
}

function parseStrictly(args: readonly string[]): ReturnType<typeof strict> {
  try {
    return strict(args);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(
      `${error.message.replace(/\n.*/s, "").replace(/\.? To specify.*$/, "").replace(/\.$/, "")}; see --help`,
    );
  }
}

function strict(args: readonly string[]) {
  return parseArgs({ args: withNegativeNumbers(args), options: OPTIONS, strict: true, tokens: true });
}

/** Rewrites `--rf -0.01` as `--rf=-0.01`, because the parser would take the negative number for an option. */
function withNegativeNumbers(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const last = joined[joined.length - 1];
    if (/^-[\d.]/.test(arg) && /^--[a-z-]+$/.test(last ?? "")) joined[joined.length - 1] = `${last}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}
