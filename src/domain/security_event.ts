import type { ErrorCode } from "./errors.ts";
import { DAY_MS, type Instant } from "./instant.ts";

/** How long events are kept. */
export const SECURITY_EVENT_MS = 90 * DAY_MS;

/** That somebody signed in, used or changed a credential, or was refused; no secret is in it. */
export interface SecurityEvent {
  readonly at: Instant;
  /** `POST /auth/login`, with parameters by their names. */
  readonly route: string;
  /** Where the request came from. */
  readonly address: string;
  readonly outcome: "succeeded" | "refused";
  /** Why it was refused; null otherwise. */
  readonly code: ErrorCode | null;
  /** The id of the session or of the API key that the request was made with; null where it had none. */
  readonly credentialId: string | null;
}
