import { z } from "zod";
import { isoTimestamp } from "../../../domain/instant.ts";
import { billingPeriodOf, type Meter } from "../../../domain/meter.ts";
import { METER_NAMES } from "../../../domain/job_kinds.ts";
import { PLAN_NAMES } from "../../../domain/plan.ts";
import { defineEndpoint } from "../../endpoint.ts";

const meterBody = z.strictObject({
  name: z.enum(METER_NAMES),
  used: z.int(),
  limit: z.int().nullable().meta({ description: "Null is unlimited" }),
  resets_at: z.iso.datetime(),
}).meta({ id: "Meter" });

const billingBody = z.strictObject({
  plan: z.enum(PLAN_NAMES),
  period: z.strictObject({ start: z.iso.datetime(), end: z.iso.datetime() }),
  meters: z.array(meterBody),
  storage_bytes: z.strictObject({
    used: z.int(),
    limit: z.int().nullable().meta({ description: "Null is unlimited" }),
  }).meta({
    description: "Bytes that the account's runs, simulations and backtests hold until they are deleted",
  }),
  running_jobs: z.strictObject({
    limit: z.int().nullable().meta({ description: "Null is unlimited" }),
  }).meta({ description: "Jobs of the account that run at the same time; further ones wait in the queue" }),
}).meta({ id: "Billing" });

export const getBilling = defineEndpoint({
  method: "GET",
  path: "/billing/me",
  summary: "Read the plan, its meters of this calendar month, UTC, its storage and its running jobs",
  credential: "session",
  rateLimit: "rest",
  responses: { 200: { description: "The plan, its meters, its storage and its running jobs", body: billingBody } },
}, async ({ account }, { meters, clock }) => {
  const { start, end } = billingPeriodOf(clock.now());
  const [usage, storage] = await Promise.all([meters.usage(account.id), meters.storage(account.id)]);
  const period = { start: isoTimestamp(start), end: isoTimestamp(end) };
  return {
    status: 200,
    body: {
      plan: account.plan,
      period,
      meters: usage.map(presentMeter),
      storage_bytes: { used: storage.usedBytes, limit: storage.limitBytes },
      running_jobs: { limit: meters.runningAtMost(account.plan) },
    },
  };
});

function presentMeter({ name, used, limit, resetsAt }: Meter): z.input<typeof meterBody> {
  return { name, used, limit, resets_at: isoTimestamp(resetsAt) };
}
