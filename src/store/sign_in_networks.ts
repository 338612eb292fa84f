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
  /** As the session shows it. */
  readonly shownNetwork: string;
  /** What the owner is told where the network is a new one; nothing if absent. */
  readonly notice: MailText | undefined;
}

/** The networks that an account was signed in to from, latest first. */
export async function readSignInNetworks(read: Reader, accountId: AccountId): Promise<readonly SignInNetwork[]> {
  const { value } = await read.get<readonly SignInNetwork[]>(keys.signInNetworks(accountId));
  return value ?? [];
}

/**
 * What notes the network of a sign-in, for the operation that starts its session; and what tells the owner, where that
 * network is not the first and none of those before. An address that nobody has confirmed may be a stranger's: it is
 * told nothing.
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

/** Of an account whose sessions began when no networks were noted, latest first. */
async function networksOfSessions(read: Reader, accountId: AccountId): Promise<readonly SignInNetwork[]> {
  let known: readonly SignInNetwork[] = [];
  for await (const { value } of read.list<SessionRecord>({ prefix: keys.sessions(accountId) })) {
    if (typeof value.network !== "string") continue;
    known = withSignIn(known, { network: signInNetworkOf(value.network), signedInAt: value.createdAt });
  }
  return known;
}
