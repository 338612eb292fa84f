import { parseArgs } from "node:util";

export const USAGE = `Optimises a portfolio and proves the answer.

  deno task optimize                                            a portfolio of the sample market
  deno task optimize --prices prices.csv --method min_cvar --method max_sharpe
  deno task optimize --assets NSE:RELIANCE,NSE:TCS              stocks and funds of MARKET_DATA
  deno task optimize --request request.json [--prices FILE | --returns FILE] --out result.json

  --request FILE      a body of POST /jobs as JSON, - for standard input; the options below replace its fields
  --prices FILE       prices: CSV with the date first, then one column an asset, or JSON {dates, series}; .gz too
  --returns FILE      simple returns in the same forms
  --assets A,B        only these columns; without a file, assets of MARKET_DATA by their ids
  --start, --end DAY  first and last day, YYYY-MM-DD
  --frequency WORD    daily, weekly or monthly
  --benchmark COLUMN  a column of the file, which is then no asset
  --rf RATE           annual risk-free rate, 0.05 is 5 %
  --method ID         repeat it for several methods
  --constraints FILE  the constraints as JSON
  --frontier N        points of the efficient frontier
  --seed N
  --out FILE          the result as JSON, - for standard output
  --charts DIR        the charts of the result as SVG, into this folder
  --help

Exit code 0: every method is optimal or computed, 1: one is not, 2: the request was refused.
`;

/** The options of the task that wait for their part of the service. */
const NOT_AVAILABLE_YET = ["capital", "backtest", "monte-carlo", "report"] as const;

/** Options as given; absent ones are undefined. */
export interface Arguments {
  readonly help: boolean;
  readonly request?: string;
  readonly prices?: string;
  readonly returns?: string;
  readonly assets?: string;
  readonly start?: string;
  readonly end?: string;
  readonly frequency?: string;
  readonly benchmark?: string;
  readonly rf?: string;
  readonly method?: readonly string[];
  readonly constraints?: string;
  readonly frontier?: string;
  readonly seed?: string;
  readonly out?: string;
  readonly charts?: string;
}

/** Options that cannot be used as they were given. */
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
  benchmark: text,
  rf: text,
  method: { type: "string", multiple: true },
  constraints: text,
  frontier: text,
  seed: text,
  out: text,
  charts: text,
} as const;

/** The options of a command line. Throws `UsageError` for one that is unknown, given twice, without its value, or not available yet. */
export function parseArguments(args: readonly string[]): Arguments {
  for (const name of NOT_AVAILABLE_YET) {
    if (args.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`))) {
      throw new UsageError(`Cannot use --${name}: it is not available yet`);
    }
  }
  const { values, tokens } = parseStrictly(args);
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    if (seen.has(token.name) && token.name !== "method") throw new UsageError(`Cannot take --${token.name} twice`);
    seen.add(token.name);
  }
  if (values.prices !== undefined && values.returns !== undefined) {
    throw new UsageError("Cannot take --prices beside --returns");
  }
  return { ...values, help: values.help ?? false };
}

function parseStrictly(args: readonly string[]): ReturnType<typeof strict> {
  try {
    return strict(args);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(
      `${error.message.split("\n")[0].replace(/\.? To specify.*$/, "").replace(/\.$/, "")}; see --help`,
    );
  }
}

function strict(args: readonly string[]) {
  return parseArgs({ args: withNegativeNumbers(args), options: OPTIONS, strict: true, tokens: true });
}

/** `--rf -0.01` as `--rf=-0.01`, which is what it can only mean. */
function withNegativeNumbers(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const last = joined[joined.length - 1];
    if (/^-[\d.]/.test(arg) && /^--[a-z]+$/.test(last ?? "")) joined[joined.length - 1] = `${last}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}
