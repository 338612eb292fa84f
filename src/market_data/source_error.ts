import type { ProviderId } from "./provider.ts";

/** A source gave no answer, or none that can be used; the next in the order of preference may. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  readonly provider: ProviderId;
  /** Whether the same may be answered a moment later. */
  readonly isPassing: boolean;
  /** Whether the host is to blame, and not what it was asked for. */
  readonly isOfHost: boolean;
  /** When the source wants to be asked again; null where it does not say. */
  readonly retryAfterMs: number | null;
  /** The end of the message: what was wrong, without whose it is. */
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
