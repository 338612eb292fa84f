import { AccountMissing } from "../domain/account.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import { billingPeriodOf, type Meter } from "../domain/meter.ts";
import { METER_NAMES, type MeterName } from "../domain/job_kinds.ts";
import type { PlanLimits, PlanName } from "../domain/plan.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import type { AccountRecord } from "./records.ts";
import { storedBytesOf } from "./stored_bytes.ts";
import { type Change, put, putUntil, type Reader } from "./transaction.ts";

/** Repository of metered usage: jobs per calendar month (UTC) and stored bytes of an account. */
export interface MeterRepository {
  /** Returns every meter of the current month with the limits of the account's plan. Throws `not_found`. */
  usage(accountId: AccountId): Promise<readonly Meter[]>;
  /** Returns the number of bytes that the account's jobs store, with the plan's limit. Throws `not_found`. */
  storage(accountId: AccountId): Promise<StorageUse>;
  /** Number of jobs of an account that run at the same time on a plan; null means unlimited. */
  runningAtMost(plan: PlanName): number | null;
  /** Returns the counts of every month, oldest first; meters without a count are omitted. */
  history(accountId: AccountId): Promise<readonly CountedMonth[]>;
}

/** Type of the number of bytes that an account's jobs store (configs, inputs and artifacts), with the plan's limit. */
export interface StorageUse {
  readonly usedBytes: number;
  /** Largest number of stored bytes; null means unlimited. */
  readonly limitBytes: number | null;
}

/** Type of the number that one meter counted in one calendar month. */
export interface CountedMonth {
  /** Calendar month as `YYYY-MM`, UTC. */
  readonly period: string;
  readonly name: MeterName;
  readonly used: number;
}

/** Creates the repository of meters over Deno KV, with the limits of the plans. */
export function meterRepository({ kv, clock }: StoreContext, planLimits: PlanLimits): MeterRepository {
  return {
    async usage(accountId) {
      const period = billingPeriodOf(clock.now());
      const counted = METER_NAMES.map((name) => keys.meter(accountId, period.id, name));
      const [account, ...counts] = await kv.getMany<[AccountRecord, ...number[]]>([
        keys.account(accountId),
        ...counted,
      ]);
      if (account.value === null) throw new AccountMissing(accountId);
      const limits = planLimits[account.value.plan];
      return METER_NAMES.map((name, index): Meter => ({
        name,
        used: counts[index]?.value ?? 0,
        limit: limits[name],
        resetsAt: period.end,
      }));
    },
    async storage(accountId) {
      const { value: account } = await kv.get<AccountRecord>(keys.account(accountId));
      if (account === null) throw new AccountMissing(accountId);
      return { usedBytes: await storedBytesOf(kv, accountId), limitBytes: planLimits[account.plan].storage_bytes };
    },
    runningAtMost: (plan) => planLimits[plan].running_jobs,
    async history(accountId) {
      const entries = await Array.fromAsync(kv.list<number>({ prefix: keys.meters(accountId) }));
      return entries.flatMap(({ key: [, , , period, counted], value: used }) =>
        METER_NAMES.filter((name) => name === counted).map((name) => ({ period: String(period), name, used }))
      );
    },
  };
}

/**
 * Returns the checks and mutations that count one job on a meter, for the operation that accepts the job; a null meter
 * counts nothing. Throws `quota_exceeded` if the month's limit is reached, and `not_found` if the account does not
 * exist.
 */
export async function countOnMeter(
  { clock }: StoreContext,
  read: Reader,
  { accountId, meter, planLimits }: { accountId: AccountId; meter: MeterName | null; planLimits: PlanLimits },
): Promise<Pick<Change<unknown>, "checks" | "mutations">> {
  if (meter === null) return { checks: [await existingAccount(read, accountId)], mutations: [] };
  const now = clock.now();
  const period = billingPeriodOf(now);
  const [account, count] = await read.getMany<[AccountRecord, number]>([
    keys.account(accountId),
    keys.meter(accountId, period.id, meter),
  ]);
  if (account.value === null) throw new AccountMissing(accountId);
  const [used, limit] = [count.value ?? 0, planLimits[account.value.plan][meter]];
  if (limit !== null && used >= limit) {
    const detail = `Cannot accept the job: ${used} of ${limit} ${meter} of this month are used`;
    throw new DomainError("quota_exceeded", detail, { retryAfterSeconds: Math.ceil((period.end - now) / 1_000) });
  }
  return { checks: [account, count], mutations: [put(count.key, used + 1)] };
}

/**
 * Returns the checks and mutations that keep the current month's usage under a digest of the e-mail address, for the
 * operation that deletes the account.
 */
export async function metersKept(
  { clock }: StoreContext,
  read: Reader,
  { accountId, email }: { accountId: AccountId; email: string },
): Promise<Pick<Change<unknown>, "checks" | "mutations">> {
  const now = clock.now();
  const period = billingPeriodOf(now);
  const counts = await read.getMany<number[]>(METER_NAMES.map((name) => keys.meter(accountId, period.id, name)));
  const until = { expiresAt: period.end, now };
  const mutations = METER_NAMES.flatMap((name, index) => {
    const used = counts[index]?.value ?? null;
    return used === null ? [] : [putUntil(keys.meterOfAddress(email, period.id, name), used, until)];
  });
  return { checks: counts, mutations };
}

/**
 * Returns the checks and mutations that continue the current month's usage of an e-mail address, for the operation that
 * creates an account with this address.
 */
export async function metersTakenUp(
  { clock }: StoreContext,
  read: Reader,
  { accountId, email }: { accountId: AccountId; email: string },
): Promise<Pick<Change<unknown>, "checks" | "mutations">> {
  const period = billingPeriodOf(clock.now());
  const kept = await read.getMany<number[]>(METER_NAMES.map((name) => keys.meterOfAddress(email, period.id, name)));
  const mutations = METER_NAMES.flatMap((name, index) => {
    const used = kept[index]?.value ?? null;
    return used === null ? [] : [put(keys.meter(accountId, period.id, name), used)];
  });
  return { checks: [], mutations };
}

async function existingAccount(read: Reader, accountId: AccountId): Promise<Deno.KvEntry<AccountRecord>> {
  const account = await read.get<AccountRecord>(keys.account(accountId));
  if (account.value === null) throw new AccountMissing(accountId);
  return account;
}
