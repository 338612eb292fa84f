/** Test case of a request that the service must refuse. */
export interface RefusalCase {
  /** Name of the test case: what the request is about, such as a field of its body, and the fault of the request. */
  readonly name: string;
  readonly method: string;
  /**
   * Path of the refused request. `{run}` stands for the id of a succeeded run, `{moments}` for that of a succeeded run
   * on moments, and `{failed}` for that of a failed run.
   */
  readonly path: string;
  /** Body of the refused request, sent as JSON; a text or bytes are sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Credential of the refused request: an API key that may submit jobs (`key`), an API key that may only read them, or
   * none. If absent, the request is sent with the access token of a signed-in person.
   */
  readonly credential?: "key" | "reading key" | "none";
  /**
   * Set where several cases share one recorded answer that differs only in the method: the name of the answer, and the
   * id of the method that this case sends. `{method}` stands for the id in the recorded answer.
   */
  readonly shared?: { readonly name: string; readonly method: string };
}

type Body = Readonly<Record<string, unknown>>;

/**
 * Returns refusal cases of POST requests to one path, one for each body. The key of a body describes its fault.
 * `complete` makes the whole body of the request from the given part.
 */
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

/** Returns refusal cases of POST /jobs whose body differs from a valid one in some fields; undefined omits a field. */
export function runs(part: string, changes: Readonly<Record<string, Body>>): readonly RefusalCase[] {
  return casesOf(part, "/jobs", { bodies: changes, complete: (change) => ({ ...VALID_RUN, ...Object(change) }) });
}

/** Returns refusal cases of POST /jobs with the given complete bodies. */
export function wholeRuns(part: string, bodies: Readonly<Record<string, unknown>>): readonly RefusalCase[] {
  return casesOf(part, "/jobs", { bodies });
}

/** Returns refusal cases of POST /jobs whose body differs from a valid one only in its constraints. */
export function rules(part: string, constraints: Readonly<Record<string, unknown>>): readonly RefusalCase[] {
  return runs(
    part,
    Object.fromEntries(Object.entries(constraints).map(([what, value]) => [what, { constraints: value }])),
  );
}

/** Returns refusal cases of POST /runs/{run_id}/monte_carlo with the given bodies. */
export function simulations(part: string, bodies: Readonly<Record<string, unknown>>): readonly RefusalCase[] {
  return casesOf(part, "/runs/{run}/monte_carlo", { bodies });
}

/** Returns refusal cases of POST /runs/{run_id}/backtest with the given bodies. */
export function backtests(part: string, bodies: Readonly<Record<string, unknown>>): readonly RefusalCase[] {
  return casesOf(part, "/runs/{run}/backtest", { bodies });
}

/**
 * Returns refusal cases of any HTTP method and path, written like `"GET /jobs?x=1"`, each with its body, headers or
 * credential.
 */
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

/** Test helper. Returns consecutive calendar dates from 2024-01-01, weekends included. */
export function days(count: number): string[] {
  return Array.from({ length: count }, (_, row) => new Date(Date.UTC(2024, 0, 1 + row)).toISOString().slice(0, 10));
}

/** Test helper. Returns a series of oscillating prices for the asset with the given number. */
export function prices(asset: number, rows: number = DATES.length): number[] {
  return Array.from({ length: rows }, (_, row) => 100 + (row * (7 * asset + 3)) % 11 + asset);
}

export const SERIES: Readonly<Record<string, readonly number[]>> = {
  ALPHA: prices(0),
  BETA: prices(1),
  GAMMA: prices(2),
  DELTA: prices(3),
};

/** Test helper. Returns a valid price history of a request with some fields changed. */
export function history(changes: Body = {}): Body {
  return { dates: DATES, series: SERIES, ...changes };
}

/** Request body of a valid run on four assets, for the refusal cases. */
export const VALID_RUN: Body = { prices: history(), methods: ["min_volatility"] };

/** Request body of a valid run on moments alone, for the refusal cases. */
export const VALID_MOMENTS: Body = {
  moments: {
    assets: ["ALPHA", "BETA"],
    expected_returns: [0.001, 0.002],
    covariance: [[0.01, 0.001], [0.001, 0.02]],
  },
  methods: ["min_volatility"],
};

/** Test helper. Returns stocks of the sample market on NSE, as a request names them. */
export function stocks(...tickers: readonly string[]): readonly Body[] {
  return tickers.map((ticker) => ({ ticker, exchange: "NSE" }));
}

/** Request body of a valid run on listed stocks, for the refusal cases. */
export const VALID_STOCKS: Body = { stocks: stocks("EXLOTUS", "EXBANYAN", "EXMANGO"), methods: ["min_volatility"] };
