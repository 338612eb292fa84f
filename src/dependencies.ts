import type { AccessTokens, SigningKeySource } from "./accounts/access_tokens.ts";
import { accountServices } from "./accounts/account_services.ts";
import type { BackgroundWork } from "./accounts/background_work.ts";
import type { Passwords } from "./accounts/passwords.ts";
import type { Config } from "./config.ts";
import type { SigningKeySet } from "./domain/signing_key.ts";
import { EventStreams } from "./http/event_streams.ts";
import { type RateLimiter, rateLimiter, UNLIMITED } from "./http/middleware/rate_limiter.ts";
import { type Cursors, signedCursors } from "./http/pagination.ts";
import { type SignedUrls, signedUrls } from "./http/signed_url.ts";
import type { JobComputations } from "./jobs/kinds/mod.ts";
import { type PreflightLimits, PreflightQueue } from "./jobs/preflight_queue.ts";
import { WorkerPool } from "./jobs/worker_pool.ts";
import { consoleLog } from "./log.ts";
import { providerOfSetting } from "./market_data/provider_of_setting.ts";
import type { MarketDataProvider } from "./market_data/provider.ts";
import { watchedProvider } from "./market_data/watched_provider.ts";
import type { Repositories } from "./store/mod.ts";
import { openTelemetry } from "./telemetry.ts";
import { ulidSource } from "./ulid.ts";

/** What handlers and jobs may use. Made once, in `main.ts`; a test makes its own. */
export interface Dependencies extends Repositories {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly accessTokens: AccessTokens;
  readonly signingKeys: SigningKeySource;
  readonly csrfTokens: CsrfTokens;
  readonly passwords: Passwords;
  /** What requests start and do not wait for; a graceful stop does. */
  readonly background: BackgroundWork;
  readonly rateLimiter: RateLimiter;
  readonly cursors: Cursors;
  readonly signedUrls: SignedUrls;
  readonly eventStreams: EventStreams;
  readonly marketData: MarketDataProvider;
  /** Computes what submissions need to know, and no runs. */
  readonly preflightPool: WorkerPool<JobComputations>;
  /** The turns of submissions at it. */
  readonly preflights: PreflightQueue;
  readonly log: Log;
  readonly telemetry: Telemetry;
}

export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
}

export interface Random {
  /** Bytes nobody can guess. */
  bytes(length: number): Uint8Array<ArrayBuffer>;
  /** A ULID: 48 bits of time, 80 of chance; later ones sort after earlier ones of the same process. */
  ulid(): string;
}

/** The tokens that a browser echoes in `X-CSRF-Token`, each bound to one session. */
export interface CsrfTokens {
  tokenOf(sessionId: string): Promise<string>;
  /** The session that a token was made for; null where this service did not make it. */
  sessionOf(token: string): Promise<string | null>;
}

/** One line an event; never a token, password, key or cookie. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** What is counted; the attributes are few and never name an account. */
export interface Telemetry {
  count(name: CounterName, attributes?: Readonly<Record<string, string | number>>): void;
  /** A duration, in milliseconds. */
  record(name: DurationName, durationMs: number, attributes?: Readonly<Record<string, string | number>>): void;
}

export type CounterName =
  | "http.requests"
  | "http.refusals"
  | "mail.sent"
  | "mail.failed"
  | "jobs.accepted"
  | "jobs.attempts"
  | "jobs.attempts_lost"
  | "jobs.leases_expired"
  | "jobs.finished"
  | "jobs.methods_not_proven"
  | "market_data.errors";

/** How long a job waited in the queue, and how long its attempt took. */
export type DurationName = "jobs.queue_age" | "jobs.duration";

export const systemClock: Clock = { now: () => Date.now() };

/** Milliseconds since the process began; they only ever grow. */
export const systemStopwatch = (): number => performance.now();

const randomBytes = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length));

export const systemRandom: Random = {
  bytes: randomBytes,
  ulid: ulidSource({ now: systemClock.now, bytes: randomBytes }),
};

export interface DependencyOptions {
  readonly config: Config;
  readonly repositories: Repositories;
  /** The keys of a `SIGNING_KEYS_FILE`; null where they are kept in the store. */
  readonly signingKeys: SigningKeySet | null;
  /** That of the settings if absent. */
  readonly marketData?: MarketDataProvider;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly log?: Log;
  readonly telemetry?: Telemetry;
  /** How long preflights may take; as is good for a service if absent. */
  readonly preflightLimits?: Partial<PreflightLimits>;
}

/** Puts together what handlers use. Nothing is read or written yet. */
export function createDependencies({ config, repositories, signingKeys, ...given }: DependencyOptions): Dependencies {
  const { clock = systemClock, random = systemRandom, telemetry = openTelemetry() } = given;
  const log = given.log ?? consoleLog(config, { clock });
  const marketData = given.marketData ?? providerOfSetting(config.marketData);
  const preflightPool = new WorkerPool<JobComputations>({ workers: 1 });
  const services = accountServices({
    ...repositories,
    clock,
    random,
    log,
    publicUrl: config.publicUrl,
    ownSigningKeys: signingKeys,
    hashesAtOnce: Math.max(1, navigator.hardwareConcurrency),
  });
  return {
    ...repositories,
    ...services,
    config,
    clock,
    random,
    log,
    telemetry,
    rateLimiter: config.rateLimits ? rateLimiter({ ...repositories, clock }) : UNLIMITED,
    marketData: watchedProvider(
      marketData,
      (method) => telemetry.count("market_data.errors", { provider: marketData.id, method }),
    ),
    eventStreams: new EventStreams(log),
    preflightPool,
    preflights: new PreflightQueue(preflightPool, given.preflightLimits),
    cursors: signedCursors(() => repositories.serviceSecrets.get("cursor")),
    signedUrls: signedUrls({
      secret: () => repositories.serviceSecrets.get("signed_url"),
      clock,
      publicUrl: config.publicUrl,
    }),
  };
}
