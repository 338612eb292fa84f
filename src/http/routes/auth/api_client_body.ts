import { z } from "zod";
import { line, paragraph } from "../../../accounts/fields.ts";
import type { ApiClient } from "../../../domain/api_client.ts";
import { isoTimestamp } from "../../../domain/instant.ts";
import { pageOf } from "../../pagination.ts";

export const apiClientName = line(100);
export const apiClientDescription = paragraph(1_000);

export const apiClientBody = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  created_at: z.iso.datetime(),
}).meta({ id: "ApiClient" });

export const apiClientList = pageOf(apiClientBody, "ApiClientList");

/** Returns the JSON body that shows an API client. */
export function presentApiClient({ id, name, description, createdAt }: ApiClient): z.input<typeof apiClientBody> {
  return { id, name, description, created_at: isoTimestamp(createdAt) };
}
