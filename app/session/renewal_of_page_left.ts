import { inStorage } from "../in_storage.ts";
import { csrfToken } from "./csrf_token.ts";

/** Name under which stands the renewal of the session that is under way. */
const NAME = "renewal";
/** Longest time in milliseconds that a page waits for the answer to a renewal of another page. */
const LONGEST_WAIT_MS = 10_000;
const LOOK_MS = 50;

/** A renewal of the session that a page has sent. */
interface Renewal {
  /** A text that no other page has. */
  readonly page: string;
  /** What its CSRF token had that no other one has. */
  readonly nonce: string;
  readonly sentMs: number;
}

const page = crypto.randomUUID();

/** Notes for the pages to come that this one renews the session. */
export function noteRenewal(): void {
  const renewal: Renewal = { page, nonce: currentNonce(), sentMs: Date.now() };
  inStorage("localStorage", (storage) => storage.setItem(NAME, JSON.stringify(renewal)));
}

/** Notes that the answer to a renewal of this page is there. */
export function noteRenewed(): void {
  inStorage("localStorage", (storage) => storage.removeItem(NAME));
}

/**
 * Waits while the answer to a renewal is on its way that a page has sent before it was left, so that this page does not
 * send the same refresh token. The answer brings another CSRF token; one that has not come after 10 s does not come.
 */
export async function renewalOfPageLeft(): Promise<void> {
  while (isOnItsWay()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

function isOnItsWay(): boolean {
  const renewal = notedRenewal();
  if (renewal === null || renewal.page === page || renewal.nonce !== currentNonce()) return false;
  const ageMs = Date.now() - renewal.sentMs;
  return ageMs >= 0 && ageMs < LONGEST_WAIT_MS;
}

function notedRenewal(): Renewal | null {
  return inStorage("localStorage", (storage) => JSON.parse(storage.getItem(NAME) ?? "null"));
}

/** Returns the part of the CSRF token that is new in each one; the token itself is kept in its cookie alone. */
function currentNonce(): string {
  return csrfToken()?.split(".")[1] ?? "";
}
