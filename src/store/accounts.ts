import type { Account } from "../domain/account.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { MailDraft } from "../domain/mail.ts";
import type { PlanName } from "../domain/plan.ts";
import type { User } from "../domain/user.ts";

/** What makes an account: its first user, and the mail that verifies the address. */
export interface SignUp {
  readonly email: string;
  readonly fullName: string;
  readonly passwordHash: string;
  readonly plan: PlanName;
  readonly verification: {
    /** SHA-256 of the token, as text. */
    readonly digest: string;
    readonly mail: MailDraft;
  };
}

export interface Member {
  readonly account: Account;
  readonly user: User;
}

export interface MemberWithPassword extends Member {
  readonly passwordHash: string;
}

/** Accounts and the user who signs in to each. */
export interface AccountRepository {
  /** Makes the account, its user, the verification token and its mail at once. Throws `email_taken`. */
  signUp(signUp: SignUp): Promise<Member>;
  find(accountId: AccountId): Promise<Account | null>;
  /** The account and its user. Throws `not_found`. */
  member(accountId: AccountId): Promise<Member>;
  /** By e-mail address, without case; null where nobody has it. */
  findByEmail(email: string): Promise<MemberWithPassword | null>;
  /** Throws `not_found`. */
  setDisplayName(accountId: AccountId, displayName: string | null): Promise<Member>;
  setPlan(accountId: AccountId, plan: PlanName): Promise<Account>;
  /** Confirms the address without a token: an operator's act. */
  verifyEmail(accountId: AccountId): Promise<Member>;
  /**
   * Ends the account in one operation: every credential of it is refused from now on and its address is free. What it owned is
   * deleted by the sweep, which resumes after a crash. Throws `not_found`.
   */
  remove(accountId: AccountId): Promise<void>;
}
