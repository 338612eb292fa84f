import type { ProviderId } from "./provider.ts";

/**
 * Error where a source gave no answer, or none that can be used. The next source in the order of preference may still
 * answer.
 */
export class SourceError extends Error {
  override readonly name = "SourceError";
  readonly provider: ProviderId;
  /** Whether a retry of the failed request a moment later may succeed. */
  readonly isPassing: boolean;
  /** Whether the host caused the failure of the request, rather than the request itself. */
  readonly isOfHost: boolean;
  /** Milliseconds after which the source asks to be called again; null where it does not say. */
  readonly retryAfterMs: number | null;
  /** Last part of the error message: the fault, without the name of the source. */
  readonly why: string;

  constructor(
    provider: ProviderId,
    message: string,
    { isPassing = false, isOfHost = false, retryAfterMs = null, why = message }: {
      readonly isPassing?: boolean;
      readonly isOfHost?: boolean;
      readonly retryAfterMs?: number | null;
      readonly why?: string;
    } = {},
  ) {
    super(message);
    this.provider = provider;
    this.isPassing = isPassing;
    this.isOfHost = isOfHost;
    this.retryAfterMs = retryAfterMs;
    this.why = why;
  }
}
