import { Refusal, unreachable } from "../refusal.ts";
import { noteAnswer, noteSilence } from "./connection.ts";
import { csrfToken } from "./csrf_token.ts";
import { noteServiceTime } from "./service_clock.ts";
import { currentToken, renewedToken, sessionState } from "./session.ts";
import { wait, watched } from "./waits.ts";

/** Codes with which the service says that an access token no longer serves, so that a refresh may help. */
const RENEWABLE = new Set(["token_expired", "token_invalid", "credentials_missing", "session_revoked"]);
/** Longest time in seconds that a request waits by itself when the service asks for it. */
const LONGEST_WAIT_SECONDS = 60;
const MOST_TRIES = 4;
let changes = 0;

/**
 * Returns a number that grows when a request that may change something is sent and when it is answered. What was read
 * before may be old then.
 */
export function changesSent(): number {
  return changes;
}

/**
 * Sends a request with the credentials of the session. Renews the session once if its token has expired. Waits and
 * tries again where the service asks for it and a second request cannot do anything twice. Throws a `Refusal` if the
 * service cannot be reached, or if the person has left meanwhile, so that the next one neither sends nor sees it.
 */
export async function send(request: Request): Promise<Response> {
  const isRepeatable = request.method === "GET" || request.headers.has("idempotency-key");
  return await (isRepeatable ? sendPatiently(request) : sendRenewed(request));
}

/**
 * Sends a request as `send` does, one that the service carries out once however often it comes, whatever its method:
 * a busy service is waited for.
 */
export async function sendPatiently(request: Request): Promise<Response> {
  return await patiently(() => sendRenewed(request), request.signal);
}

/**
 * Sends a request that cannot do anything twice, and once more where the service asks to wait, while the page shows
 * that it waits. Throws what `sendIt` throws, and the signal's reason if it aborts in a wait.
 */
export async function patiently(sendIt: () => Promise<Response>, abort?: AbortSignal): Promise<Response> {
  for (let tries = 1;; tries++) {
    const response = await sendIt();
    const seconds = tries < MOST_TRIES ? secondsToWait(response) : null;
    if (seconds === null) return response;
    await response.body?.cancel();
    await wait(seconds, abort);
  }
}

async function sendRenewed(request: Request): Promise<Response> {
  const token = currentToken();
  const response = await sendOnce(request, token);
  if (response.status !== 401 || !RENEWABLE.has(await codeOf(response))) return response;
  const renewed = await renewedToken(token);
  return renewed === null ? response : await sendOnce(request, renewed);
}

async function sendOnce(request: Request, token: string | null): Promise<Response> {
  if (hasLeft()) throw personLeft();
  const sent = request.clone();
  if (token !== null) sent.headers.set("authorization", `Bearer ${token}`);
  const csrf = csrfToken();
  if (csrf !== null && request.method !== "GET") sent.headers.set("x-csrf-token", csrf);
  const step = request.method === "GET" ? 0 : 1;
  changes += step;
  try {
    const response = await watched(fetch(sent));
    changes += step;
    noteAnswer();
    noteServiceTime(response.headers);
    if (!hasLeft()) return response;
    await response.body?.cancel();
  } catch (error) {
    if (request.signal.aborted) throw error;
    noteSilence();
    throw unreachable();
  }
  throw personLeft();
}

function hasLeft(): boolean {
  return sessionState.value === "left";
}

function personLeft(): Refusal {
  return new Refusal(401, {
    code: "person_left",
    detail: "The session of this page has ended: sign in, then try again",
  });
}

async function codeOf(response: Response): Promise<string> {
  const body = await response.clone().json().catch(() => null);
  return typeof body?.code === "string" ? body.code : "";
}

/**
 * Returns the seconds after which a refused request is to be sent again; null if it is not, because the wait is too
 * long for a person to watch.
 */
function secondsToWait({ status, headers }: Response): number | null {
  if (status !== 429 && status !== 503) return null;
  const seconds = Number(headers.get("retry-after") ?? NaN);
  return seconds >= 0 && seconds <= LONGEST_WAIT_SECONDS ? seconds : null;
}
