import { Browser, type Reply, verifiedBrowser } from "../../support/browser.ts";
import { type RunningService, runService } from "../../support/running_service.ts";
import { ended, submitted, succeeded } from "../../support/runs_over_https.ts";
import { type RefusalCase, VALID_MOMENTS, VALID_RUN } from "./refusal_case.ts";

/**
 * The fields of a problem document (an error response) that are compared for a refused request. Fields that differ in
 * every response are left out.
 */
export interface RefusalAnswer {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  readonly conflict?: unknown;
}

/**
 * Sends every refusal case to a service on the sample market without rate limits, and returns the answers by case name.
 * Throws if a request was accepted or failed with a status of 500 or more.
 */
export async function refusalAnswers(cases: readonly RefusalCase[]): Promise<ReadonlyMap<string, RefusalAnswer>> {
  await using service = await runService({ environment: { DEFAULT_PLAN: "enterprise", WORKERS: "1" } });
  const clients = await clientsOf(service);
  const ids = await idsOf(clients.session);
  const answers = new Map<string, RefusalAnswer>();
  for (let first = 0; first < cases.length; first += AT_ONCE) {
    const some = cases.slice(first, first + AT_ONCE);
    const replies = await Promise.all(some.map((one) => refused(clients[one.credential ?? "session"], one, ids)));
    replies.forEach((reply, i) => answers.set(some[i].name, answerOf(reply, ids)));
  }
  const others = [...answers].filter(([, { status }]) => status < 400 || status >= 500);
  if (others.length > 0) throw new Error(`Not refused: ${others.map(([name]) => name).join("; ")}`);
  return answers;
}

/** Number of refusal cases that are sent at the same time: as many preflights as one account may have waiting. */
const AT_ONCE = 4;

type Clients = Readonly<Record<NonNullable<RefusalCase["credential"]> | "session", Browser>>;

/**
 * Creates the clients of the refusal cases: a signed-in person, two API keys of that person (one may only read), and a
 * client without a credential.
 */
async function clientsOf(service: RunningService): Promise<Clients> {
  const session = await verifiedBrowser(service);
  const { body: { id } } = await session.send("POST", "/auth/api-clients", { body: { name: "Office" } });
  const keyFor = async (scope: string): Promise<Browser> => {
    const made = { client_id: id, name: scope, scopes: [scope] };
    const { body: { key } } = await session.send("POST", "/auth/api-keys", { body: made });
    const client = new Browser(service);
    client.accessToken = key;
    return client;
  };
  const [key, readingKey] = [await keyFor("jobs:write"), await keyFor("jobs:read")];
  return { session, key, "reading key": readingKey, none: new Browser(service) };
}

/** Record ids of the test service that replace the words in braces in the path of a refusal case. */
type Ids = Readonly<Record<string, string>>;

async function idsOf(person: Browser): Promise<Ids> {
  const far = { method: "efficient_return", target_return: 900, key: "far" };
  const methods = ["equal_weight", { method: "min_volatility", key: "tail" }, far];
  const failed = await submitted(person, { ...VALID_RUN, methods: [far] });
  const { status } = await ended(person, failed);
  if (status !== "failed") throw new Error(`The run that should fail is ${status}`);
  await submitted(person, VALID_RUN, { "idempotency-key": "used" });
  return {
    run: await succeeded(person, { ...VALID_RUN, methods }),
    moments: await succeeded(person, VALID_MOMENTS),
    failed,
  };
}

/**
 * Largest number of times that a refusal case is sent. With ten attempts, even a busy machine completes the preflight
 * of the request within its time limit once.
 */
const MOST_TRIES = 10;

/**
 * Sends a refusal case until the service does not accept it, at most `MOST_TRIES` times, and returns the last reply. A
 * preflight that runs out of time accepts the request; the run is then cancelled and the request is sent again.
 */
async function refused(client: Browser, { method, path, body, headers }: RefusalCase, ids: Ids): Promise<Reply> {
  const to = path.replace(/\{(\w+)\}/g, (_, word: string) => ids[word]);
  for (let tries = 1;; tries++) {
    const reply = await client.send(method, to, { body, ...headers === undefined ? {} : { headers } });
    if (reply.status !== 202 || tries === MOST_TRIES) return reply;
    await client.send("POST", `/jobs/${reply.body.run_id}/cancel`);
  }
}

function answerOf({ status, body }: Reply, ids: Ids): RefusalAnswer {
  const { code, detail, errors, conflict } = body;
  const text = JSON.stringify({ status, code, detail, errors, conflict });
  return JSON.parse(Object.entries(ids).reduce((text, [word, id]) => text.replaceAll(id, `{${word}}`), text));
}
