import { loadable } from "./loaded.ts";
import { jsonOf, refusalOf } from "./refusal.ts";
import { send } from "./session/send.ts";

/** A schema of the service's OpenAPI document, as far as forms read it. */
export interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly $ref?: string;
}

export interface OpenApiDocument {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The OpenAPI document of the service, of which forms are made: it has the choices and limits of every field. */
export const openApi = loadable(async (_key, signal): Promise<OpenApiDocument> => {
  const response = await send(new Request("/openapi.json", { signal }));
  const body = await jsonOf(response);
  if (!response.ok) throw refusalOf(response.status, body);
  return body;
});

/** Returns the schema of a field of a request body; an empty one if the document does not have it. */
export function fieldSchema(document: OpenApiDocument | null, body: string, field: string): Schema {
  return document?.components.schemas[body]?.properties?.[field] ?? {};
}
