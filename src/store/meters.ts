import { AccountMissing } from "../domain/account.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import { billingPeriodOf, type Meter } from "../domain/meter.ts";
import { METER_NAMES, type MeterName } from "../domain/job_kinds.ts";
import type { PlanLimits } from "../domain/plan.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import type { AccountRecord } from "./records.ts";
import { storedBytesOf } from "./stored_bytes.ts";
import { type Change, put, putUntil, type Reader } from "./transaction.ts";

/** What accounts have used by calendar month, UTC, and what they hold. */
export interface MeterRepository {
  /** Every meter with the limits of the account's plan. Throws `not_found`. */
  usage(accountId: AccountId): Promise<readonly Meter[]>;
  /** The bytes that the account's jobs hold. Throws `not_found`. */
  storage(accountId: AccountId): Promise<StorageUse>;
  /** What was counted in each month, oldest first; meters that counted nothing are left out. */
  history(accountId: AccountId): Promise<readonly CountedMonth[]>;
}

/** How many bytes an account's jobs hold: what they were submitted with, their inputs and their artifacts. */
export interface StorageUse {
  readonly usedBytes: number;
  /** Null is unlimited. */
  readonly limitBytes: number | null;
}

/** What a meter counted in a month. */
export interface CountedMonth {
  /** `YYYY-MM`, UTC */
  readonly period: string;
  readonly name: MeterName;
  readonly used: number;
}

/** Meters over the KV, with the limits of the plans. */
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
        used: counts[index].value ?? 0,
        limit: limits[name],
        resetsAt: period.end,
      }));
    },
    async storage(accountId) {
      const { value: account } = await kv.get<AccountRecord>(keys.account(accountId));
      if (account === null) throw new AccountMissing(accountId);
      return { usedBytes: await storedBytesOf(kv, accountId), limitBytes: planLimits[account.plan].storage_bytes };
    },
    async history(accountId) {
      const entries = await Array.fromAsync(kv.list<number>({ prefix: keys.meters(accountId) }));
      return entries.flatMap(({ key: [, , , period, counted], value: used }) =>
        METER_NAMES.filter((name) => name === counted).map((name) => ({ period: String(period), name, used }))
      );
    },
  };
}

/**
 * Counts one more on a meter, or on none, for the operation that accepts a job. Throws `quota_exceeded` when the
 * month's limit is reached, and `not_found` without the account.
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
    const detail = `Cannot take more: ${used} of ${limit} ${meter} of this month are used`;
    throw new DomainError("quota_exceeded", detail, { retryAfterSeconds: Math.ceil((period.end - now) / 1_000) });
  }
  return { checks: [account, count], mutations: [put(count.key, used + 1)] };
}

/** What keeps the month's meters of an account for its address, for the operation that deletes it. */
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
    const { value: used } = counts[index];
    return used === null ? [] : [putUntil(keys.meterOfAddress(email, period.id, name), used, until)];
  });
  return { checks: counts, mutations };
}

/** What goes on with the month's meters of an address, for the operation that makes an account of it. */
export async function metersTakenUp(
  { clock }: StoreContext,
  read: Reader,
  { accountId, email }: { accountId: AccountId; email: string },
): Promise<Pick<Change<unknown>, "checks" | "mutations">> {
  const period = billingPeriodOf(clock.now());
  const kept = await read.getMany<number[]>(METER_NAMES.map((name) => keys.meterOfAddress(email, period.id, name)));
  const mutations = METER_NAMES.flatMap((name, index) => {
    const { value: used } = kept[index];
    return used === null ? [] : [put(keys.meter(accountId, period.id, name), used)];
  });
  return { checks: [], mutations };
}

async function existingAccount(read: Reader, accountId: AccountId): Promise<Deno.KvEntry<AccountRecord>> {
  const account = await read.get<AccountRecord>(keys.account(accountId));
  if (account.value === null) throw new AccountMissing(accountId);
  return account;
}
