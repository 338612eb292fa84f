import { METER_NAMES, type MeterName } from "../../src/domain/job_kinds.ts";
import { PLAN_LIMITS, type PlanName } from "../../src/domain/plan.ts";

/**
 * State of a usage meter, which counts an account's jobs of some kinds, such as `optimization_runs`: the count so far,
 * and the limit of the account's plan (null if unlimited).
 */
interface UsedMeter {
  readonly name: MeterName;
  readonly used: number;
  readonly limit: number | null;
}

/**
 * Returns the state of every usage meter of an account on a built-in plan. Meters that `used` does not name have a
 * count of 0.
 */
export function usedMeters(
  used: Readonly<Partial<Record<MeterName, number>>> = {},
  plan: PlanName = "free",
): readonly UsedMeter[] {
  return METER_NAMES.map((name) => ({ name, used: used[name] ?? 0, limit: PLAN_LIMITS[plan][name] }));
}
