import { z } from "zod";
import type { ToolCall } from "./tool.ts";

const field = z.object({
  name: z.string(),
  type: z.string(),
  required: z.boolean(),
  default: z.unknown(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  choices: z.array(z.string()).nullable(),
  description: z.string().nullable(),
});
export type FieldRead = z.output<typeof field>;

const variant = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  parameters: z.array(field),
});

const methods = z.object({
  methods: z.array(variant.extend({
    group: z.string(),
    min_assets: z.int(),
    min_observations: z.int(),
    needs_benchmark: z.boolean(),
    needs_expected_returns: z.boolean(),
    needs_starting_portfolio: z.boolean(),
    enforces: z.array(z.string()),
  })),
  estimators: z.object({ expected_returns: z.array(variant), covariance: z.array(variant) }),
  measures: z.array(variant),
  metrics: z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })),
  doubts: z.array(z.object({ id: z.string(), severity: z.string(), meaning: z.string() })),
  submission: z.object({ fields: z.array(field), limits: z.record(z.string(), z.number()) }),
});
const rules = z.object({
  families: z.array(z.object({ id: z.string(), name: z.string(), description: z.string(), fields: z.array(field) })),
});

/** Everything that the service can tell about methods, rules, estimators, measures and the fields of a request. */
export type Catalogue = z.output<typeof methods> & z.output<typeof rules>;

let known: Catalogue | null = null;

/** Returns the catalogue, which is the same for all callers and never changes while the service runs. */
export async function catalogueOf({ api, signal }: Pick<ToolCall, "api" | "signal">): Promise<Catalogue> {
  known ??= {
    ...methods.parse(await api.ask("list_methods", {}, signal)),
    ...rules.parse(await api.ask("list_rules", {}, signal)),
  };
  return known;
}
