import type { components } from "../../../../clients/typescript/mod.ts";
import { jsonOf, refusalOf } from "../../../refusal.ts";
import { send } from "../../../session/send.ts";
import { isObject, type JsonObject } from "../json.ts";
import { resolved, type Schemas, schemasOf } from "../schema.ts";

export type Preflight = components["schemas"]["Preflight"];
export type Conflict = NonNullable<Preflight["conflict"]>;
export type Relaxation = Conflict["relaxation"][number];

/** A doubt of the service, or of the reader of files, about a request or its data. */
export interface Doubt {
  readonly code: string;
  readonly severity: "wrong" | "check" | "note";
  readonly detail: string;
  /** Numbers and words on which it rests. */
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** Returns the part of a request that a preflight takes. */
export function preflightBody(request: JsonObject, schemas: Schemas): JsonObject {
  const known = new Set(schemasOf(resolved(schemas.PreflightRequest ?? {}, schemas)).map(([name]) => name));
  const body = Object.entries(request).filter(([name]) => known.has(name));
  return { constraints: {}, ...Object.fromEntries(body) };
}

/** A preflight that the service has answered, or asks to send again later. */
export type PreflightAnswer =
  | { readonly kind: "answered"; readonly preflight: Preflight }
  | { readonly kind: "later"; readonly seconds: number };

/** Asks for a preflight. Throws a `Refusal` where the service refuses it for good. */
export async function askPreflight(body: Blob, signal: AbortSignal): Promise<PreflightAnswer> {
  const headers = { "content-type": "application/json" };
  const address = `${location.origin}/constraints/preflight`;
  const response = await send(new Request(address, { method: "POST", headers, body, signal }));
  if (response.status === 429 || response.status === 503) {
    await response.body?.cancel();
    return { kind: "later", seconds: Number(response.headers.get("retry-after") ?? 1) || 1 };
  }
  const answer = await jsonOf(response);
  if (!response.ok) throw refusalOf(response.status, answer);
  return { kind: "answered", preflight: answer };
}

/** Whether a problem document of a refused run has the conflict for which it was refused. */
export function conflictOf(problem: Readonly<Record<string, unknown>>): Conflict | null {
  const { conflict } = problem;
  // deno-lint-ignore no-explicit-any -- the contract of the route promises this shape
  return isObject(conflict) ? conflict as any : null;
}
