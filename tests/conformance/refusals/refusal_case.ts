/** A request that is refused. */
export interface RefusalCase {
  /** The part of the service that refuses it, and what is wrong with it. */
  readonly name: string;
  readonly method: string;
  /** `{run}` stands for a run that has succeeded, `{moments}` for one on moments, `{failed}` for one that failed. */
  readonly path: string;
  /** Sent as JSON; a text or bytes as they are. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** By what the request is signed; the session unless said otherwise. */
  readonly credential?: "key" | "reading key" | "none";
}

type Body = Readonly<Record<string, unknown>>;

/** The cases of one part, by what is wrong: the bodies of a path, each made from what differs. */
function casesOf(
  part: string,
  path: string,
  { bodies, complete = (body) => body }: {
    readonly bodies: Readonly<Record<string, unknown>>;
    readonly complete?: (body: unknown) => unknown;
  },
): readonly RefusalCase[] {
  return Object.entries(bodies).map(([what, body]) => ({
    name: `${part}: ${what}`,
    method: "POST",
    path,
    body: complete(body),
  }));
}

/** Bodies of POST /jobs that differ from a valid one in some fields; undefined leaves a field out. */
export function runs(part: string, changes: Readonly<Record<string, Body>>): readonly RefusalCase[] {
  return casesOf(part, "/jobs", { bodies: changes, complete: (change) => ({ ...VALID_RUN, ...Object(change) }) });
}

/** Whole bodies of POST /jobs. */
export function wholeRuns(part: string, bodies: Readonly<Record<string, unknown>>): readonly RefusalCase[] {
  return casesOf(part, "/jobs", { bodies });
}

/** Bodies of POST /jobs by their constraints alone. */
export function rules(part: string, constraints: Readonly<Record<string, unknown>>): readonly RefusalCase[] {
  return runs(
    part,
    Object.fromEntries(Object.entries(constraints).map(([what, value]) => [what, { constraints: value }])),
  );
}

/** Bodies of POST /runs/{run_id}/monte_carlo. */
export function simulations(part: string, bodies: Readonly<Record<string, unknown>>): readonly RefusalCase[] {
  return casesOf(part, "/runs/{run}/monte_carlo", { bodies });
}

/** Bodies of POST /runs/{run_id}/backtest. */
export function backtests(part: string, bodies: Readonly<Record<string, unknown>>): readonly RefusalCase[] {
  return casesOf(part, "/runs/{run}/backtest", { bodies });
}

/** Requests of any method and path, `"GET /jobs?x=1"`, with what goes with them. */
export function requests(
  part: string,
  sent: Readonly<Record<string, Omit<RefusalCase, "name" | "method" | "path"> & { readonly to: string }>>,
): readonly RefusalCase[] {
  return Object.entries(sent).map(([what, { to, ...rest }]) => {
    const [method, path] = to.split(" ");
    return { name: `${part}: ${what}`, method, path, ...rest };
  });
}

export const DATES: readonly string[] = days(30);

/** Days from the first of 2024 on, weekends too. */
export function days(count: number): string[] {
  return Array.from({ length: count }, (_, row) => new Date(Date.UTC(2024, 0, 1 + row)).toISOString().slice(0, 10));
}

/** Prices that go up and down by whole numbers, of asset number `asset`. */
export function prices(asset: number, rows: number = DATES.length): number[] {
  return Array.from({ length: rows }, (_, row) => 100 + (row * (7 * asset + 3)) % 11 + asset);
}

export const SERIES: Readonly<Record<string, readonly number[]>> = {
  ALPHA: prices(0),
  BETA: prices(1),
  GAMMA: prices(2),
  DELTA: prices(3),
};

/** A history of prices, with what differs. */
export function history(changes: Body = {}): Body {
  return { dates: DATES, series: SERIES, ...changes };
}

/** A run on four assets that is accepted. */
export const VALID_RUN: Body = { prices: history(), methods: ["min_volatility"] };

/** A run on estimates alone that is accepted. */
export const VALID_MOMENTS: Body = {
  moments: {
    assets: ["ALPHA", "BETA"],
    expected_returns: [0.001, 0.002],
    covariance: [[0.01, 0.001], [0.001, 0.02]],
  },
  methods: ["min_volatility"],
};

/** Stocks of the sample market. */
export function stocks(...tickers: readonly string[]): readonly Body[] {
  return tickers.map((ticker) => ({ ticker, exchange: "NSE" }));
}

/** A run on listed assets that is accepted. */
export const VALID_STOCKS: Body = { stocks: stocks("EXLOTUS", "EXBANYAN", "EXMANGO"), methods: ["min_volatility"] };
