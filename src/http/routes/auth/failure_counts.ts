import { createHash } from "node:crypto";
import { networkOf } from "../../../domain/network.ts";
import { emailKey } from "../../../domain/user.ts";
import { FAILURES_OF_ACCOUNT, FAILURES_OF_ACCOUNT_IN_ALL, FAILURES_OF_ADDRESS } from "../../middleware/rate_limit.ts";
import type { RateLimitRule } from "../../middleware/rate_limit_rule.ts";

/**
 * Type of a count of failed attempts to sign in: the rate limit, and the subject (an address or an account) that is
 * counted.
 */
export interface FailureCount {
  readonly rule: RateLimitRule;
  readonly subject: string;
}

/** Returns the rate limit and the subject under which failed sign-ins from a client address are counted. */
export function failuresOfAddress(address: string): FailureCount {
  return { rule: FAILURES_OF_ADDRESS, subject: networkOf(address) };
}

/**
 * Returns the rate limits and subjects under which failed sign-ins to an account named by its e-mail address are
 * counted, whether the account exists or not.
 */
export function failuresOfEmail(email: string, address: string): readonly FailureCount[] {
  // The e-mail address is counted by its digest: the store then keeps no addresses of people without an account, and
  // its keys have a bounded length.
  return failuresOf(createHash("sha256").update(emailKey(email)).digest("hex"), address);
}

/** Returns the rate limits and subjects under which failed attempts for a known account are counted. */
export function failuresOfAccount(accountId: string, address: string): readonly FailureCount[] {
  return failuresOf(accountId, address);
}

function failuresOf(subject: string, address: string): readonly FailureCount[] {
  return [
    { rule: FAILURES_OF_ACCOUNT, subject: `${subject} ${networkOf(address)}` },
    { rule: FAILURES_OF_ACCOUNT_IN_ALL, subject },
  ];
}
