import { z } from "zod";
import { JOB_KINDS, METER_NAMES, type MeterName } from "./job_kinds.ts";

export const PLAN_NAMES = ["free", "pro", "enterprise"] as const;
export type PlanName = typeof PLAN_NAMES[number];

/**
 * Names of the limits of a plan: each usage meter for a calendar month, the bytes of stored files, and the number of
 * jobs that run at the same time.
 */
const LIMIT_NAMES = [...METER_NAMES, "storage_bytes", "running_jobs"] as const;
type LimitName = typeof LIMIT_NAMES[number];

/** Type of the limits of all plans, by plan and name of the limit; null means unlimited. */
export type PlanLimits = Readonly<Record<PlanName, Readonly<Record<LimitName, number | null>>>>;

const GIB = 1024 ** 3;

/** Default plan limits, for an installation that sets none of its own. */
export const PLAN_LIMITS: PlanLimits = {
  free: { ...monthlyLimits("free"), storage_bytes: 10 * GIB, running_jobs: 4 },
  pro: { ...monthlyLimits("pro"), storage_bytes: 100 * GIB, running_jobs: 16 },
  enterprise: { ...monthlyLimits("enterprise"), storage_bytes: 1_024 * GIB, running_jobs: 64 },
};

/**
 * Number of queued jobs that an account gets in one turn, by plan: accounts follow one another, and the jobs of the
 * largest plan wait less. No more than two, because the next account waits for all of them.
 */
export const JOBS_IN_TURN: Readonly<Record<PlanName, number>> = { free: 1, pro: 1, enterprise: 2 };

const limit = z.int().nonnegative().nullable();
/** With a limit of zero, accepted jobs would wait forever. */
const limitOf = (name: LimitName): typeof limit => name === "running_jobs" ? z.int().positive().nullable() : limit;
const limitsOfPlan: z.ZodType<Readonly<Partial<Record<LimitName, number | null>>>> = z.strictObject(
  Object.fromEntries(LIMIT_NAMES.map((name) => [name, limitOf(name).exactOptional()])),
);

/** Schema of the plan limits that an installation overrides: plan → name of the limit → number or null. */
export const planLimitsOverride = z.strictObject({
  free: limitsOfPlan.optional(),
  pro: limitsOfPlan.optional(),
  enterprise: limitsOfPlan.optional(),
});

/** Returns the limits of all plans: those that the installation sets, and the default limits for all others. */
export function planLimits(override: z.output<typeof planLimitsOverride>): PlanLimits {
  return {
    free: limitsWith(PLAN_LIMITS.free, override.free),
    pro: limitsWith(PLAN_LIMITS.pro, override.pro),
    enterprise: limitsWith(PLAN_LIMITS.enterprise, override.enterprise),
  };
}

function limitsWith(
  built: PlanLimits[PlanName],
  override: z.output<typeof limitsOfPlan> = {},
): PlanLimits[PlanName] {
  return { ...built, ...override };
}

/**
 * Returns the largest number of jobs that a plan allows in a month on each usage meter, from `JOB_KINDS`; null means
 * unlimited. Throws an `Error` if a meter has no limit.
 */
function monthlyLimits(plan: PlanName): Readonly<Record<MeterName, number | null>> {
  const limits: Partial<Record<MeterName, number | null>> = {};
  for (const { meter, monthly } of Object.values(JOB_KINDS)) if (meter !== null) limits[meter] = monthly[plan];
  if (!hasEveryMeter(limits)) throw new Error("A meter has no limit");
  return limits;
}

function hasEveryMeter(
  limits: Partial<Record<MeterName, number | null>>,
): limits is Record<MeterName, number | null> {
  return METER_NAMES.every((meter) => limits[meter] !== undefined);
}
