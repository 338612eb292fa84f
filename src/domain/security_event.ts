import type { ErrorCode } from "./errors.ts";
import { DAY_MS, type Instant } from "./instant.ts";

/** Milliseconds for which security events are kept. */
export const SECURITY_EVENT_MS = 90 * DAY_MS;

/**
 * Type of an entry of the security log: a sign-in, the use or change of a credential, a request for one, or a refusal.
 * It contains no secret.
 */
export interface SecurityEvent {
  readonly at: Instant;
  /**
   * Route of the request, such as `POST /auth/login`, with parameters by name; an operator's command, such as `admin
   * verify-email`.
   */
  readonly route: string;
  /** IP address that the request came from. */
  readonly address: string;
  /**
   * Outcome of the logged request. `asked` means that somebody asked for a mail with a link, which anybody can do for a
   * known address.
   */
  readonly outcome: "succeeded" | "refused" | "asked";
  /** Error code if the request was refused; null otherwise. */
  readonly code: ErrorCode | null;
  /** Id of the session or API key that the request named, valid or not; null if it named none. */
  readonly credentialId: string | null;
}
