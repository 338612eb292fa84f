import { serviceClient } from "../clients/typescript/mod.ts";
import { received, Refusal, refusalOf } from "./refusal.ts";
import { send } from "./session/send.ts";

/**
 * Typed client of the service, with the session of the person. It renews the session and waits for a busy service by
 * itself. Read its answers by `answered`.
 */
export const api = serviceClient({ baseUrl: location.origin, fetch: send });

/** Type of an answer of the typed client: data or problem, and the response. */
interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** Returns the data of an answer once it is there. Throws a `Refusal` where the service refused the request. */
export async function answered<Data>(answer: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await received(answer);
  if (data === undefined || !response.ok) throw refusalOf(response.status, error);
  return data;
}

/** Waits for an answer without content. Throws a `Refusal` where the service refused the request. */
export async function done(answer: Promise<Answer<unknown>>): Promise<void> {
  const { error, response } = await received(answer);
  if (!response.ok) throw refusalOf(response.status, error);
}

/**
 * Waits for a deletion. What another tab has deleted already is what the person wants. Throws a `Refusal` where the
 * service refuses.
 */
export async function deleted(answer: Promise<Answer<unknown>>): Promise<void> {
  try {
    await done(answer);
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 404)) throw error;
  }
}

/**
 * Returns the data of a change of something. Where that was deleted meanwhile, as by another tab, has `reread` show
 * what there still is. Throws a `Refusal` that says so, or the one with which the service refused.
 */
export async function changed<Data>(
  answer: Promise<Answer<Data>>,
  { what, reread }: {
    /** What is changed, for example "template". */
    readonly what: string;
    readonly reread: () => Promise<void>;
  },
): Promise<Data> {
  try {
    return await answered(answer);
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 404)) throw error;
    await reread();
    throw new Refusal(404, {
      code: error.code,
      detail: `This ${what} is not there any more: it was deleted meanwhile`,
    });
  }
}

/**
 * Returns the path of a link that the service has signed. Links name the public address of the service, and the page
 * may have been opened by another one, to which alone it may send requests.
 */
export function ownPath(link: string): string {
  const { pathname, search } = new URL(link, location.origin);
  return pathname + search;
}
