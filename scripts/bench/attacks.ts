/** A request that costs the service more than its size suggests. */
export interface Attack {
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Whether the attacking request carries an API key. */
  readonly isSignedIn: boolean;
  /** Makes the body of an attacking request, or null for a request without a body. */
  readonly body: (() => string) | null;
  /**
   * Size in bytes of each chunk, where the body of the attacking request is sent in chunks. Absent where it is sent
   * whole.
   */
  readonly chunkBytes?: number;
}

const LONG = "x".repeat(40_000);
const METHODS = ["equal_weight"];
const STOCKS = [{ exchange: "NSE", ticker: "EXMANGO" }, { exchange: "NSE", ticker: "EXLOTUS" }];

function numbered<Item>(count: number, item: (index: number) => Item): readonly Item[] {
  return Array.from({ length: count }, (_, index) => item(index));
}

/** Kinds of requests by which one client once blocked the service or filled its memory. */
export const ATTACKS: readonly Attack[] = [
  {
    name: "sixteen thousand names of a query",
    method: "GET",
    path: `/health?${numbered(1_800, (index) => `a${index}=`).join("&")}`,
    isSignedIn: false,
    body: null,
  },
  {
    name: "an asset and a benchmark of 40,000 letters",
    method: "POST",
    path: "/jobs",
    isSignedIn: true,
    body: () => JSON.stringify({ stocks: [{ exchange: "NSE", ticker: LONG }], benchmark: LONG, methods: METHODS }),
  },
  {
    name: "five hundred unknown assets",
    method: "POST",
    path: "/jobs",
    isSignedIn: true,
    body: () => {
      const stocks = numbered(500, (index) => ({ exchange: "NSE", ticker: `EXMANG${index}` }));
      return JSON.stringify({ stocks, methods: METHODS });
    },
  },
  {
    name: "ten thousand linear rules with long names",
    method: "POST",
    path: "/jobs",
    isSignedIn: true,
    body: () => {
      const linear = numbered(10_000, (index) => `${"r".repeat(100)}${index}`)
        .map((name) => ({ name, coefficients: { "NSE:EXMANGO": 1 }, max: 1 }));
      return JSON.stringify({ stocks: STOCKS, methods: ["min_volatility"], constraints: { linear } });
    },
  },
  {
    name: "ten thousand keys of methods",
    method: "POST",
    path: "/jobs",
    isSignedIn: true,
    body: () => {
      const methods = numbered(10_000, (index) => `k${index}`).map((key) => ({ method: "equal_weight", key }));
      return JSON.stringify({ stocks: STOCKS, methods });
    },
  },
  {
    name: "15 MB of empty objects",
    method: "POST",
    path: "/jobs",
    isSignedIn: true,
    body: () => `{"stocks":[${"{},".repeat(5_000_000)}{}]}`,
  },
  {
    name: "coefficients of ten thousand unknown assets",
    method: "POST",
    path: "/jobs",
    isSignedIn: true,
    body: () => {
      const coefficients = Object.fromEntries(numbered(10_000, (index) => [`NSE:EXMANG${index}`, 1]));
      const linear = [{ name: "rule", coefficients, max: 1 }];
      return JSON.stringify({ stocks: STOCKS, methods: ["min_volatility"], constraints: { linear } });
    },
  },
  {
    name: "chunks of one byte",
    method: "POST",
    path: "/auth/login",
    isSignedIn: false,
    body: () => " ".repeat(20_000),
    chunkBytes: 1,
  },
  {
    name: "faults by the thousand",
    method: "POST",
    path: "/jobs",
    isSignedIn: true,
    body: () =>
      JSON.stringify(Object.fromEntries(numbered(20_000, (index) => `unknown${index}`).map((name) => [name, 1]))),
  },
];
