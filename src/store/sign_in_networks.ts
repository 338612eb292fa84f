import type { AccountId } from "../domain/identifier.ts";
import type { MailText } from "../domain/mail.ts";
import { type SignInNetwork, signInNetworkOf, withSignIn } from "../domain/sign_in_network.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { noticeEntries } from "./mails.ts";
import type { SessionRecord, UserRecord } from "./records.ts";
import { type Change, put, type Reader } from "./transaction.ts";

export interface SignInOfUser {
  readonly user: UserRecord;
  /** Network address range of the sign-in, in the form that the list of sessions shows. */
  readonly shownNetwork: string;
  /** Mail that tells the owner about a sign-in from a new network; no mail if absent. */
  readonly notice: MailText | undefined;
}

/** Reads the networks from which an account was signed in to, latest first. */
export async function readSignInNetworks(read: Reader, accountId: AccountId): Promise<readonly SignInNetwork[]> {
  const { value } = await read.get<readonly SignInNetwork[]>(keys.signInNetworks(accountId));
  return value ?? [];
}

/**
 * Returns the checks and mutations that store the network of a sign-in, for the operation that starts the session. Adds
 * the `notice` to the owner if the network is new and not the first. An unverified address gets no such mail, because
 * it may belong to a stranger.
 */
export async function signInNetworkEntries(
  context: StoreContext,
  read: Reader,
  { user, shownNetwork, notice }: SignInOfUser,
): Promise<Pick<Change<unknown>, "checks" | "mutations">> {
  const entry = await read.get<readonly SignInNetwork[]>(keys.signInNetworks(user.accountId));
  const known = entry.value ?? await networksOfSessions(read, user.accountId);
  const network = signInNetworkOf(shownNetwork);
  const noted = put(entry.key, withSignIn(known, { network, signedInAt: context.clock.now() }));
  const isElsewhere = known.length > 0 && !known.some((one) => one.network === network);
  const mail = isElsewhere && notice !== undefined && user.emailVerifiedAt !== null
    ? await noticeEntries(context, read, { user, notice })
    : { checks: [], mutations: [] };
  return { checks: [entry, ...mail.checks], mutations: [noted, ...mail.mutations] };
}

/** Collects networks from an account's sessions that began before networks were stored separately, latest first. */
async function networksOfSessions(read: Reader, accountId: AccountId): Promise<readonly SignInNetwork[]> {
  let known: readonly SignInNetwork[] = [];
  for await (const { value } of read.list<SessionRecord>({ prefix: keys.sessions(accountId) })) {
    if (typeof value.network !== "string") continue;
    known = withSignIn(known, { network: signInNetworkOf(value.network), signedInAt: value.createdAt });
  }
  return known;
}
