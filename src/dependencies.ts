import { type AccountServices, accountServices } from "./accounts/account_services.ts";
import type { Argon2idCost } from "./accounts/argon2id.ts";
import { textSigner } from "./accounts/text_signer.ts";
import type { Config } from "./config.ts";
import type { SigningKeySet } from "./domain/signing_key.ts";
import { AnswersInHand } from "./http/taken_in_time.ts";
import { HoldingsImports } from "./holdings/holdings_imports.ts";
import type { GuardedRuns } from "./holdings/parser/guarded_run.ts";
import { ParserTurns } from "./holdings/parser/parser_turns.ts";
import { WorkbookParser } from "./holdings/parser/workbook_parser.ts";
import { CLIENT_DEADLINES, type ClientDeadlines } from "./http/client_deadlines.ts";
import { EventStreams } from "./http/event_streams.ts";
import { type LargeBodyLimits, LargeBodyPlaces } from "./http/large_body_places.ts";
import { Readiness } from "./http/readiness.ts";
import { type RateLimiter, rateLimiter, UNLIMITED } from "./http/middleware/rate_limiter.ts";
import { type Cursors, signedCursors } from "./http/pagination.ts";
import { type SignedUrls, signedUrls } from "./http/signed_url.ts";
import type { Computations } from "./computations/mod.ts";
import type { Readings } from "./computations/readings.ts";
import { type PreflightLimits, PreflightQueue } from "./jobs/preflight_queue.ts";
import { ConstraintPreflights } from "./jobs/constraint_preflights.ts";
import type { TurnLimits } from "./jobs/account_turns.ts";
import { LargeBodyReadings, READING_WORKER, READING_WORKERS } from "./jobs/large_body_readings.ts";
import { marketDataPool as openMarketDataPool } from "./jobs/market_data_pool.ts";
import { workbookPool as openWorkbookPool } from "./jobs/workbook_pool.ts";
import { WorkerPool } from "./jobs/worker_pool.ts";
import { type Clock, systemClock } from "./runtime/clock.ts";
import { EventLoopWatch } from "./runtime/event_loop_watch.ts";
import { consoleLog, type Log } from "./runtime/log.ts";
import { nextTurn } from "./runtime/next_turn.ts";
import { type Random, systemRandom } from "./runtime/random.ts";
import { CurrentLists } from "./market_data/current_lists.ts";
import { ListingSearches } from "./market_data/search/listing_searches.ts";
import { providerOfSetting } from "./market_data/provider_of_setting.ts";
import { readerOfLarge } from "./market_data/market_reader.ts";
import type { MarketDataProvider } from "./market_data/provider.ts";
import type { MarketReadings } from "./market_data/readings/mod.ts";
import { watchedProvider } from "./market_data/watched_provider.ts";
import type { Repositories } from "./store/mod.ts";
import { openTelemetry, type Telemetry } from "./runtime/telemetry.ts";

/** What handlers and jobs may use. Made once, in `main.ts`; a test makes its own. */
export interface Dependencies extends Repositories, AccountServices {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly rateLimiter: RateLimiter;
  readonly cursors: Cursors;
  readonly signedUrls: SignedUrls;
  readonly eventStreams: EventStreams;
  readonly readiness: Readiness;
  readonly eventLoopWatch: EventLoopWatch;
  readonly clientDeadlines: ClientDeadlines;
  readonly answersInHand: AnswersInHand;
  readonly marketData: MarketDataProvider;
  readonly currentLists: CurrentLists;
  readonly listingSearches: ListingSearches;
  /** Reads lists and prices, and makes indices of lists. */
  readonly marketDataPool: WorkerPool<MarketReadings>;
  /** Computes what submissions need to know, and no runs. */
  readonly preflightPool: WorkerPool<Computations>;
  /** The turns of submissions at it. */
  readonly preflights: PreflightQueue;
  /** Computes what rules allow, and nothing else. */
  readonly constraintPool: WorkerPool<Computations>;
  /** The turns of preflights at it. */
  readonly constraintPreflights: ConstraintPreflights;
  /** Reads large bodies, and computes nothing. */
  readonly readingPool: WorkerPool<Readings>;
  /** The turns of submissions at it. */
  readonly largeBodies: LargeBodyReadings;
  /** The room that large bodies share. */
  readonly largeBodyPlaces: LargeBodyPlaces;
  /** Starts the processes that read workbooks. */
  readonly workbookPool: WorkerPool<GuardedRuns>;
  /** Reads workbooks of brokerages. */
  readonly holdingsImports: HoldingsImports;
  readonly log: Log;
  readonly telemetry: Telemetry;
}

export interface DependencyOptions {
  readonly config: Config;
  readonly repositories: Repositories;
  /** The keys of a `SIGNING_KEYS_FILE`; null where they are in the store. */
  readonly signingKeys: SigningKeySet | null;
  /** That of the settings if absent. */
  readonly marketData?: MarketDataProvider;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly log?: Log;
  readonly telemetry?: Telemetry;
  /** How long preflights may take; as is good for a service if absent. */
  readonly preflightLimits?: Partial<PreflightLimits>;
  /** How many preflights of rules may wait, and how long they may take; as is good for a service if absent. */
  readonly constraintPreflightLimits?: Partial<TurnLimits>;
  /** The module of the worker that computes what rules allow; that of all computations if absent. */
  readonly constraintWorker?: URL;
  /** How long large bodies may wait to be read, and take; as is good for a service if absent. */
  readonly readingLimits?: Partial<TurnLimits>;
  /** What room large bodies have; as is good for a service if absent. */
  readonly largeBodyLimits?: Partial<LargeBodyLimits>;
  /** What new passwords are hashed with; as is good for a service if absent. */
  readonly passwordCost?: Argon2idCost;
  /** How long clients may take; as is good for a service if absent. */
  readonly clientDeadlines?: Partial<ClientDeadlines>;
}

const MARKET_DATA_COUNTERS = {
  request: "market_data.requests",
  retry: "market_data.retries",
  circuit_opened: "market_data.circuits_opened",
  cache_hit: "market_data.cache_hits",
} as const;

/** A reading worker may hold hundreds of MiB of a large body. */
const READING_IDLE_MS = 5_000;

/** Rules are asked about several times in a row, then not for hours. */
const CONSTRAINTS_IDLE_MS = 30_000;

/** A request waits for what they do: they give way to the thread that answers, and runs give way to them. */
const READING_NICENESS = 5;

/** Puts together what handlers use. Nothing is read or written yet. */
export function createDependencies({ config, repositories, signingKeys, ...given }: DependencyOptions): Dependencies {
  const { clock = systemClock, random = systemRandom, telemetry = openTelemetry() } = given;
  const log = given.log ?? consoleLog(config, { clock });
  const marketDataPool = openMarketDataPool();
  const reader = readerOfLarge(marketDataPool);
  const source = given.marketData ?? providerOfSetting(config.marketData, {
    urls: config.providerUrls,
    cache: repositories.marketDataCache,
    maxAgeHours: config.universeMaxAgeHours,
    now: () => new Date(clock.now()).toISOString(),
    onEvent: (event, provider) => telemetry.count(MARKET_DATA_COUNTERS[event], { provider }),
    reader,
  });
  const marketData = watchedProvider(
    source,
    (method) => telemetry.count("market_data.errors", { provider: source.id, method }),
  );
  const currentLists = new CurrentLists(marketData, {
    maxAgeHours: config.universeMaxAgeHours,
    now: () => clock.now(),
  });
  const preflightPool = new WorkerPool<Computations>({ workers: 1, niceness: READING_NICENESS });
  const readingPool = new WorkerPool<Readings>({
    workers: READING_WORKERS,
    module: READING_WORKER,
    idleMs: READING_IDLE_MS,
    ready: 1,
    niceness: READING_NICENESS,
  });
  const constraintPool = new WorkerPool<Computations>({
    workers: 1,
    idleMs: CONSTRAINTS_IDLE_MS,
    ...given.constraintWorker === undefined ? {} : { module: given.constraintWorker },
  });
  const largeBodies = new LargeBodyReadings(readingPool, given.readingLimits);
  const workbookPool = openWorkbookPool();
  const services = accountServices({
    ...repositories,
    clock,
    random,
    log,
    publicUrl: config.publicUrl,
    ownSigningKeys: signingKeys,
    hashesAtOnce: Math.max(1, navigator.hardwareConcurrency),
    passwordCost: given.passwordCost,
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
    marketData,
    currentLists,
    marketDataPool,
    listingSearches: new ListingSearches(currentLists, {
      reader,
      now: () => clock.now(),
      onFailure: (market, error) =>
        log.error("search index not made", { market, error: error instanceof Error ? error.message : String(error) }),
    }),
    eventStreams: new EventStreams(log),
    readiness: new Readiness(() => isWritable(repositories, log)),
    eventLoopWatch: new EventLoopWatch(log),
    answersInHand: new AnswersInHand(),
    clientDeadlines: { ...CLIENT_DEADLINES, ...given.clientDeadlines },
    preflightPool,
    preflights: new PreflightQueue(preflightPool, given.preflightLimits),
    constraintPool,
    constraintPreflights: new ConstraintPreflights(constraintPool, largeBodies, given.constraintPreflightLimits),
    readingPool,
    largeBodies,
    largeBodyPlaces: new LargeBodyPlaces(given.largeBodyLimits),
    workbookPool,
    holdingsImports: new HoldingsImports({
      parser: new WorkbookParser({
        run: (order, signal) => workbookPool.run("guarded_run", order, { signal }),
        onFailure: (reason) => log.warn("workbook parser failed", { reason }),
        nextTurn,
      }),
      turns: new ParserTurns(),
      listings: (market) => currentLists.lastGood(market),
      nextTurn,
    }),
    cursors: signedCursors(textSigner("cursor", { ...repositories, clock })),
    signedUrls: signedUrls({
      signer: textSigner("signed_url", { ...repositories, clock }),
      clock,
      publicUrl: config.publicUrl,
    }),
  };
}

async function isWritable({ maintenance }: Repositories, log: Log): Promise<boolean> {
  try {
    await maintenance.checkWritable();
    return true;
  } catch (error) {
    log.error("store not writable", { error: error instanceof Error ? error.message : String(error) });
    return false;
  }
}
