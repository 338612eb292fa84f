import { DomainError } from "../domain/errors.ts";
import { type AccountId, identifier } from "../domain/identifier.ts";
import type { MailText } from "../domain/mail.ts";
import type { Page, PageRequest } from "../domain/page.ts";
import { refreshTokenEnd, type Session, SESSIONS_AT_MOST } from "../domain/session.ts";
import type { SignInNetwork } from "../domain/sign_in_network.ts";
import { findMember, type Member, readMember } from "./members.ts";
import { BoundedMemory } from "./bounded_memory.ts";
import type { StoreContext } from "./context.ts";
import { isGoodSession } from "./good_session.ts";
import { keys } from "./keys.ts";
import { readPage } from "./page.ts";
import { accountOf, type AccountRecord, sessionOf, type SessionRecord, userOf, type UserRecord } from "./records.ts";
import { readSignInNetworks, signInNetworkEntries } from "./sign_in_networks.ts";
import { type Change, put, putUntil, type Reader, remove, transaction } from "./transaction.ts";

export interface SessionStart {
  readonly userId: string;
  /** The user's `credentialGeneration` at the moment when the password of the sign-in was checked. */
  readonly credentialGeneration: number;
  /** SHA-256 digest of the new session's refresh token, as text. */
  readonly refreshDigest: string;
  /** User agent of the sign-in, which the list of sessions shows to the owner. */
  readonly userAgent?: string | null;
  readonly network?: string | null;
  /** Mail that warns the owner if no earlier sign-in came from the same network. */
  readonly notice?: MailText;
}

export interface SignedIn extends Member {
  readonly session: Session;
}

/** Repository of sessions and their refresh tokens. The tokens are known only by their digests. */
export interface SessionRepository {
  /**
   * Starts a session; ends the oldest session if the account already has the largest number. Throws
   * `invalid_credentials` if the password was changed or the account deleted meanwhile.
   */
  start(accountId: AccountId, start: SessionStart): Promise<Session>;
  /** Returns the id of the account that a user's session belongs to; null if there is no such session. */
  accountOf(sessionId: string, userId: string): Promise<AccountId | null>;
  /**
   * Returns the account, user and session behind an access token; null if the session ended or the account was deleted.
   */
  authenticate(accountId: AccountId, sessionId: string): Promise<SignedIn | null>;
  /**
   * Finds the valid session in which a refresh token was issued, whether or not the token is the current one; null if
   * there is none or it has ended.
   */
  findByRefreshDigest(digest: string): Promise<Session | null>;
  /**
   * Exchanges the current refresh token for the next one. Throws `session_revoked` if the token is unknown or expired,
   * if its session has ended, or if the token was used before; in the last case the whole session ends.
   */
  rotate(digest: string, nextDigest: string): Promise<SignedIn>;
  /** Lists the networks of the account's latest sign-ins, latest first. */
  signInNetworks(accountId: AccountId): Promise<readonly SignInNetwork[]>;
  /**
   * Lists the account's valid sessions, newest first. Throws `not_found` if the account does not exist, and
   * `invalid_cursor`.
   */
  list(accountId: AccountId, page: PageRequest): Promise<Page<Session>>;
  /** Ends a session. Throws `not_found` if the account has no such session or the session has already ended. */
  end(accountId: AccountId, sessionId: string): Promise<void>;
  /** Ends a session; does nothing if the session does not exist or has already ended. */
  revoke(accountId: AccountId, sessionId: string): Promise<void>;
}

/** Account id and user id of a session, which never change. */
interface SessionPlace {
  readonly accountId: AccountId;
  readonly userId: string;
}

/**
 * Number of sessions whose user id is held in memory, so that authentication reads account, user and session in one
 * step.
 */
const SESSIONS_REMEMBERED = 20_000;

/** Creates the repository of sessions over Deno KV. */
export function sessionRepository(context: StoreContext): SessionRepository {
  const { kv, clock } = context;
  const placeOfSession = new BoundedMemory<SessionPlace>(SESSIONS_REMEMBERED);
  return {
    start: (accountId, start) => writeStart(context, accountId, start),
    async accountOf(sessionId, userId) {
      const place = placeOfSession.get(sessionId) ??
        (await kv.get<SessionPlace>(keys.accountOfSession(sessionId))).value;
      if (place === null || place.userId !== userId) return null;
      placeOfSession.set(sessionId, place);
      return place.accountId;
    },
    async authenticate(accountId, sessionId) {
      const known = placeOfSession.get(sessionId);
      const userId = (known?.accountId === accountId ? known.userId : undefined) ??
        (await kv.get<SessionRecord>(keys.session(accountId, sessionId))).value?.userId;
      if (userId === undefined) return null;
      const entries = await readSession(kv, { accountId, sessionId, userId });
      if (!isAlive(entries, clock.now())) return null;
      placeOfSession.set(sessionId, { accountId, userId });
      return signedIn(entries);
    },
    async findByRefreshDigest(digest) {
      const { value: issued } = await kv.get<IssuedToken>(keys.accountOfRefreshToken(digest));
      if (issued === null) return null;
      const entries = await readSession(kv, issued);
      return isAlive(entries, clock.now()) ? sessionOf(entries.session.value) : null;
    },
    async rotate(digest, nextDigest) {
      const { value: issued } = await kv.get<IssuedToken>(keys.accountOfRefreshToken(digest));
      const rotated = issued && await writeRotation(context, issued, { digest, nextDigest });
      if (!rotated) throw new DomainError("session_revoked", "The session has ended: sign in again");
      return rotated;
    },
    signInNetworks: (accountId) => readSignInNetworks(kv, accountId),
    async list(accountId, request) {
      const { user } = await readMember(kv, accountId);
      const accept = (session: SessionRecord): boolean => isGoodSession(session, user.value, clock.now());
      const page = await readPage<SessionRecord>(context, { prefix: keys.sessions(accountId), request, accept });
      return { ...page, items: page.items.map(({ value }) => sessionOf(value)) };
    },
    async end(accountId, sessionId) {
      await transaction(context, async (read) => {
        const { user } = await readMember(read, accountId);
        const entry = await read.get<SessionRecord>(keys.session(accountId, sessionId));
        if (entry.value === null || !isGoodSession(entry.value, user.value, clock.now())) {
          throw new DomainError("not_found", `Cannot find session "${sessionId}"`);
        }
        return { checks: [entry], mutations: [revocation(context, entry.value)], result: undefined };
      });
    },
    async revoke(accountId, sessionId) {
      await transaction(context, async (read) => {
        const entry = await read.get<SessionRecord>(keys.session(accountId, sessionId));
        if (entry.value === null || entry.value.revokedAt !== null) {
          return { checks: [], mutations: [], result: undefined };
        }
        return { checks: [entry], mutations: [revocation(context, entry.value)], result: undefined };
      });
    },
  };
}

/** Index entry that tells in which session a refresh token was issued; kept for used tokens too. */
interface IssuedToken extends SessionPlace {
  readonly sessionId: string;
}

interface SessionEntries {
  readonly account: Deno.KvEntryMaybe<AccountRecord>;
  readonly user: Deno.KvEntryMaybe<UserRecord>;
  readonly session: Deno.KvEntryMaybe<SessionRecord>;
}

interface LivingSession extends SessionEntries {
  readonly account: Deno.KvEntry<AccountRecord>;
  readonly user: Deno.KvEntry<UserRecord>;
  readonly session: Deno.KvEntry<SessionRecord>;
}

async function readSession(read: Reader, { accountId, sessionId, userId }: IssuedToken): Promise<SessionEntries> {
  const [account, user, session] = await read.getMany<[AccountRecord, UserRecord, SessionRecord]>([
    keys.account(accountId),
    keys.user(accountId, userId),
    keys.session(accountId, sessionId),
  ]);
  return { account, user, session };
}

function isAlive(entries: SessionEntries, now: number): entries is LivingSession {
  const { account: { value: account }, user: { value: user }, session: { value: session } } = entries;
  return account !== null && user !== null && session !== null && isGoodSession(session, user, now);
}

function signedIn({ account, user, session }: LivingSession): SignedIn {
  return { account: accountOf(account.value), user: userOf(user.value), session: sessionOf(session.value) };
}

async function writeStart(context: StoreContext, accountId: AccountId, start: SessionStart): Promise<Session> {
  const now = context.clock.now();
  const { userId, credentialGeneration, refreshDigest, userAgent = null, network = null } = start;
  const record: SessionRecord = {
    id: identifier("ses", context.random.ulid()),
    accountId,
    userId,
    createdAt: now,
    refreshedAt: now,
    expiresAt: refreshTokenEnd(now, now),
    userAgent,
    network,
    credentialGeneration,
    refreshDigest,
    revokedAt: null,
  };
  return await transaction(context, async (read) => {
    const member = await findMember(read, accountId);
    const user = member?.user.value;
    if (member === null || user?.id !== userId || user.credentialGeneration !== credentialGeneration) {
      throw new DomainError("invalid_credentials", "The e-mail address or the password is wrong");
    }
    const room = await roomForSession(read, record, { user, now });
    const origin = network === null
      ? { checks: [], mutations: [] }
      : await signInNetworkEntries(context, read, { user, shownNetwork: network, notice: start.notice });
    return {
      checks: [member.account, member.user, ...room.checks, ...origin.checks],
      mutations: [...room.mutations, ...sessionEntries(record, now), ...origin.mutations],
      result: sessionOf(record),
    };
  });
}

/**
 * Largest number of ended sessions, and of oldest sessions, that are deleted when a session starts. One operation can
 * hold about 1,000 changes.
 */
const FORGOTTEN_AT_ONCE = 200;

/**
 * Returns the checks and mutations that delete ended sessions, and the oldest valid sessions if the account would
 * otherwise exceed its limit with the new session.
 */
async function roomForSession(
  read: Reader,
  { id, accountId }: SessionRecord,
  { user, now }: { user: UserRecord; now: number },
): Promise<Pick<Change<unknown>, "checks" | "mutations">> {
  const newest = await read.get<string>(keys.newestOf(accountId, "sessions"));
  const living: Deno.KvKey[] = [];
  const gone: Deno.KvKey[] = [];
  for await (const { key, value } of read.list<SessionRecord>({ prefix: keys.sessions(accountId) })) {
    if (isGoodSession(value, user, now)) living.push(key);
    else if (gone.length < FORGOTTEN_AT_ONCE) gone.push(key);
  }
  // Session keys contain ULIDs, so the list is in the order in which the sessions started.
  const oldest = living.slice(0, Math.max(0, living.length - (SESSIONS_AT_MOST - 1))).slice(0, FORGOTTEN_AT_ONCE);
  const forgotten = [...gone, ...oldest].flatMap((key) => [key, keys.accountOfSession(String(key.at(-1)))]);
  return { checks: [newest], mutations: [put(newest.key, id), ...forgotten.map(remove)] };
}

/**
 * Replaces the refresh token of a session and returns the session. Returns null if the session has ended; if the given
 * token was used before, ends the session and returns null.
 */
async function writeRotation(
  context: StoreContext,
  issued: IssuedToken,
  { digest, nextDigest }: { digest: string; nextDigest: string },
): Promise<SignedIn | null> {
  return await transaction<SignedIn | null>(context, async (read) => {
    const now = context.clock.now();
    const entries = await readSession(read, issued);
    if (!isAlive(entries, now)) return { checks: [], mutations: [], result: null };
    const { account, user, session } = entries;
    if (session.value.refreshDigest !== digest) {
      return { checks: [session], mutations: [revocation(context, session.value)], result: null };
    }
    const next: SessionRecord = {
      ...session.value,
      refreshDigest: nextDigest,
      refreshedAt: now,
      expiresAt: refreshTokenEnd(session.value.createdAt, now),
    };
    return {
      checks: [account, user, session],
      mutations: sessionEntries(next, now),
      result: { ...signedIn(entries), session: sessionOf(next) },
    };
  });
}

/**
 * Returns the mutations that write a session, its index entry and the entries of its current refresh token. Entries of
 * used tokens are kept, so that a second use is detected.
 */
function sessionEntries(record: SessionRecord, now: number): readonly Deno.KvMutation[] {
  const { accountId, id: sessionId, userId, refreshDigest, expiresAt } = record;
  const issued: IssuedToken = { accountId, sessionId, userId };
  const until = { expiresAt, now };
  return [
    putUntil(keys.session(accountId, sessionId), record, until),
    putUntil(keys.accountOfSession(sessionId), { accountId, userId } satisfies SessionPlace, until),
    putUntil(keys.refreshToken(accountId, refreshDigest), sessionId, until),
    putUntil(keys.accountOfRefreshToken(refreshDigest), issued, until),
  ];
}

function revocation({ clock }: StoreContext, record: SessionRecord): Deno.KvMutation {
  const now = clock.now();
  const revoked: SessionRecord = { ...record, revokedAt: now };
  return putUntil(keys.session(record.accountId, record.id), revoked, { expiresAt: record.expiresAt, now });
}
