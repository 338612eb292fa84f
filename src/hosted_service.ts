import type { App } from "./app.ts";
import { ConfigError, type Environment } from "./config.ts";
import type { Dependencies } from "./dependencies.ts";
import { DomainError } from "./domain/errors.ts";
import { type HostedPlatform, hostedSettings } from "./hosted_platform.ts";
import { securityHeaders } from "./http/middleware/security_headers.ts";
import { problemResponse } from "./http/problem.ts";
import type { HostedWork } from "./hosted_work.ts";
import { pause } from "./runtime/pause.ts";
import { systemRandom } from "./runtime/random.ts";

/** Milliseconds after a failed opening of the store in which no request tries it again. */
const OPENING_PAUSE_MS = 2_000;

/** Milliseconds that requests may still take when the platform ends the instance. */
const DRAINING_MS = 2_000;

/** Milliseconds that requests, jobs and mails together may still take then. */
const STOPPING_MS = 3_500;

/** Paths of requests that only watch the service, for which no work begins. */
const WATCHED = new Set(["/health", "/ready"]);

/** What an instance has once its store is open: enough for a minute in which nothing happens. */
export interface Opened {
  readonly work: HostedWork;
  /** Closes the store. */
  close(): void;
}

/** What answers requests and computes jobs. */
export interface Served {
  readonly app: App;
  readonly dependencies: Dependencies;
}

export interface HostedServiceOptions<Store extends Opened> {
  readonly platform: HostedPlatform;
  /** Reads the settings of an environment and opens the store that they name. `served` is what `serve` returns. */
  readonly open: (environment: Environment, served: () => Promise<Served>) => Promise<Store>;
  /** Loads the code that answers requests, while the store is being opened, and builds the app over the store. */
  readonly serve: (opening: Promise<Store>) => Promise<Served>;
  /** Prints a line for the operator. */
  readonly print: (text: string) => void;
}

/**
 * The service in an instance of a hosted platform, which ends TLS, starts an instance with the first request and ends
 * it when it is idle. The store is opened with the first request or minute, and the app is built with the first request
 * or job. Where the store cannot be opened, or the settings have faults, the instance says so once and answers 503 to
 * all but `/health`.
 */
export class HostedService<Store extends Opened> {
  readonly #environment: Environment;
  readonly #options: HostedServiceOptions<Store>;
  #opening: Promise<Store> | null = null;
  #serving: Promise<Served> | null = null;
  #said = "";
  /** Host of the app by its settings; null once a request has named another, which is said once. */
  #host: string | null;

  constructor({ variables, cores }: Environment, options: HostedServiceOptions<Store>) {
    const { variables: settings, notes } = hostedSettings(variables, options.platform);
    this.#environment = { variables: settings, cores };
    this.#options = options;
    this.#host = settings.PUBLIC_URL === undefined ? null : URL.parse(settings.PUBLIC_URL)?.host ?? null;
    if (notes.length > 0) options.print(`Settings of this app:\n${notes.map((note) => `- ${note}`).join("\n")}`);
  }

  /** Answers a request of the platform, which names the client's address and the scheme of the request itself. */
  async fetch(request: Request, address: string): Promise<Response> {
    this.#noteHost(request);
    const served = await this.#served().catch(asError);
    if (served instanceof Error) return this.#answerWithoutStore(request, served);
    const response = await served.app.fetch(request, { address, isEncrypted: isHttps(request) });
    if (!WATCHED.has(pathOf(request))) (await this.#opened()).work.begin();
    return response;
  }

  /** Does the work of a minute, which the platform's timer calls. Throws where the store cannot be opened. */
  async minute(): Promise<void> {
    const { work } = await this.#opened();
    await work.minute();
  }

  /**
   * Ends the event streams, gives jobs back to the queue, and closes the store when the requests are answered, of which
   * `drained` tells, but after 2 seconds in any case.
   */
  async stop(drained: Promise<unknown>): Promise<void> {
    const opened = await this.#opening?.catch(() => null);
    if (!opened) return;
    const dependencies = (await this.#serving?.catch(() => null))?.dependencies;
    const over = new AbortController();
    dependencies?.eventStreams.end();
    const stopped = Promise.all([Promise.race([drained, pause(DRAINING_MS, over.signal)]), opened.work.stop()]);
    // A mail server that is silent must not keep the rest from ending in time.
    await Promise.race([stopped, pause(STOPPING_MS, over.signal)]);
    over.abort();
    dependencies?.answersInHand.end();
    await Promise.allSettled([dependencies?.background.settled(), dependencies?.rateLimiter.giveBackAll()]);
    opened.close();
  }

  /** Says once that requests come to another host than the one to which links lead. */
  #noteHost(request: Request): void {
    const host = URL.parse(request.url)?.host ?? null;
    if (this.#host === null || host === null || host === this.#host) return;
    this.#options.print(`Requests come to ${host}, but links lead to ${this.#host}, as PUBLIC_URL says`);
    this.#host = null;
  }

  /** Returns the open store. Tries again where the last try failed, but not within 2 seconds of it. */
  #opened(): Promise<Store> {
    this.#opening ??= this.#options.open(this.#environment, () => this.#served()).catch((error) => {
      this.#say(asError(error));
      // Settings do not change while an instance lives, but a database may come back.
      if (!(error instanceof ConfigError)) setTimeout(() => void (this.#opening = null), OPENING_PAUSE_MS);
      throw error;
    });
    return this.#opening;
  }

  /** Returns the app over the open store. Tries again where the last try failed. */
  #served(): Promise<Served> {
    this.#serving ??= this.#options.serve(this.#opened()).catch((error) => {
      this.#serving = null;
      this.#say(asError(error));
      throw error;
    });
    return this.#serving;
  }

  /** Prints why the service cannot answer, unless that is the last that it printed. */
  #say({ message }: Error): void {
    if (message !== this.#said) this.#options.print(message);
    this.#said = message;
  }

  #answerWithoutStore(request: Request, error: Error): Response {
    const requestId = `req_${systemRandom.ulid()}`;
    const headers = securityHeaders({ requestId, isSecure: isHttps(request) });
    if (pathOf(request) === "/health") return Response.json({ status: "ok" }, { headers });
    const detail = error instanceof ConfigError
      ? "The service is not set up: its log names the settings that it cannot use"
      : "The store of the service cannot be opened now: try again later";
    return problemResponse(new DomainError("not_ready", detail), requestId, headers);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function isHttps({ url }: Request): boolean {
  return url.startsWith("https:");
}

function pathOf({ url }: Request): string {
  return URL.parse(url)?.pathname ?? "";
}
