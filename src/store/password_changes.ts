import { DomainError } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { MailText } from "../domain/mail.ts";
import type { StoreContext } from "./context.ts";
import { readGoodSession } from "./good_session.ts";
import { noticeEntries } from "./mails.ts";
import { readMember } from "./members.ts";
import type { SessionRecord, UserRecord } from "./records.ts";
import { put, putUntil, transaction } from "./transaction.ts";

/** New password hash of a user, and the former hash against which the caller's old password was checked. */
export interface PasswordChange {
  readonly former: string;
  readonly next: string;
}

/** Change of a password by its signed-in user: the hashes, the session that stays valid, and a mail to the owner. */
export interface OwnPasswordChange extends PasswordChange {
  /** Id of the session that stays valid after the password change. */
  readonly sessionId: string;
  /** Mail that tells the owner about the password change. */
  readonly notice: MailText;
}

/**
 * Sets the user's password and ends every session except `sessionId`. Throws `invalid_credentials` if the password was
 * changed by another request meanwhile, and `session_revoked` if that session has ended.
 */
export async function writePasswordChange(
  context: StoreContext,
  accountId: AccountId,
  { former, next, sessionId, notice }: OwnPasswordChange,
): Promise<void> {
  await transaction(context, async (read) => {
    const now = context.clock.now();
    const { account, user } = await readMember(read, accountId);
    if (user.value.passwordHash !== former) {
      throw new DomainError("invalid_credentials", "The current password is wrong");
    }
    const session = await readGoodSession(read, { accountId, sessionId, user: user.value, now });
    const credentialGeneration = user.value.credentialGeneration + 1;
    const changed: UserRecord = { ...user.value, passwordHash: next, credentialGeneration };
    const kept: SessionRecord = { ...session.value, credentialGeneration };
    const mail = await noticeEntries(context, read, { user: user.value, notice });
    return {
      checks: [account, user, session, ...mail.checks],
      mutations: [
        put(user.key, changed),
        putUntil(session.key, kept, { expiresAt: kept.expiresAt, now }),
        ...mail.mutations,
      ],
      result: undefined,
    };
  });
}

/**
 * Stores the same password under a stronger hash; no session ends. Does nothing if the password was changed meanwhile.
 */
export async function writeStrongerHash(
  context: StoreContext,
  accountId: AccountId,
  { former, next }: PasswordChange,
): Promise<void> {
  await transaction(context, async (read) => {
    const { account, user } = await readMember(read, accountId);
    const changed: UserRecord = { ...user.value, passwordHash: next };
    const isSame = user.value.passwordHash === former;
    return { checks: [account, user], mutations: isSame ? [put(user.key, changed)] : [], result: undefined };
  });
}
