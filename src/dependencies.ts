import { type AccountServices, accountServices } from "./accounts/account_services.ts";
import type { Argon2idCost } from "./accounts/argon2id.ts";
import { textSigner } from "./accounts/text_signer.ts";
import { type BackgroundParts, type BackgroundPartsOptions, createBackgroundParts } from "./background_parts.ts";
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
import { ReadResults } from "./http/read_results.ts";
import { type RateLimiter, rateLimiter, UNLIMITED } from "./http/middleware/rate_limiter.ts";
import { type Cursors, signedCursors } from "./http/pagination.ts";
import { type SignedUrls, signedUrls } from "./http/signed_url.ts";
import { type UploadLinks, uploadLinks } from "./http/upload_links.ts";
import { UploadsUnderWay } from "./jobs/uploads_under_way.ts";
import type { Computations } from "./computations/mod.ts";
import type { FileMakers } from "./computations/file_makers.ts";
import type { Readings } from "./computations/readings.ts";
import { type PreflightLimits, PreflightQueue } from "./jobs/preflight_queue.ts";
import { ConstraintPreflights } from "./jobs/constraint_preflights.ts";
import type { TurnLimits } from "./jobs/account_turns.ts";
import { filePool as openFilePool } from "./jobs/file_pool.ts";
import { FilesOnDemand } from "./jobs/files_on_demand.ts";
import { LargeBodyReadings, READING_WORKER, READING_WORKERS } from "./jobs/large_body_readings.ts";
import { workbookPool as openWorkbookPool } from "./jobs/workbook_pool.ts";
import { WorkBound } from "./jobs/work_bound.ts";
import { WorkerPool, type WorkerPoolOptions } from "./jobs/worker_pool.ts";
import { systemStopwatch } from "./runtime/clock.ts";
import { EventLoopWatch } from "./runtime/event_loop_watch.ts";
import type { Log } from "./runtime/log.ts";
import { nextTurn } from "./runtime/next_turn.ts";
import { CurrentLists } from "./market_data/current_lists.ts";
import { ListingSearches } from "./market_data/search/listing_searches.ts";
import { readerOfLarge } from "./market_data/market_reader.ts";
import { ConnectorCalls } from "./oauth/connector_calls.ts";
import { ClientDocuments } from "./oauth/client_documents.ts";
import type { StrangerNetwork } from "./oauth/fetch_document.ts";
import type { Repositories } from "./store/mod.ts";

/**
 * Type of the services, stores and worker pools that request handlers and jobs may use. Each process builds one object
 * of it; a test builds its own.
 */
export interface Dependencies extends BackgroundParts, AccountServices {
  readonly rateLimiter: RateLimiter;
  /** Connectors of assistants that documents of their makers describe. */
  readonly clientDocuments: ClientDocuments;
  /** Counts of the calls of connectors that this process answered. */
  readonly connectorCalls: ConnectorCalls;
  /** Results of runs that connectors read last. */
  readonly readResults: ReadResults;
  readonly cursors: Cursors;
  readonly signedUrls: SignedUrls;
  readonly uploadLinks: UploadLinks;
  /** Files of uploads that this process receives at the moment, up to a limit. */
  readonly uploadsUnderWay: UploadsUnderWay;
  readonly eventStreams: EventStreams;
  readonly readiness: Readiness;
  readonly eventLoopWatch: EventLoopWatch;
  readonly clientDeadlines: ClientDeadlines;
  readonly answersInHand: AnswersInHand;
  readonly currentLists: CurrentLists;
  readonly listingSearches: ListingSearches;
  /** Worker pool that computes the preflights (checks before acceptance) of submitted runs. It computes no runs. */
  readonly preflightPool: WorkerPool<Computations>;
  /** Queue of submitted runs that wait for the worker that checks them before acceptance. */
  readonly preflights: PreflightQueue;
  /** Worker pool for constraint preflights: it computes only which portfolios the rules of a request allow. */
  readonly constraintPool: WorkerPool<Computations>;
  /** Queue of requests to POST /constraints/preflight that wait for their worker. */
  readonly constraintPreflights: ConstraintPreflights;
  /** Worker pool that only parses and checks large request bodies. */
  readonly readingPool: WorkerPool<Readings>;
  /** Queue of large request bodies that wait for a worker that parses and checks them. */
  readonly largeBodies: LargeBodyReadings;
  /** Reservations of the memory that all large request bodies share, up to a limit. */
  readonly largeBodyPlaces: LargeBodyPlaces;
  /** Pool that starts the child processes which parse uploaded workbooks (spreadsheet files). */
  readonly workbookPool: WorkerPool<GuardedRuns>;
  /** Pool of the thread that makes files of finished jobs when somebody asks for them. */
  readonly filePool: WorkerPool<FileMakers>;
  /** Service that makes and stores those files. */
  readonly filesOnDemand: FilesOnDemand;
  /** Service that imports holdings from the workbooks (spreadsheet files) of brokerages. */
  readonly holdingsImports: HoldingsImports;
  /** Bound on the counted work of the jobs that this process accepts. */
  readonly workBound: WorkBound;
}

export interface DependencyOptions extends BackgroundPartsOptions {
  /** Parts of the background work where the process has them already; absent means that they are built too. */
  readonly parts?: BackgroundParts;
  /** Signing keys of access tokens, read from the `SIGNING_KEYS_FILE`; null if the store holds the signing keys. */
  readonly signingKeys: SigningKeySet | null;
  /**
   * Limits on how many checks of submitted runs (preflights) may run or wait, and for how long; absent means the
   * defaults of a service.
   */
  readonly preflightLimits?: Partial<PreflightLimits>;
  /**
   * Limits on how many constraint preflights may run or wait, and for how long; absent means the defaults of a service.
   */
  readonly constraintPreflightLimits?: Partial<TurnLimits>;
  /**
   * URL of the worker module that computes constraint preflights; absent means the worker module of all computations.
   */
  readonly constraintWorker?: URL;
  /**
   * Limits on how many large request bodies may be read or wait, and for how long; absent means the defaults of a
   * service.
   */
  readonly readingLimits?: Partial<TurnLimits>;
  /** Limits on the memory that large request bodies share; absent means the defaults of a service. */
  readonly largeBodyLimits?: Partial<LargeBodyLimits>;
  /**
   * Idle milliseconds after which the workers of preflights and of large bodies end (see `WorkerPoolOptions`); absent
   * means that a reader of large bodies stays once there was one, because its start would delay the next answer.
   */
  readonly idleMs?: WorkerPoolOptions["idleMs"];
  /** Argon2id cost of new password hashes; `PASSWORD_COST` if absent. */
  readonly passwordCost?: Argon2idCost;
  /** Time limits for clients that send or receive slowly; absent means the defaults of a service. */
  readonly clientDeadlines?: Partial<ClientDeadlines>;
  /** Network by which strangers' documents are fetched; absent means the internet without any private network. */
  readonly strangers?: StrangerNetwork;
}

/**
 * Milliseconds without a task after which the worker thread that checks submitted runs ends. That frees 50 MiB of
 * memory; the next run to check starts the thread again.
 */
const PREFLIGHTS_IDLE_MS = 300_000;

/**
 * A worker that reads request bodies ends after this many idle milliseconds. It may hold hundreds of MiB of a large
 * body.
 */
const READING_IDLE_MS = 5_000;

/**
 * The worker for constraint preflights ends after this many idle milliseconds. Such preflights usually come several in
 * a row, then none for hours.
 */
const CONSTRAINTS_IDLE_MS = 30_000;

/**
 * Operating system priority (niceness) of the worker threads that check submitted runs and read large request bodies:
 * below the thread that answers requests, above the workers that compute runs.
 */
const READING_NICENESS = 5;

/** Builds all services, stores and worker pools that request handlers and jobs use. It reads and writes nothing yet. */
export function createDependencies({ signingKeys, ...given }: DependencyOptions): Dependencies {
  const parts = given.parts ?? createBackgroundParts(given);
  const { config, clock, random, log, marketData, marketDataPool } = parts;
  const { repositories } = given;
  const reader = readerOfLarge(marketDataPool);
  const currentLists = new CurrentLists(marketData, {
    maxAgeHours: config.universeMaxAgeHours,
    now: () => clock.now(),
  });
  const preflightPool = new WorkerPool<Computations>({
    workers: 1,
    niceness: READING_NICENESS,
    idleMs: given.idleMs ?? PREFLIGHTS_IDLE_MS,
  });
  const readingPool = new WorkerPool<Readings>({
    workers: READING_WORKERS,
    module: READING_WORKER,
    idleMs: given.idleMs ?? READING_IDLE_MS,
    ready: given.idleMs === undefined ? 1 : 0,
    niceness: READING_NICENESS,
  });
  const constraintPool = new WorkerPool<Computations>({
    workers: 1,
    idleMs: given.idleMs ?? CONSTRAINTS_IDLE_MS,
    ...given.constraintWorker === undefined ? {} : { module: given.constraintWorker },
  });
  const largeBodies = new LargeBodyReadings(readingPool, given.readingLimits);
  const workbookPool = openWorkbookPool();
  const filePool = openFilePool();
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
    ...parts,
    ...services,
    rateLimiter: config.rateLimits ? rateLimiter({ ...repositories, clock }) : UNLIMITED,
    clientDocuments: new ClientDocuments({ ...repositories, clock }, given.strangers),
    connectorCalls: new ConnectorCalls(repositories),
    readResults: new ReadResults(),
    currentLists,
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
    workBound: new WorkBound(config.workLimit, { ...repositories, clock, elapsedMs: systemStopwatch }),
    workbookPool,
    filePool,
    filesOnDemand: new FilesOnDemand({ ...repositories, pool: filePool }),
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
    uploadLinks: uploadLinks({
      signer: textSigner("signed_url", { ...repositories, clock }),
      clock,
      publicUrl: config.publicUrl,
    }),
    uploadsUnderWay: new UploadsUnderWay({ mostBytes: config.uploadMostBytes }),
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
