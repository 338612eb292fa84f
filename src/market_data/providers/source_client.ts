import {
  BrokenCircuitError,
  bulkhead,
  type BulkheadPolicy,
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleWhen,
} from "cockatiel";
import { pause } from "../../runtime/pause.ts";
import type { HostStatus, ProviderId } from "../provider.ts";
import { SourceError } from "../source_error.ts";

/** Type of a request to a data source. */
export interface SourceRequest {
  readonly url: URL;
  readonly provider: ProviderId;
  /** HTTP status codes other than 200 that count as a normal answer of the source. */
  readonly answers?: readonly number[];
}

export interface SourceAnswer {
  readonly status: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface SourceLimits {
  /** Longest time for one attempt of a request, including reading the response body, in milliseconds. */
  readonly attemptMs: number;
  /** Longest time for all attempts of a request and the pauses between them, in milliseconds. */
  readonly allMs: number;
  /** Largest response body of a data source after decompression, in bytes. */
  readonly bytes: number;
  readonly atOncePerHost: number;
  /**
   * Number of consecutive failures (`failures`) after which no requests are sent to a host, and for how many
   * milliseconds (`openMs`).
   */
  readonly failures: number;
  readonly openMs: number;
  /** Approximate pause before the first retry of a failed request, in milliseconds. Later pauses grow. */
  readonly firstPauseMs: number;
}

export const SOURCE_LIMITS: SourceLimits = {
  attemptMs: 10_000,
  allMs: 30_000,
  bytes: 50 * 1024 * 1024,
  atOncePerHost: 8,
  failures: 5,
  openMs: 30_000,
  firstPauseMs: 250,
};

export interface SourceClientOptions {
  /** Returns the current time, ISO 8601 UTC. */
  now(): string;
  readonly limits?: Partial<SourceLimits>;
  readonly onEvent?: (event: "request" | "retry" | "circuit_opened", provider: ProviderId) => void;
  readonly onHost?: (status: HostStatus) => void;
}

/** User-Agent header that identifies this service to data sources. */
const USER_AGENT = "portfolio-optimization/1.0";
const REDIRECTS_AT_MOST = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

interface Host {
  readonly turns: BulkheadPolicy;
  readonly circuit: CircuitBreakerPolicy;
}

/**
 * HTTP client for all data sources. It sends its name and no cookies, retries failures of the host within a time limit,
 * limits concurrent requests per host, and stops asking a host that keeps failing.
 */
export class SourceClient {
  readonly #options: SourceClientOptions;
  readonly #limits: SourceLimits;
  readonly #hosts = new Map<string, Host>();

  constructor(options: SourceClientOptions) {
    this.#options = options;
    this.#limits = { ...SOURCE_LIMITS, ...options.limits };
  }

  /**
   * Returns the response of a data source. Throws a `SourceError` where the source gives none, and the abort reason
   * where the signal is aborted.
   */
  async get(request: SourceRequest, signal: AbortSignal): Promise<SourceAnswer> {
    const host = this.#hostOf(request);
    return await host.turns.execute(() => this.#untilAnswered(request, host, signal), signal);
  }

  async #untilAnswered(request: SourceRequest, { circuit }: Host, signal: AbortSignal): Promise<SourceAnswer> {
    const timeout = AbortSignal.timeout(this.#limits.allMs);
    const ends = Date.parse(this.#options.now()) + this.#limits.allMs;
    let backoff = new ExponentialBackoff({ initialDelay: this.#limits.firstPauseMs }).next();
    let last: SourceError | null = null;
    for (;;) {
      try {
        return await circuit.execute(() => this.#attempt(request, AbortSignal.any([signal, timeout])));
      } catch (error) {
        signal.throwIfAborted();
        // An attempt that the overall time limit cuts short reports the fault of the attempt before it.
        const fault: SourceError = timeout.aborted && last !== null ? last : faultOf(error, request, { last, circuit });
        const waitMs = fault.retryAfterMs ?? backoff.duration;
        const isLeftAlone = circuit.state === CircuitState.Open;
        const isOver = isLeftAlone || timeout.aborted || Date.parse(this.#options.now()) + waitMs >= ends;
        if (!fault.isPassing || isOver || fault === last) throw fault;
        last = fault;
        this.#options.onEvent?.("retry", request.provider);
        await pause(waitMs, AbortSignal.any([signal, timeout]));
        signal.throwIfAborted();
        backoff = backoff.next(undefined);
      }
    }
  }

  async #attempt(request: SourceRequest, signal: AbortSignal): Promise<SourceAnswer> {
    this.#options.onEvent?.("request", request.provider);
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(this.#limits.attemptMs)]);
    try {
      const response = await followed(request, inTime);
      const { status } = response;
      if (status !== 200 && !request.answers?.includes(status)) {
        await response.body?.cancel();
        throw refusal(request, response, this.#options.now());
      }
      const bytes = await this.#bytesOf(request, response);
      return { status, bytes };
    } catch (error) {
      if (error instanceof SourceError) throw error;
      if (inTime.aborted) {
        const why = `it did not send its complete answer within ${this.#limits.attemptMs / 1_000} s`;
        throw sourceError(request, why, { isPassing: true, isOfHost: true });
      }
      throw connectionFault(request, error);
    }
  }

  /**
   * Reads a response body and enforces the size limit as bytes arrive, because the decompressed size is not known
   * beforehand.
   */
  async #bytesOf(request: SourceRequest, { body }: Response): Promise<Uint8Array<ArrayBuffer>> {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    for await (const part of body ?? []) {
      size += part.length;
      if (size > this.#limits.bytes) {
        throw sourceError(request, `its answer is larger than ${this.#limits.bytes} bytes`);
      }
      parts.push(part);
    }
    const bytes = new Uint8Array(size);
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }

  #hostOf({ url: { host: name }, provider }: SourceRequest): Host {
    const known = this.#hosts.get(name);
    if (known !== undefined) return known;
    const circuit = circuitBreaker(handleWhen((error) => error instanceof SourceError && error.isOfHost), {
      breaker: new ConsecutiveBreaker(this.#limits.failures),
      halfOpenAfter: this.#limits.openMs,
    });
    circuit.onStateChange((state) => {
      // Names the provider whose request failed, because several providers may share one host, for example behind a
      // proxy.
      const opener = lastFault(circuit)?.provider ?? provider;
      if (state === CircuitState.Open) this.#options.onEvent?.("circuit_opened", opener);
      this.#options.onHost?.(this.#statusOf(name, opener, circuit));
    });
    const host = { turns: bulkhead(this.#limits.atOncePerHost, Infinity), circuit };
    this.#hosts.set(name, host);
    return host;
  }

  #statusOf(host: string, provider: ProviderId, circuit: CircuitBreakerPolicy): HostStatus {
    const { state } = circuit;
    const since = this.#options.now();
    const isOpen = state === CircuitState.Open;
    return {
      host,
      provider,
      circuit: isOpen ? "open" : state === CircuitState.HalfOpen ? "half_open" : "closed",
      since,
      until: isOpen ? new Date(Date.parse(since) + this.#limits.openMs).toISOString() : null,
      lastFault: state === CircuitState.Closed ? null : whyOpen(circuit),
    };
  }
}

/**
 * Follows redirects within the same origin (scheme, host and port) and returns the final response. Throws a
 * `SourceError` for a redirect to another origin or an invalid address, or for too many redirects.
 */
async function followed(request: SourceRequest, signal: AbortSignal): Promise<Response> {
  let { url } = request;
  for (let redirects = 0; redirects <= REDIRECTS_AT_MOST; redirects++) {
    const response = await fetch(url, { signal, redirect: "manual", headers: { "user-agent": USER_AGENT } });
    const location = REDIRECTS.has(response.status) ? response.headers.get("location") : null;
    if (location === null) return response;
    await response.body?.cancel();
    if (!URL.canParse(location, url)) throw sourceError(request, "it redirects to an invalid address");
    const next = new URL(location, url);
    if (next.origin !== url.origin) throw sourceError(request, `it redirects to another host, ${next.host}`);
    url = next;
  }
  throw sourceError(request, `it redirects more than ${REDIRECTS_AT_MOST} times`);
}

function refusal(request: SourceRequest, { status, headers }: Response, now: string): SourceError {
  const isPassing = status === 429 || status >= 500;
  const retryAfterMs = isPassing ? retryAfter(headers.get("retry-after"), now) : null;
  return sourceError(request, `it answered with status ${status}`, { isPassing, isOfHost: isPassing, retryAfterMs });
}

/**
 * Returns the milliseconds to wait from a Retry-After header, given in seconds or as a date; null where it is neither.
 */
function retryAfter(header: string | null, now: string): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return 1_000 * Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.parse(now));
}

/**
 * Turns a connection error into a `SourceError`. An invalid certificate is not retried, because it will still be
 * invalid the next time.
 */
function connectionFault(request: SourceRequest, error: unknown): SourceError {
  const text = error instanceof Error ? `${error.message} ${String(error.cause ?? "")}` : String(error);
  if (/certificate/i.test(text)) return sourceError(request, "its certificate is not valid", { isOfHost: true });
  const fault = sourceError(request, "the connection to it broke", { isPassing: true, isOfHost: true });
  fault.cause = error;
  return fault;
}

/**
 * Returns the `SourceError` of a failed attempt. When the circuit breaker refused the attempt, returns the fault of the
 * attempt before, or one that says that the host is left alone.
 */
function faultOf(
  error: unknown,
  request: SourceRequest,
  { last, circuit }: { readonly last: SourceError | null; readonly circuit: CircuitBreakerPolicy },
): SourceError {
  if (error instanceof SourceError) return error;
  if (!(error instanceof BrokenCircuitError)) throw error;
  if (last !== null) return last;
  return sourceError(request, `it failed several times and is not asked for a while: ${whyOpen(circuit)}`);
}

function whyOpen(circuit: CircuitBreakerPolicy): string {
  return lastFault(circuit)?.why ?? "the reason is unknown";
}

function lastFault({ lastFailure }: CircuitBreakerPolicy): SourceError | null {
  const error = lastFailure !== undefined && "error" in lastFailure ? lastFailure.error : null;
  return error instanceof SourceError ? error : null;
}

function sourceError(
  { provider, url }: SourceRequest,
  why: string,
  nature: Partial<Pick<SourceError, "isPassing" | "isOfHost" | "retryAfterMs">> = {},
): SourceError {
  return new SourceError(provider, `Cannot get data of "${provider}" from ${url.host}: ${why}`, { ...nature, why });
}
