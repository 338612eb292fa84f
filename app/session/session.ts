import { signal } from "@preact/signals";
import { inTurn } from "../in_turn.ts";
import { jsonOf, Refusal, refusalOf, unreachable } from "../refusal.ts";
import { IS_STUDIO } from "../studio/is_studio.ts";
import { csrfToken } from "./csrf_token.ts";
import { noteRenewal, noteRenewed, renewalOfPageLeft } from "./renewal_of_page_left.ts";
import { wait } from "./waits.ts";

/** Longest pause in seconds between two looks for a session while the service cannot tell. */
const LONGEST_PAUSE_SECONDS = 15;

/**
 * State of the person's session: `looking` until the cookies were tried, `ended` where a session that was in use has
 * ended, so that the page stays and asks to sign in again. `left` where the person has signed out, or somebody else
 * has signed in: the browser then loads the page again, so that this state is the last one.
 */
export type SessionState = "looking" | "none" | "signed in" | "ended" | "left";

/** State of the person's session, the same in all tabs. Pages show what it allows. */
export const sessionState = signal<SessionState>("looking");

/** Number of sign-ins that this page has seen. Pages read again what they show when it grows. */
export const signIns = signal(0);

/** Access token of the session, valid for minutes. It stands in memory alone, where no other page can read it. */
let accessToken: string | null = null;
/** Id of the person whose session it is or was; empty before a sign-in. */
let person = "";
let renewing: Promise<string | null> | null = null;

type Message = { readonly kind: "signed in"; readonly token: string } | { readonly kind: "signed out" };

const tabs = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("session");
tabs?.addEventListener("message", ({ data }: MessageEvent<Message>) => {
  if (data.kind === "signed in") return hold(data.token);
  leave();
  loadAnew("/app/sign-in");
});

/** Returns the access token with which a request is sent; null without a session. */
export function currentToken(): string | null {
  return accessToken;
}

/**
 * Returns the id of the person whose session it is, or was before it ended; empty before a sign-in. Drafts are kept
 * apart by it.
 */
export function currentPerson(): string {
  return person;
}

/**
 * Looks for a session in the cookies, once at the start of the page. While the service cannot tell, as when it starts
 * again, the page says so and asks again: who is signed in must not be shown a sign-in.
 */
export async function lookForSession(): Promise<void> {
  for (let seconds = 1; sessionState.value === "looking"; seconds = Math.min(2 * seconds, LONGEST_PAUSE_SECONDS)) {
    try {
      await renewedToken(null);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await wait(seconds);
    }
  }
}

/** Begins a session with the access token of a sign-in, in all tabs. */
export function beginSession(token: string): void {
  hold(token);
  tabs?.postMessage({ kind: "signed in", token } satisfies Message);
}

/**
 * Ends the session in all tabs, after the person has signed out. The other tabs load the console anew; this one does by
 * `loadAnew`, once it has forgotten what it keeps.
 */
export function endSession(): void {
  leave();
  tabs?.postMessage({ kind: "signed out" } satisfies Message);
}

/**
 * Loads the console anew at a path, in place of a document that may still have something of the person who has left:
 * requests on their way, messages that can be undone, what was typed.
 */
export function loadAnew(path: string): void {
  // The browser may keep the document for its button Back.
  addEventListener("pageshow", () => location.reload());
  location.replace(path);
}

/**
 * Returns an access token other than `stale`, by one refresh that all callers and all tabs share; null if the session
 * has ended. Throws a `Refusal` if the service cannot tell now.
 */
export function renewedToken(stale: string | null): Promise<string | null> {
  // The service takes each refresh token once and ends the session of one that comes twice, so two tabs must not send
  // the same one.
  renewing ??= inTurn("session refresh", () => renew(stale)).finally(() => {
    renewing = null;
  });
  return renewing;
}

async function renew(stale: string | null): Promise<string | null> {
  if (sessionState.value === "left") return null;
  // Another tab has renewed the session while this one waited for its turn.
  if (accessToken !== null && accessToken !== stale) return accessToken;
  await renewalOfPageLeft();
  const csrf = csrfToken();
  if (csrf === null) return lose();
  noteRenewal();
  // A page that is left meanwhile must not break it off: the next one would send a token that the service has taken.
  const sent = { method: "POST", headers: { "x-csrf-token": csrf }, keepalive: true };
  const response = await fetch("/auth/refresh", sent).catch(() => {
    throw unreachable();
  });
  noteRenewed();
  const body = await jsonOf(response);
  if (response.ok) {
    beginSession(body.access_token);
    return accessToken;
  }
  if (response.status === 401 || response.status === 403) return lose();
  throw refusalOf(response.status, body);
}

function hold(token: string): void {
  if (sessionState.value === "left") return;
  const next = personOf(token);
  // Another person at this browser must not see what the page of the person before still shows, nor send what it sends.
  if (person !== "" && person !== next) {
    leave();
    return loadAnew("/app");
  }
  person = next;
  accessToken = token;
  if (sessionState.value !== "signed in") signIns.value++;
  sessionState.value = "signed in";
}

function leave(): void {
  accessToken = null;
  person = "";
  sessionState.value = "left";
}

/**
 * Returns the id of the person in an access token, which is a JWT: its subject. A studio makes a new account at each
 * start, of the same person, who finds what was typed before.
 */
function personOf(token: string): string {
  if (IS_STUDIO) return "studio";
  const [, payload = ""] = token.split(".");
  const { sub } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
  return String(sub);
}

/** Notes that there is no session any more. A page in use stays as it is and asks to sign in again. */
function lose(): null {
  if (sessionState.value === "left") return null;
  accessToken = null;
  sessionState.value = ["signed in", "ended"].includes(sessionState.value) ? "ended" : "none";
  return null;
}
