import { z } from "zod";
import { line } from "../../../accounts/fields.ts";
import type { ApiKey } from "../../../domain/api_key.ts";
import { isoTimestamp } from "../../../domain/instant.ts";
import { SCOPES } from "../../../domain/scope.ts";
import { pageOf } from "../../pagination.ts";

export const apiKeyName = line(100);

/** Schema of an API key's scopes: at least one. A scope that is given twice counts once. */
export const apiKeyScopes = z.array(z.enum(SCOPES)).min(1).max(20).transform((scopes) => [...new Set(scopes)]);

export const apiKeyBody = z.strictObject({
  id: z.string(),
  client_id: z.string(),
  name: z.string(),
  prefix: z.string().meta({ description: "How the key begins; its secret is not part of it." }),
  scopes: z.array(z.enum(SCOPES)),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
}).meta({ id: "ApiKey" });

export const apiKeyList = pageOf(apiKeyBody, "ApiKeyList");

export const createdApiKeyBody = apiKeyBody.omit({ prefix: true, last_used_at: true }).extend({
  key: z.string().meta({ description: "The API key itself: shown here and never again." }),
}).meta({ id: "CreatedApiKey" });

/** Returns the JSON body that shows an API key in lists, without its secret. */
export function presentApiKey(key: ApiKey): z.input<typeof apiKeyBody> {
  return {
    id: key.id,
    client_id: key.clientId,
    name: key.name,
    prefix: key.prefix,
    scopes: [...key.scopes],
    created_at: isoTimestamp(key.createdAt),
    last_used_at: key.lastUsedAt === null ? null : isoTimestamp(key.lastUsedAt),
  };
}

/** Returns the JSON body of a new API key, including the key's secret text. */
export function presentCreatedApiKey(key: ApiKey, text: string): z.input<typeof createdApiKeyBody> {
  const { id, clientId, name, scopes, createdAt } = key;
  return { id, client_id: clientId, name, key: text, scopes: [...scopes], created_at: isoTimestamp(createdAt) };
}
