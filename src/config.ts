import { z } from "zod";
import { type AddressRange, addressRangesOf } from "./domain/address_range.ts";
import { PLAN_NAMES } from "./domain/plan.ts";
import { type RetentionDays, retentionDaysOf, UNLIMITED_RETENTION } from "./domain/retention.ts";
import { UPLOAD_BYTES_AT_MOST } from "./domain/upload.ts";
import { faultsInPublic } from "./faults_in_public.ts";
import {
  isBucketUrl,
  isKvPath,
  isKvUrl,
  isMailAddress,
  isMailUrl,
  isMarketData,
  isOrigin,
  isUrl,
  NO_MAIL,
} from "./setting_forms.ts";
import { faultOfPostgres, isPostgresPath } from "./store/postgres/postgres_address.ts";

/**
 * The checked settings of a process. Paths and addresses are as given, but `publicUrl` has no slash at its end. A
 * setting that is not set and has no default is null.
 */
export interface Config {
  readonly host: string;
  readonly httpsPort: number;
  /** Port on which the service listens for plain HTTP; 0 turns plain HTTP off. */
  readonly httpPort: number;
  /** Public base URL of the service, without a slash at its end. */
  readonly publicUrl: string;
  readonly tlsFiles: { readonly certificate: string; readonly key: string } | null;
  readonly trustProxy: boolean;
  /**
   * Address ranges of trusted proxies. Null means that, with `trustProxy`, the machine that connects is the only
   * trusted proxy.
   */
  readonly trustedProxies: readonly AddressRange[] | null;
  readonly dataDir: string;
  /**
   * Location of the KV store: a file, `:memory:`, the `postgres://` address of a database, the URL of a KV Connect
   * server, or `hosted:` for the database that a hosted platform assigned.
   */
  readonly kvPath: string;
  /** Server that sends mails: `smtp:`, `smtps:` or `print:`; `none:` where this process sends none. */
  readonly mailUrl: string;
  /** Whether this process, or another one with its settings, sends mails. */
  readonly sendsMail: boolean;
  readonly mailFrom: string;
  readonly marketData: string;
  /** S3 bucket in which the files of jobs are stored; null stores them in the KV store. */
  readonly artifactBucket: {
    /** Address of the S3 bucket for the files of jobs: `s3://bucket?endpoint=…` */
    readonly url: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken: string | null;
    readonly region: string | null;
  } | null;
  readonly riskFreeRates: { readonly IN: number; readonly US: number };
  /** Base addresses of market data providers. The key is the `<NAME>` of `PROVIDER_<NAME>_URL` in lower case. */
  readonly providerUrls: Readonly<Record<string, string>>;
  readonly workers: number;
  /** Limits of the processes that compute runs instead of threads of this process; null for threads. */
  readonly isolation: { readonly memoryMiB: number | null } | null;
  /** Largest counted work of a job that this process computes; null for no bound. */
  readonly workLimit: number | null;
  /** Largest file of an upload that this process takes, in bytes. */
  readonly uploadMostBytes: number;
  readonly signingKeysFile: string | null;
  readonly rateLimits: boolean;
  readonly defaultPlan: typeof PLAN_NAMES[number];
  readonly planLimitsFile: string | null;
  /** Days for which each plan keeps a finished run; null for ever. */
  readonly retentionDays: RetentionDays;
  readonly universeMaxAgeHours: number;
  /** Seconds that running requests may take to finish when the service is stopped. */
  readonly stopGraceSeconds: number;
  /** Seconds for which `/ready` answers 503 before the service stops, so that a proxy sends no more requests. */
  readonly stopDrainSeconds: number;
  /** Address at which the process serves its metrics; null where it serves none. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  readonly logFormat: "text" | "json";
  readonly logLevel: "debug" | "info" | "warn" | "error";
}

/** Error for settings that cannot be used. Its message names every fault, one on each line. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(faults.join("\n"));
    this.name = "ConfigError";
  }
}

/** Reads the settings from the environment of this process. Throws a {@linkcode ConfigError}. */
export function configOfEnvironment(): Config {
  const { variables, cores } = environmentOfProcess();
  return loadConfig(variables, { cores });
}

/** Source from which the service reads its settings: environment variables and the number of processor cores. */
export interface Environment {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly cores: number;
}

/** Returns the environment variables of this process and the number of its processor cores. */
export function environmentOfProcess(): Environment {
  return { variables: Deno.env.toObject(), cores: navigator.hardwareConcurrency };
}

/**
 * Paths of the files that environment settings name (TLS certificate and key, signing keys, plan limits); null where a
 * setting names none. They are known even if other settings have faults.
 */
export interface NamedFiles {
  readonly tlsFiles: { readonly certificate: string | null; readonly key: string | null } | null;
  readonly signingKeysFile: string | null;
  readonly planLimitsFile: string | null;
}

/** Returns the paths of the files that environment variables name, even if other settings have faults. */
export function namedFiles({ variables }: Environment): NamedFiles {
  return {
    tlsFiles: { certificate: variables.TLS_CERT_FILE || null, key: variables.TLS_KEY_FILE || null },
    signingKeysFile: variables.SIGNING_KEYS_FILE || null,
    planLimitsFile: variables.PLAN_LIMITS_FILE || null,
  };
}

/**
 * Builds the settings from environment variables. An empty value counts as not set. Throws a {@linkcode ConfigError}
 * that names every fault.
 */
export function loadConfig(
  environment: Readonly<Record<string, string | undefined>>,
  { cores }: { cores: number },
): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = settings.safeParse(given);
  const providerUrls = providerUrlsOf(given);
  const issues = parsed.error?.issues ?? [];
  const faults = [
    ...issues.map((issue) => sentence(issue, given)),
    ...faultsBetween(given, { faulty: new Set(issues.map(({ path }) => String(path[0]))), urls: providerUrls.urls }),
    ...providerUrls.faults,
  ];
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  return configOf(parsed.data, { cores, providerUrls: providerUrls.urls });
}

const MUST = "must be";
const MIB = 1_024 ** 2;
const port = whole(0, 65_535);
const onOff = z.enum(["on", "off"], { error: `${MUST} on or off` });
const switchOfRuntime = z.enum(["true", "false", "1", "0"], { error: `${MUST} true or false` });
const rate = z.string().regex(/^-?\d+(\.\d+)?$/, `${MUST} a number such as 0.065`).transform(Number)
  .pipe(z.number().min(-1).max(10, `${MUST} a fraction such as 0.065`));
const webUrl = z.string().refine(
  (text) => isUrl(text, ["http:", "https:"]),
  `${MUST} an address that begins with https://`,
);

const settings = z.object({
  HOST: z.string().regex(/^[\w.:%-]+$/, `${MUST} an address or the name of a host`).default("127.0.0.1"),
  HTTPS_PORT: port.default(8443),
  HTTP_PORT: port.default(0),
  PUBLIC_URL: z.string().refine(isOrigin, `${MUST} an address such as https://portfolio.example, without a path`)
    .optional(),
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  TRUST_PROXY: onOff.default("off"),
  TRUSTED_PROXIES: z.string().transform(addressRangesOf)
    .refine((ranges) => ranges !== null, `${MUST} addresses and networks such as 10.0.0.0/8,2001:db8::1`).optional(),
  DATA_DIR: z.string().default(".data"),
  KV_PATH: z.string().refine(isKvPath, `${MUST} a file, :memory:, postgres://… or an address that begins with https://`)
    .superRefine((path, context) => {
      const fault = isPostgresPath(path) ? faultOfPostgres(path) : null;
      if (fault !== null) context.addIssue(`is an address of PostgreSQL with a fault: ${fault}`);
    }).optional(),
  DENO_KV_ACCESS_TOKEN: z.string().optional(),
  MAIL_URL: z.string().default("print:").refine(isMailUrl, `${MUST} print:, none:, smtp://… or smtps://…`),
  MAIL_FROM: z.string().default("Portfolio Optimization <no-reply@localhost>")
    .refine(isMailAddress, `${MUST} an address such as Name <name@host>`),
  MARKET_DATA: z.string().default("sample").refine(isMarketData, `${MUST} sample, live or files:<folder>`),
  ARTIFACTS_URL: z.string().refine(isBucketUrl, `${MUST} s3://bucket?endpoint=…`).optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  AWS_REGION: z.string().optional(),
  AWS_DEFAULT_REGION: z.string().optional(),
  RISK_FREE_RATE_IN: rate.default(0.065),
  RISK_FREE_RATE_US: rate.default(0.04),
  WORKERS: whole(0, 1_024).optional(),
  ISOLATION: z.enum(["worker", "process"], { error: `${MUST} worker or process` }).default("worker"),
  PROCESS_MEMORY_MIB: whole(256, 1_048_576).optional(),
  WORK_LIMIT: whole(1, 999_999_999).optional(),
  UPLOAD_MOST_MIB: whole(1, UPLOAD_BYTES_AT_MOST / MIB).default(UPLOAD_BYTES_AT_MOST / MIB),
  SIGNING_KEYS_FILE: z.string().optional(),
  RATE_LIMITS: onOff.default("on"),
  DEFAULT_PLAN: z.enum(PLAN_NAMES, { error: `${MUST} one of ${PLAN_NAMES.join(", ")}` }).default("free"),
  PLAN_LIMITS_FILE: z.string().optional(),
  RETENTION_DAYS: z.string().transform(retentionDaysOf)
    .refine((days) => days !== null, `${MUST} days from 1 to 36500, such as 90 or free:30,pro:365`).optional(),
  UNIVERSE_MAX_AGE_HOURS: z.string().regex(/^\d+(\.\d+)?$/, `${MUST} a number of hours`).transform(Number)
    .pipe(z.number({ error: `${MUST} a number of hours` }).positive(`${MUST} above 0`)).default(24),
  STOP_GRACE_SECONDS: whole(0, 3_600).default(10),
  STOP_DRAIN_SECONDS: whole(0, 600).default(0),
  METRICS_PORT: port.default(0),
  METRICS_HOST: z.string().regex(/^[\w.:%-]+$/, `${MUST} an address or the name of a host`).optional(),
  OTEL_DENO: switchOfRuntime.optional(),
  OTEL_DENO_TRACING: switchOfRuntime.optional(),
  LOG_FORMAT: z.enum(["text", "json"], { error: `${MUST} text or json` }).default("text"),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error"], { error: `${MUST} debug, info, warn or error` }).default(
    "info",
  ),
});

/** Names of all environment variables that are settings, except `PROVIDER_<NAME>_URL`. */
export const SETTING_NAMES: readonly string[] = Object.keys(settings.shape);

type Settings = z.output<typeof settings>;

function whole(min: number, max: number): z.ZodType<number, string> {
  return z.string().regex(/^\d{1,9}$/, `${MUST} a whole number`).transform(Number)
    .pipe(z.number().min(min, `${MUST} at least ${min}`).max(max, `${MUST} at most ${max}`));
}

/**
 * Returns the faults of combinations of settings that are each valid alone. A setting that has a fault of its own is
 * left out.
 */
function faultsBetween(
  given: Readonly<Record<string, string | undefined>>,
  { faulty, urls }: { faulty: ReadonlySet<string>; urls: Readonly<Record<string, string>> },
): readonly string[] {
  const sound = settings.safeParse(Object.fromEntries(Object.entries(given).filter(([name]) => !faulty.has(name))));
  if (!sound.success) return [];
  const set = sound.data;
  const faults: string[] = [];
  if ((set.TLS_CERT_FILE === undefined) !== (set.TLS_KEY_FILE === undefined)) {
    faults.push("Cannot use TLS_CERT_FILE without TLS_KEY_FILE or the other way round: set both or neither");
  }
  if (set.TRUST_PROXY === "on" && set.HTTP_PORT === 0 && !faulty.has("HTTP_PORT")) {
    faults.push("Cannot use TRUST_PROXY=on without HTTP_PORT: the proxy is served there");
  }
  if (set.TRUST_PROXY === "off" && set.TRUSTED_PROXIES !== undefined && !faulty.has("TRUST_PROXY")) {
    faults.push("Cannot use TRUSTED_PROXIES without TRUST_PROXY=on: no proxy is trusted");
  }
  const isOnePort = set.HTTP_PORT === set.HTTPS_PORT && set.HTTP_PORT !== 0 && !faulty.has("HTTPS_PORT");
  if (set.TRUST_PROXY === "off" && isOnePort && !faulty.has("TRUST_PROXY")) {
    faults.push("Cannot use one port for HTTPS_PORT and HTTP_PORT");
  }
  if (set.METRICS_HOST !== undefined && set.METRICS_PORT === 0 && !faulty.has("METRICS_PORT")) {
    faults.push("Cannot use METRICS_HOST without METRICS_PORT: metrics are served there");
  }
  for (const name of ["HTTPS_PORT", "HTTP_PORT"] as const) {
    if (set.METRICS_PORT === 0 || set.METRICS_PORT !== set[name] || faulty.has(name)) continue;
    faults.push(`Cannot use one port for METRICS_PORT and ${name}`);
  }
  if (isKvUrl(set.KV_PATH) && given.DENO_KV_ACCESS_TOKEN === undefined) {
    faults.push("Cannot use KV_PATH with the address of a server without DENO_KV_ACCESS_TOKEN");
  }
  if (set.ARTIFACTS_URL !== undefined && artifactBucketOf(set) === null) {
    faults.push("Cannot use ARTIFACTS_URL without AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
  }
  return [...faults, ...faultsInPublic(set, urls)];
}

function configOf(
  set: Settings,
  { cores, providerUrls }: { cores: number; providerUrls: Readonly<Record<string, string>> },
): Config {
  return {
    host: set.HOST,
    httpsPort: set.HTTPS_PORT,
    httpPort: set.HTTP_PORT,
    publicUrl: new URL(set.PUBLIC_URL ?? `https://localhost:${set.HTTPS_PORT}`).origin,
    tlsFiles: set.TLS_CERT_FILE === undefined || set.TLS_KEY_FILE === undefined
      ? null
      : { certificate: set.TLS_CERT_FILE, key: set.TLS_KEY_FILE },
    trustProxy: set.TRUST_PROXY === "on",
    trustedProxies: set.TRUSTED_PROXIES ?? null,
    dataDir: set.DATA_DIR,
    kvPath: set.KV_PATH ?? `${set.DATA_DIR.replace(/\/+$/, "")}/kv.sqlite3`,
    mailUrl: set.MAIL_URL,
    sendsMail: set.MAIL_URL !== NO_MAIL,
    mailFrom: set.MAIL_FROM,
    marketData: set.MARKET_DATA,
    artifactBucket: artifactBucketOf(set),
    riskFreeRates: { IN: set.RISK_FREE_RATE_IN, US: set.RISK_FREE_RATE_US },
    providerUrls,
    workers: set.WORKERS ?? Math.max(1, cores - 1),
    isolation: set.ISOLATION === "process" ? { memoryMiB: set.PROCESS_MEMORY_MIB ?? null } : null,
    workLimit: set.WORK_LIMIT ?? null,
    uploadMostBytes: set.UPLOAD_MOST_MIB * MIB,
    signingKeysFile: set.SIGNING_KEYS_FILE ?? null,
    rateLimits: set.RATE_LIMITS === "on",
    defaultPlan: set.DEFAULT_PLAN,
    planLimitsFile: set.PLAN_LIMITS_FILE ?? null,
    retentionDays: set.RETENTION_DAYS ?? UNLIMITED_RETENTION,
    universeMaxAgeHours: set.UNIVERSE_MAX_AGE_HOURS,
    stopGraceSeconds: set.STOP_GRACE_SECONDS,
    stopDrainSeconds: set.STOP_DRAIN_SECONDS,
    metrics: set.METRICS_PORT === 0 ? null : { host: set.METRICS_HOST ?? "127.0.0.1", port: set.METRICS_PORT },
    logFormat: set.LOG_FORMAT,
    logLevel: set.LOG_LEVEL,
  };
}

function artifactBucketOf(set: Settings): Config["artifactBucket"] {
  const { ARTIFACTS_URL: url, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = set;
  if (url === undefined || accessKeyId === undefined || secretAccessKey === undefined) return null;
  const sessionToken = set.AWS_SESSION_TOKEN ?? null;
  const region = set.AWS_REGION ?? set.AWS_DEFAULT_REGION ?? null;
  return { url, accessKeyId, secretAccessKey, sessionToken, region };
}

function providerUrlsOf(
  given: Readonly<Record<string, string | undefined>>,
): { urls: Record<string, string>; faults: readonly string[] } {
  const urls: Record<string, string> = {};
  const faults: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const provider = /^PROVIDER_([A-Z0-9_]+)_URL$/.exec(name)?.[1];
    if (provider === undefined || value === undefined) continue;
    const parsed = webUrl.safeParse(value);
    if (parsed.success) urls[provider.toLowerCase()] = parsed.data;
    else faults.push(...parsed.error.issues.map((issue) => sentence({ ...issue, path: [name] }, given)));
  }
  return { urls, faults };
}

/** Settings that may contain a password or a token. An error names such a setting but does not show its value. */
const SECRETS = new Set(["KV_PATH", "MAIL_URL", "DENO_KV_ACCESS_TOKEN", "ARTIFACTS_URL"]);

function sentence(issue: z.core.$ZodIssue, given: Readonly<Record<string, string | undefined>>): string {
  const name = String(issue.path[0]);
  const value = SECRETS.has(name) ? "" : ` ${JSON.stringify(given[name])}`;
  return `Cannot use ${name}${value}: it ${issue.message}`;
}
