// Made of what wasm/assembly/index.ts exports by "deno task build:wasm".
export const Status = {
  DONE: 0,
  STOPPED: 1,
  OUT_OF_MEMORY: 2,
  NOT_CONVERGED: -1,
  INFEASIBLE: -2,
  UNBOUNDED: -3,
  NEEDS_ROWS: -4,
  NOT_POSITIVE_DEFINITE: -5,
} as const;
export const Linkage = {
  SINGLE: 0,
  COMPLETE: 1,
  AVERAGE: 2,
  WARD: 3,
} as const;
export const DEPTH = 256;
export const STRIP_ROWS = 16;
export const LANES = 8;
export const PathModelKind = {
  PORTFOLIO_NORMAL: 0,
  PORTFOLIO_ROWS: 1,
  ASSET_NORMAL: 2,
  ASSET_ROWS: 3,
  FILTERED: 4,
} as const;
export const SEGMENT_ROW = 64;
export const THRESHOLD_ROW = 32;
export const LinearArguments = {
  bytes: 72,
  fields: {
    variables: { type: "i32", offset: 0 },
    rows: { type: "i32", offset: 4 },
    rowStart: { type: "usize", offset: 8 },
    rowColumn: { type: "usize", offset: 12 },
    rowValue: { type: "usize", offset: 16 },
    columnStart: { type: "usize", offset: 20 },
    columnRow: { type: "usize", offset: 24 },
    columnValue: { type: "usize", offset: 28 },
    lower: { type: "usize", offset: 32 },
    upper: { type: "usize", offset: 36 },
    objective: { type: "usize", offset: 40 },
    x: { type: "usize", offset: 44 },
    y: { type: "usize", offset: 48 },
    ray: { type: "usize", offset: 52 },
    pivots: { type: "i32", offset: 56 },
    work: { type: "f64", offset: 64 },
  },
} as const;
export const BoxQuadraticArguments = {
  bytes: 76,
  fields: {
    variables: { type: "i32", offset: 0 },
    q: { type: "usize", offset: 4 },
    lower: { type: "usize", offset: 8 },
    upper: { type: "usize", offset: 12 },
    diagonal: { type: "usize", offset: 16 },
    hasBudget: { type: "i32", offset: 20 },
    budget: { type: "f64", offset: 24 },
    tolerance: { type: "f64", offset: 32 },
    isWarm: { type: "i32", offset: 40 },
    states: { type: "usize", offset: 44 },
    requests: { type: "usize", offset: 48 },
    requestCount: { type: "i32", offset: 52 },
    x: { type: "usize", offset: 56 },
    gradient: { type: "usize", offset: 60 },
    multiplier: { type: "f64", offset: 64 },
    iterations: { type: "i32", offset: 72 },
  },
} as const;
export const CriticalLineArguments = {
  bytes: 76,
  fields: {
    variables: { type: "i32", offset: 0 },
    P: { type: "usize", offset: 4 },
    means: { type: "usize", offset: 8 },
    lower: { type: "usize", offset: 12 },
    upper: { type: "usize", offset: 16 },
    rows: { type: "i32", offset: 20 },
    equalities: { type: "i32", offset: 24 },
    A: { type: "usize", offset: 28 },
    limits: { type: "usize", offset: 32 },
    states: { type: "usize", offset: 36 },
    w: { type: "usize", offset: 40 },
    y: { type: "usize", offset: 44 },
    price: { type: "f64", offset: 48 },
    direction: { type: "f64", offset: 56 },
    isEnd: { type: "i32", offset: 64 },
    steps: { type: "i32", offset: 68 },
    refusedRows: { type: "i32", offset: 72 },
  },
} as const;
export const QuadraticArguments = {
  bytes: 80,
  fields: {
    variables: { type: "i32", offset: 0 },
    P: { type: "usize", offset: 4 },
    q: { type: "usize", offset: 8 },
    equalities: { type: "i32", offset: 12 },
    A: { type: "usize", offset: 16 },
    b: { type: "usize", offset: 20 },
    inequalities: { type: "i32", offset: 24 },
    G: { type: "usize", offset: 28 },
    l: { type: "usize", offset: 32 },
    u: { type: "usize", offset: 36 },
    lower: { type: "usize", offset: 40 },
    upper: { type: "usize", offset: 44 },
    tolerance: { type: "f64", offset: 48 },
    isWarm: { type: "i32", offset: 56 },
    states: { type: "usize", offset: 60 },
    x: { type: "usize", offset: 64 },
    y: { type: "usize", offset: 68 },
    v: { type: "usize", offset: 72 },
    iterations: { type: "i32", offset: 76 },
  },
} as const;
export const AssetNormalArguments = {
  bytes: 24,
  fields: {
    means: { type: "usize", offset: 0 },
    factor: { type: "usize", offset: 4 },
    rank: { type: "i32", offset: 8 },
    isTriangular: { type: "i32", offset: 12 },
    degreesOfFreedom: { type: "f64", offset: 16 },
  },
} as const;
export const FilteredArguments = {
  bytes: 24,
  fields: {
    residuals: { type: "usize", offset: 0 },
    means: { type: "usize", offset: 4 },
    omega: { type: "usize", offset: 8 },
    alpha: { type: "usize", offset: 12 },
    beta: { type: "usize", offset: 16 },
    firstVariance: { type: "usize", offset: 20 },
  },
} as const;
export const FanArguments = {
  bytes: 28,
  fields: {
    steps: { type: "i32", offset: 0 },
    room: { type: "i32", offset: 4 },
    thresholds: { type: "usize", offset: 8 },
    stored: { type: "usize", offset: 12 },
    counts: { type: "usize", offset: 16 },
    lists: { type: "usize", offset: 20 },
    lengths: { type: "usize", offset: 24 },
  },
} as const;
export const PathBlockArguments = {
  bytes: 64,
  fields: {
    kind: { type: "i32", offset: 0 },
    firstPath: { type: "i32", offset: 4 },
    paths: { type: "i32", offset: 8 },
    steps: { type: "i32", offset: 12 },
    seed: { type: "f64", offset: 16 },
    initialValue: { type: "f64", offset: 24 },
    flows: { type: "usize", offset: 32 },
    withdrawals: { type: "usize", offset: 36 },
    places: { type: "usize", offset: 40 },
    terminal: { type: "usize", offset: 44 },
    growth: { type: "usize", offset: 48 },
    maxDrawdown: { type: "usize", offset: 52 },
    withdrawn: { type: "usize", offset: 56 },
    ruined: { type: "i32", offset: 60 },
  },
} as const;
