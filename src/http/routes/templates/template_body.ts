import { z } from "zod";
import { line } from "../../../accounts/fields.ts";
import type { DeepReadonly } from "../../../domain/deep_readonly.ts";
import { isoTimestamp } from "../../../domain/instant.ts";
import type { Template } from "../../../domain/template.ts";

/** Schema of the name that a user gives to a template: one line of 1 to 100 characters. */
export const templateName = line(100);

export const templateBody = z.strictObject({
  template_id: z.string(),
  name: z.string(),
  request: z.record(z.string(), z.unknown()).meta({ description: "The request as it was sent" }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
}).meta({ id: "Template" });

/** Returns the JSON body that shows a template. */
export function presentTemplate(
  { id, name, request, createdAt, updatedAt }: Template,
): DeepReadonly<z.input<typeof templateBody>> {
  return {
    template_id: id,
    name,
    request,
    created_at: isoTimestamp(createdAt),
    updated_at: isoTimestamp(updatedAt),
  };
}
