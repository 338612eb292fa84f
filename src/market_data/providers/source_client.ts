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

/** What is asked of a source. */
export interface SourceRequest {
  readonly url: URL;
  readonly provider: ProviderId;
  /** Statuses beside 200 that are answers of the source and no faults of it. */
  readonly answers?: readonly number[];
}

export interface SourceAnswer {
  readonly status: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface SourceLimits {
  /** Of one attempt, its body counted, in milliseconds. */
  readonly attemptMs: number;
  /** Of all attempts with the pauses between, in milliseconds. */
  readonly allMs: number;
  /** Of a body, unpacked. */
  readonly bytes: number;
  readonly atOncePerHost: number;
  /** Failures in a row after which a host is left alone, and for how long, in milliseconds. */
  readonly failures: number;
  readonly openMs: number;
  /** About as long is waited before the first repetition, and ever longer before the next, in milliseconds. */
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
  /** ISO 8601 UTC. */
  now(): string;
  readonly limits?: Partial<SourceLimits>;
  readonly onEvent?: (event: "request" | "retry" | "circuit_opened", provider: ProviderId) => void;
  readonly onHost?: (status: HostStatus) => void;
}

/** By this name sources know who asks. */
const USER_AGENT = "portfolio-optimization/1.0";
const REDIRECTS_AT_MOST = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

interface Host {
  readonly turns: BulkheadPolicy;
  readonly circuit: CircuitBreakerPolicy;
}

/**
 * The one client of all sources: it sends its name and no cookie, repeats what failed by the host within a time, asks a
 * host so much at once, and leaves one alone that keeps failing.
 */
export class SourceClient {
  readonly #options: SourceClientOptions;
  readonly #limits: SourceLimits;
  readonly #hosts = new Map<string, Host>();

  constructor(options: SourceClientOptions) {
    this.#options = options;
    this.#limits = { ...SOURCE_LIMITS, ...options.limits };
  }

  /** The answer of a source. Throws a `SourceError` where there is none, and what the signal was aborted with. */
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
        // An attempt that the end of all cuts short says nothing that the one before did not.
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
        const why = `it did not answer whole within ${this.#limits.attemptMs / 1_000} s`;
        throw sourceError(request, why, { isPassing: true, isOfHost: true });
      }
      throw connectionFault(request, error);
    }
  }

  /** Counted as they come: nothing says before how many bytes they are, or what they unpack to. */
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
      // Of several providers on one host, as behind a proxy, the one whose request failed.
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

/** The answer behind redirections, which may not lead to another host. */
async function followed(request: SourceRequest, signal: AbortSignal): Promise<Response> {
  let { url } = request;
  for (let redirects = 0; redirects <= REDIRECTS_AT_MOST; redirects++) {
    const response = await fetch(url, { signal, redirect: "manual", headers: { "user-agent": USER_AGENT } });
    const location = REDIRECTS.has(response.status) ? response.headers.get("location") : null;
    if (location === null) return response;
    await response.body?.cancel();
    if (!URL.canParse(location, url)) throw sourceError(request, "it redirects to what is no address");
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

/** Seconds, or a date; null for what is neither. */
function retryAfter(header: string | null, now: string): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return 1_000 * Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.parse(now));
}

/** A certificate that is not valid is no better the next time. */
function connectionFault(request: SourceRequest, error: unknown): SourceError {
  const text = error instanceof Error ? `${error.message} ${String(error.cause ?? "")}` : String(error);
  if (/certificate/i.test(text)) return sourceError(request, "its certificate is not valid", { isOfHost: true });
  const fault = sourceError(request, "the connection to it broke", { isPassing: true, isOfHost: true });
  fault.cause = error;
  return fault;
}

/** Where the circuit opens under an attempt, what was wrong at the last one. */
function faultOf(
  error: unknown,
  request: SourceRequest,
  { last, circuit }: { readonly last: SourceError | null; readonly circuit: CircuitBreakerPolicy },
): SourceError {
  if (error instanceof SourceError) return error;
  if (!(error instanceof BrokenCircuitError)) throw error;
  if (last !== null) return last;
  return sourceError(request, `it is left alone for a while, after it failed again and again: ${whyOpen(circuit)}`);
}

function whyOpen(circuit: CircuitBreakerPolicy): string {
  return lastFault(circuit)?.why ?? "nobody knows why";
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
