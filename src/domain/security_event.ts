import type { ErrorCode } from "./errors.ts";
import { DAY_MS, type Instant } from "./instant.ts";

/** How long events are kept. */
export const SECURITY_EVENT_MS = 90 * DAY_MS;

/** That somebody signed in, used or changed a credential, asked for one, or was refused; no secret is in it. */
export interface SecurityEvent {
  readonly at: Instant;
  /** `POST /auth/login`, with parameters by their names; `admin verify-email` where the operator did it. */
  readonly route: string;
  /** Where the request came from. */
  readonly address: string;
  /** `asked` for what anybody may ask for of an account whose address is known: a mail with a link. */
  readonly outcome: "succeeded" | "refused" | "asked";
  /** Why it was refused; null otherwise. */
  readonly code: ErrorCode | null;
  /** The id of the session or of the API key that the request named, right or wrong; null where it named none. */
  readonly credentialId: string | null;
}
