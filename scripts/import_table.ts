/** Imports that a folder or file of `src/` is allowed beside those of its own folder. */
export interface Grant {
  /** Folders or files of `src/` from which values and types may be imported. */
  readonly all?: readonly string[];
  /** Folders or files of `src/` from which only types may be imported, by type-only imports. */
  readonly types?: readonly string[];
  /**
   * Folders of `src/` of which only the files `mod.ts` may be imported, which list what a folder offers, for example
   * its methods.
   */
  readonly lists?: readonly string[];
  readonly packages?: readonly string[];
  /** Whether Node's built-in modules may be imported. False if absent. */
  readonly node?: boolean;
}

const MATHEMATICS = ["measures", "estimation", "optimization", "simulation"] as const;
export const WASM_MODULES = ["wasm", "solver"];

/** Folders and files that `src/jobs` may import. Of the computations it names only the parts that load no solver. */
const JOBS_MAY_IMPORT = [
  "domain",
  "doubts",
  "runtime",
  "faults",
  "request",
  "documents",
  "reports",
  "store",
  "market_data",
  "kernels/digests.ts",
  "computations/align_run.ts",
  "computations/read_submission.ts",
  "computations/with_periods.ts",
  "computations/digest_of_body.ts",
];

/**
 * Table of the allowed imports between the files of `src/`. A file takes the entry whose key is the longest prefix of
 * its path; every file of `src/` has an entry.
 */
export const MAY_IMPORT: Readonly<Record<string, Grant>> = {
  domain: { packages: ["zod"] },
  runtime: { all: ["domain"], packages: ["@opentelemetry/api"] },
  "runtime/frugal_memory.ts": { node: true },
  doubts: { all: ["domain"] },
  tables: { all: ["domain", "doubts"] },
  faults: { all: ["domain"], packages: ["zod", "fastest-levenshtein"] },
  kernels: { all: ["domain"] },
  // The list of what a worker computes with also has the engine for hinges, as tests put others in its place there.
  "kernels/mod.ts": { all: ["domain", "kernels", "optimization/engines/hinges/hinge_solver.ts"] },
  measures: { all: ["domain"], types: ["kernels"], packages: ["zod"] },
  estimation: { all: ["domain", "doubts"], types: ["kernels"], packages: ["zod"] },
  "estimation/returns_digest.ts": { all: ["domain", "doubts", "estimation"], node: true },
  optimization: { all: ["domain", "doubts", "estimation", "measures"], types: ["kernels"], packages: ["zod"] },
  simulation: { all: ["domain", "estimation", "measures", "optimization"], types: ["kernels"], packages: ["zod"] },
  market_data: { all: ["domain", "doubts", "runtime", "tables"], packages: ["zod"], node: true },
  "market_data/providers/source_client.ts": { all: ["domain", "runtime", "market_data"], packages: ["cockatiel"] },
  holdings: {
    all: ["domain", "doubts", "runtime/runtime_folder.ts"],
    types: ["market_data"],
    packages: ["zod"],
    node: true,
  },
  "holdings/csv": { all: ["domain", "holdings"], packages: ["csv-parse"] },
  "holdings/workbook": { all: ["domain", "holdings"], packages: ["@e965/xlsx"], node: true },
  // This parser may import `src/faults`, because it refuses a request body with the same sentences as every route.
  "holdings/parser/body_by_schema.ts": { all: ["domain", "faults", "holdings"], packages: ["zod"] },
  store: { all: ["domain", "runtime"], packages: ["zod"], node: true },
  "store/postgres": { all: ["domain", "runtime", "store"], packages: ["pg"], node: true },
  "store/bucket_objects.ts": { all: ["domain", "runtime", "store"], packages: ["aws4fetch"] },
  mail: { all: ["domain", "runtime"], packages: ["zod", "nodemailer"], node: true },
  // `src/accounts` holds the rules of sign-up, sign-in and credentials over the store and the mail. Routes and operator
  // commands use them alike.
  accounts: {
    all: ["domain", "runtime", "store", "mail"],
    packages: ["zod", "jose", "hash-wasm", "@zxcvbn-ts/language-common"],
    node: true,
  },
  // `src/oauth` is the authorization server of connectors, over the store.
  oauth: { all: ["domain", "runtime", "store", "accounts"], packages: ["zod"], node: true },
  // `src/connector` is what an assistant sees of the service: tools, resources and prompts over the API, which it knows
  // only as a list of operations.
  connector: {
    all: ["domain", "runtime", "faults", "documents"],
    packages: ["zod", "@modelcontextprotocol/server"],
  },
  request: {
    all: ["domain", "doubts", "faults", "market_data", "tables/plain_history.ts"],
    types: ["estimation"],
    lists: MATHEMATICS,
    packages: ["zod"],
  },
  // Reads the files of histories: of uploads, and of the local run.
  "request/files": { all: ["domain", "doubts", "faults", "tables", "request"] },
  "request/files/arrow_table.ts": { all: ["faults", "tables"], packages: ["@uwdata/flechette"] },
  documents: {
    all: ["domain", "doubts", "faults", "request"],
    types: MATHEMATICS,
    lists: MATHEMATICS,
    packages: ["zod"],
  },
  reports: { all: ["domain", "doubts", "measures", "documents"], node: true },
  "reports/spreadsheet": {
    all: ["domain", "measures", "documents", "reports"],
    packages: ["@e965/xlsx", "fflate"],
  },
  "reports/pdf": {
    all: ["domain", "measures", "documents", "reports"],
    packages: ["pdf-lib", "@pdf-lib/fontkit"],
    node: true,
  },
  computations: {
    all: ["domain", "doubts", "faults", "request", "documents", "reports", "kernels", ...MATHEMATICS],
    packages: ["zod"],
  },
  "computations/digest_of_body.ts": { all: ["faults", "request"], node: true },
  jobs: {
    all: JOBS_MAY_IMPORT,
    types: ["dependencies.ts", "computations"],
    lists: MATHEMATICS,
    packages: ["zod"],
    node: true,
  },
  "jobs/kinds": {
    all: [...JOBS_MAY_IMPORT, "jobs", "estimation", "simulation"],
    types: ["computations", "kernels"],
    lists: MATHEMATICS,
    packages: ["zod"],
    node: true,
  },
  "jobs/market_data_worker.ts": { all: ["market_data", "jobs/worker_loop.ts"] },
  "jobs/workbook_pool.ts": { all: ["jobs"], types: ["holdings"] },
  "jobs/workbook_worker.ts": { all: ["holdings", "jobs/worker_loop.ts"] },
  "jobs/file_worker.ts": { all: ["computations", "jobs/worker_loop.ts"] },
  "jobs/reading_worker.ts": { all: ["computations", "jobs/worker_loop.ts"] },
  "jobs/local_worker.ts": { all: ["domain", "kernels", "computations", "jobs/worker_loop.ts"] },
  "jobs/worker.ts": { all: ["domain", "kernels", "computations", "jobs/worker_loop.ts"] },
  http: {
    all: [
      "domain",
      "doubts",
      "runtime",
      "faults",
      "request",
      "documents",
      "store",
      "accounts",
      "oauth",
      "connector",
      "jobs",
      "market_data",
      "mail",
      "holdings",
    ],
    types: ["dependencies.ts"],
    lists: MATHEMATICS,
    packages: ["zod", "hono", "swagger-ui-dist"],
    node: true,
  },
  "http/routes/mcp": {
    all: ["domain", "documents", "runtime", "jobs", "connector", "oauth", "http"],
    types: ["dependencies.ts"],
    packages: ["zod", "@modelcontextprotocol/server"],
    node: true,
  },
  "http/self_signed_certificate.ts": { all: ["domain"], packages: ["@peculiar/x509", "reflect-metadata"] },
  "config.ts": {
    all: ["domain", "faults_in_public.ts", "setting_forms.ts", "store/postgres/postgres_address.ts"],
    packages: ["zod"],
    node: true,
  },
  "faults_in_public.ts": { all: ["setting_forms.ts", "store/postgres/postgres_address.ts"] },
  "setting_forms.ts": { all: ["store/postgres/postgres_address.ts"] },
  "settings_files.ts": { all: ["domain", "accounts", "http", "config.ts"], node: true },
  "background_parts.ts": { all: ["runtime", "jobs", "market_data"], types: ["store", "config.ts"] },
  "dependencies.ts": {
    all: ["domain", "runtime", "accounts", "oauth", "http", "jobs", "market_data", "holdings", "background_parts.ts"],
    types: ["computations", "store"],
  },
  "app.ts": { all: ["domain", "http"], types: ["dependencies.ts"] },
  "background.ts": {
    all: ["domain", "runtime", "mail"],
    types: ["background_parts.ts", "dependencies.ts", "market_data", "store"],
  },
  "job_runner.ts": {
    all: ["domain", "runtime", "jobs", "background.ts", "dependencies.ts", "config.ts"],
    types: ["computations", "store", "settings_files.ts"],
  },
  "hosted_platform.ts": { all: ["domain", "setting_forms.ts", "store/postgres/postgres_address.ts"] },
  "hosted_service.ts": {
    all: ["domain", "http", "runtime", "config.ts", "hosted_platform.ts"],
    types: ["app.ts", "dependencies.ts", "hosted_work.ts"],
  },
  "hosted_work.ts": {
    all: ["domain", "jobs", "runtime", "background.ts", "job_runner.ts"],
    types: ["computations", "background_parts.ts", "dependencies.ts", "mail"],
  },
  "service.ts": {
    all: [
      "domain",
      "http",
      "jobs",
      "mail",
      "runtime",
      "app.ts",
      "background.ts",
      "dependencies.ts",
      "job_runner.ts",
      "config.ts",
    ],
    types: ["store", "settings_files.ts"],
    node: true,
  },
};

/**
 * Imports that files of the console, in `app/`, are allowed beside those of its own files. It knows the service only
 * through the typed client; the descriptions of charts are pure, and the reports share them. A worker of the page reads
 * tables and doubts them by the pure code with which the service does. The usual periods of a year, the keys of
 * methods, and what counts as proven, stand once, in the service.
 */
export const CONSOLE_MAY_IMPORT = {
  /** Files and folders of the repository. */
  all: [
    "clients/typescript/mod.ts",
    "src/domain/asset.ts",
    "src/domain/doubt.ts",
    "src/domain/errors.ts",
    "src/domain/frequency.ts",
    "src/domain/method_keys.ts",
    "src/doubts",
    "src/estimation/align_returns.ts",
    "src/estimation/alignment_doubts.ts",
    "src/estimation/history_doubts/mod.ts",
    "src/optimization/certify/proof.ts",
    "src/reports/charts",
    "src/runtime/pause.ts",
    "src/simulation/monte_carlo/cash_flows.ts",
    "src/tables",
  ],
  /** Folders of the repository from which only types may be imported. */
  types: ["src/documents"],
  packages: ["preact", "preact-iso", "@preact/signals", "uplot", "@e965/xlsx"],
} as const;

/** Imports that a test beside its source file is allowed in addition to those of the source file. */
export const TEST_MAY_IMPORT: Grant = {
  all: ["computations/mod.ts", "kernels/mod.ts", "kernels/stop_flag.ts"],
  packages: ["csv-parse", "@seriousme/openapi-schema-validator"],
  node: true,
};
export const TEST_SUPPORT = "tests/support";
/** Path of the module that sets fast-check's seed. All property tests import fast-check through it. */
export const SEEDED_PROPERTIES = "tests/support/fast_check.ts";

/** A global that only some files of `src/` and `main.ts` may use, and the files that may use it. */
export interface Absence {
  readonly what: string;
  /**
   * Names of the refused globals: `Deno.env` is a member, `Date()` a call, `new Date()` a construction without
   * arguments, `fetch` a plain name, and `Deno.*` any member of `Deno`.
   */
  readonly globals: readonly string[];
  readonly allowedIn: readonly string[];
  /** Folders in which the globals are refused; all of `src/` and `main.ts` if absent. */
  readonly forbiddenIn?: readonly string[];
}

export const ABSENCES: readonly Absence[] = [
  { what: "the environment", globals: ["Deno.env", "process.env"], allowedIn: ["src/config.ts"] },
  { what: "Deno KV", globals: ["Deno.openKv", "Deno.Kv"], allowedIn: ["src/store", "main.ts"] },
  { what: "fetch", globals: ["fetch"], allowedIn: ["src/market_data/providers", "src/store/bucket_objects.ts"] },
  {
    what: "a connection of one's own",
    globals: ["Deno.connect", "Deno.connectTls", "Deno.startTls"],
    allowedIn: ["src/oauth/fetch_document.ts"],
  },
  {
    what: "the clock, which is handed in,",
    globals: ["Date.now", "new Date()", "Date()", "performance.now", "Temporal.Now"],
    allowedIn: ["src/runtime", "main.ts"],
  },
  {
    what: "chance, which is handed in,",
    globals: ["Math.random", "crypto.randomUUID", "crypto.getRandomValues"],
    allowedIn: ["src/runtime", "main.ts"],
  },
  {
    what: "the runtime",
    globals: ["Deno.*"],
    allowedIn: [],
    forbiddenIn: ["domain", "faults", "request", "documents", "computations", ...MATHEMATICS].map((folder) =>
      `src/${folder}`
    ),
  },
];

/**
 * What the runtime of the hosted platform (Deno 2.5.0) lacks although its types name it, so that only this list refuses
 * it. `tests/platform/hosted_types_test.ts` refuses what its types do not name.
 */
export interface RuntimeLack {
  readonly what: string;
  /** Names of globals, and members of `Deno` and `navigator` as `Deno.name`. */
  readonly globals?: readonly string[];
  /** Texts that only the names of an algorithm, a format or an option are. */
  readonly texts?: readonly string[];
  /** Files that ask the runtime first and have another way. */
  readonly allowedIn?: readonly string[];
}

export const RUNTIME_LACKS: readonly RuntimeLack[] = [
  { what: "Temporal", globals: ["Temporal"] },
  { what: "channels without a flag", globals: ["BroadcastChannel", "WebSocketStream", "WebTransport"] },
  { what: "QUIC without a flag", globals: ["Deno.QuicEndpoint", "Deno.connectQuic", "Deno.upgradeWebTransport"] },
  { what: "a bundler without a flag", globals: ["Deno.bundle"] },
  { what: "graphics without a flag", globals: ["navigator.gpu", "Deno.UnsafeWindowSurface"] },
  {
    what: "Argon2id",
    texts: ["Argon2id", "Argon2d", "Argon2i", "raw-secret"],
    allowedIn: ["src/accounts/argon2id.ts"],
  },
  { what: "streams of brotli", texts: ["brotli"], allowedIn: ["src/http/accepted_encoding.ts"] },
  {
    what: "the algorithms of WebCrypto that came after 2.5.0",
    texts: [
      ...["SHA3-256", "SHA3-384", "SHA3-512", "cSHAKE128", "cSHAKE256", "KMAC128", "KMAC256", "AES-OCB"],
      ...["ChaCha20-Poly1305", "ML-DSA-44", "ML-DSA-65", "ML-DSA-87", "ML-KEM-512", "ML-KEM-768", "ML-KEM-1024"],
      ...["raw-public", "raw-private", "raw-seed"],
    ],
  },
];
