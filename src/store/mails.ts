import { AccountMissing } from "../domain/account.ts";
import { type AccountId, identifier } from "../domain/identifier.ts";
import { DAY_MS, type Instant, MINUTE_MS } from "../domain/instant.ts";
import {
  type Mail,
  type MailDraft,
  MAILS_PER_MINUTE,
  type MailText,
  type UndeliverableMail,
  waitAfterAttempts,
} from "../domain/mail.ts";
import { emailKey, type User } from "../domain/user.ts";
import type { StoreContext } from "./context.ts";
import { keys, sha256 } from "./keys.ts";
import type { AccountRecord, MailRecord } from "./records.ts";
import { type Change, put, putUntil, type Reader, remove, transaction } from "./transaction.ts";

/** A mail that this process may send until its lease ends. `mail.attempts` includes the current attempt. */
export interface ClaimedMail {
  readonly mail: Mail;
}

/**
 * Outbox of mails. An operation that needs a mail writes it together with its other entries; the mail is sent
 * afterwards, at least once.
 */
export interface MailRepository {
  /** Adds a mail to the outbox. Throws `not_found` if the account does not exist. */
  enqueue(accountId: AccountId, draft: MailDraft): Promise<Mail>;
  /**
   * Claims due mails for this process, fewer than `limit` only where no other mail is due. No other process gets them
   * during the lease; if the sender reports no result, the mails are due again when the lease ends.
   */
  claim(options: { limit: number; leaseMs: number }): Promise<readonly ClaimedMail[]>;
  /** Removes a mail from the outbox after it was sent; does nothing if another attempt has claimed the mail. */
  succeed(claimed: ClaimedMail): Promise<void>;
  /**
   * Records that a mail could not be sent: it is due again later, or `undeliverable` after the last attempt. Returns
   * `lost` if another attempt has claimed the mail.
   */
  fail(claimed: ClaimedMail, reason: string): Promise<"later" | "undeliverable" | "lost">;
  /** Lists the first mails, at most `limit`, that could not be sent and are not tried again, oldest first. */
  undeliverable(limit: number): Promise<readonly UndeliverableMail[]>;
}

/** Due time of a new mail: far in the past, so that a process with a slow clock sends it at once too. */
const AT_ONCE: Instant = 0;
/** Milliseconds that the record of an undeliverable mail is kept. */
const UNDELIVERABLE_RETENTION_MS = 30 * DAY_MS;

/** Creates the outbox of mails over Deno KV. */
export function mailRepository(context: StoreContext): MailRepository {
  const { kv, clock } = context;
  return {
    async enqueue(accountId, draft) {
      const entries = mailEntries(context, accountId, draft);
      return await transaction(context, async (read) => {
        const account = await read.get<AccountRecord>(keys.account(accountId));
        if (account.value === null) throw new AccountMissing(accountId);
        return { checks: [account], mutations: entries.mutations, result: entries.mail };
      });
    },
    async claim({ limit, leaseMs }) {
      const selector = { prefix: keys.dueMails, end: [...keys.dueMails, clock.now() + 1] };
      const claimed: ClaimedMail[] = [];
      // Other processes claim from the same list, so it goes on until enough mails are this process's own.
      for await (const entry of kv.list<AccountId>(selector, { batchSize: limit })) {
        const mail = await claimDue(context, entry, leaseMs);
        if (mail !== null) claimed.push({ mail });
        if (claimed.length === limit) break;
      }
      return claimed;
    },
    async succeed({ mail }) {
      await transaction(context, async (read) => {
        const entry = await read.get<MailRecord>(keys.mail(mail.accountId, mail.id));
        if (!isClaimed(entry.value, mail)) return { checks: [], mutations: [], result: undefined };
        return {
          checks: [entry],
          mutations: [remove(entry.key), remove(keys.dueMail(entry.value.dueAt, mail.id))],
          result: undefined,
        };
      });
    },
    fail: ({ mail }, reason) => fail(context, mail, reason),
    async undeliverable(limit) {
      const mails: UndeliverableMail[] = [];
      for await (const { key, value } of kv.list<AccountId>({ prefix: keys.undeliverableMails }, { limit })) {
        const { value: record } = await kv.get<MailRecord>(keys.mail(value, String(key.at(-1))));
        if (record?.failure) mails.push(undeliverableOf(record, record.failure));
      }
      return mails;
    },
  };
}

/**
 * Returns a new mail and the mutations that put it into the outbox, for an operation that needs the mail and checks
 * that the account exists.
 */
export function mailEntries(
  { clock, random }: StoreContext,
  accountId: AccountId,
  draft: MailDraft,
): { readonly mail: Mail; readonly mutations: readonly Deno.KvMutation[] } {
  const now = clock.now();
  const { to, subject, text, html } = draft;
  const mail: Mail = {
    id: identifier("mail", random.ulid()),
    accountId,
    to,
    subject,
    text,
    html,
    createdAt: now,
    attempts: 0,
  };
  const record: MailRecord = { ...mail, dueAt: AT_ONCE, failure: null };
  return {
    mail,
    mutations: [put(keys.mail(accountId, mail.id), record), put(keys.dueMail(AT_ONCE, mail.id), accountId)],
  };
}

interface MailsInMinute {
  readonly minute: number;
  readonly count: number;
}

/**
 * Returns the checks and mutations that count one more mail with a link, or one more notice, to an address in the
 * current minute; null if the address already had the largest number of such mails in this minute.
 */
export async function countMail(
  { clock }: StoreContext,
  read: Reader,
  { to, counted: kind = "links" }: { to: string; counted?: "links" | "notices" },
): Promise<Pick<Change<unknown>, "checks" | "mutations"> | null> {
  const now = clock.now();
  const minute = Math.floor(now / MINUTE_MS);
  const entry = await read.get<MailsInMinute>(
    keys.mailsInMinute(sha256(`${kind === "links" ? "" : kind}${emailKey(to)}`)),
  );
  const count = entry.value?.minute === minute ? entry.value.count : 0;
  if (count >= MAILS_PER_MINUTE) return null;
  const counted: MailsInMinute = { minute, count: count + 1 };
  return { checks: [entry], mutations: [putUntil(entry.key, counted, { expiresAt: now + 2 * MINUTE_MS, now })] };
}

/**
 * Returns the checks and mutations that put a notice of an account event into the outbox; empty if the user already had
 * the largest number of notices in this minute. Notices are counted separately from mailed links, so that an attacker
 * who requests many links cannot suppress the warning about them.
 */
export async function noticeEntries(
  context: StoreContext,
  read: Reader,
  { user, notice }: { user: User; notice: MailText },
): Promise<Pick<Change<unknown>, "checks" | "mutations">> {
  const { accountId, email } = user;
  const count = await countMail(context, read, { to: email, counted: "notices" });
  if (count === null) return { checks: [], mutations: [] };
  const { mutations } = mailEntries(context, accountId, { to: email, ...notice });
  return { checks: count.checks, mutations: [...mutations, ...count.mutations] };
}

type DueEntry = Deno.KvEntry<AccountId>;

async function claimDue(context: StoreContext, due: DueEntry, leaseMs: number): Promise<Mail | null> {
  const id = String(due.key.at(-1));
  const accountId = due.value;
  return await transaction<Mail | null>(context, async (read) => {
    const entry = await read.get<MailRecord>(keys.mail(accountId, id));
    const record = entry.value;
    // Another process claimed the mail first, or the account was deleted: the index entry is outdated.
    if (record === null || record.dueAt !== due.key.at(-2)) {
      return { checks: [entry], mutations: [remove(due.key)], result: null };
    }
    if (record.attempts > 0 && waitAfterAttempts(record.attempts) === null) {
      return {
        ...giveUp(context, entry, record, "Every attempt to send the mail ended without a result"),
        result: null,
      };
    }
    const dueAt = context.clock.now() + leaseMs;
    const claimed: MailRecord = { ...record, attempts: record.attempts + 1, dueAt };
    return {
      checks: [entry],
      mutations: [remove(due.key), put(entry.key, claimed), put(keys.dueMail(dueAt, id), accountId)],
      result: mailOf(claimed),
    };
  });
}

async function fail(context: StoreContext, mail: Mail, reason: string): Promise<"later" | "undeliverable" | "lost"> {
  return await transaction<"later" | "undeliverable" | "lost">(context, async (read) => {
    const entry = await read.get<MailRecord>(keys.mail(mail.accountId, mail.id));
    const record = entry.value;
    if (!isClaimed(record, mail)) return { checks: [], mutations: [], result: "lost" };
    const waitMs = waitAfterAttempts(record.attempts);
    if (waitMs === null) return { ...giveUp(context, entry, record, reason), result: "undeliverable" };
    const dueAt = context.clock.now() + waitMs;
    return {
      checks: [entry],
      mutations: [
        remove(keys.dueMail(record.dueAt, mail.id)),
        put(entry.key, { ...record, dueAt } satisfies MailRecord),
        put(keys.dueMail(dueAt, mail.id), mail.accountId),
      ],
      result: "later",
    };
  });
}

/** Whether a stored mail still belongs to the attempt to send that this process claimed. */
function isClaimed(record: MailRecord | null, mail: Mail): record is MailRecord & { readonly dueAt: number } {
  return record !== null && record.dueAt !== null && record.attempts === mail.attempts;
}

function giveUp(
  { clock }: StoreContext,
  entry: Deno.KvEntryMaybe<MailRecord>,
  record: MailRecord,
  reason: string,
): Pick<Change<unknown>, "checks" | "mutations"> {
  const now = clock.now();
  const until = { expiresAt: now + UNDELIVERABLE_RETENTION_MS, now };
  const failed: MailRecord = { ...record, text: "", html: "", dueAt: null, failure: { reason, failedAt: now } };
  return {
    checks: [entry],
    mutations: [
      ...record.dueAt === null ? [] : [remove(keys.dueMail(record.dueAt, record.id))],
      putUntil(entry.key, failed, until),
      putUntil(keys.undeliverableMail(record.id), record.accountId, until),
    ],
  };
}

function mailOf({ dueAt: _, failure: __, ...mail }: MailRecord): Mail {
  return mail;
}

function undeliverableOf(record: MailRecord, failure: NonNullable<MailRecord["failure"]>): UndeliverableMail {
  const { id, accountId, to, subject, attempts, createdAt } = record;
  return { id, accountId, to, subject, attempts, createdAt, ...failure };
}
