import { z } from "zod";
import { entryAt } from "../domain/entry_at.ts";
import { DomainError, jsonPointer } from "../domain/errors.ts";
import { FaultList } from "../faults/fault_list.ts";
import { faultOfText } from "../faults/json_text.ts";
import { countOfIssues, faultsOfIssues, schemaFaults } from "../faults/schema_faults.ts";
import { countedFaults, type FoundFault, MOST_FAULTS } from "../faults/told_faults.ts";
import { CLIENT_DEADLINES } from "./client_deadlines.ts";
import type { Contract } from "./contract.ts";
import { readFormBody } from "./form_body.ts";
import { type JsonBodyOptions, readJsonBody } from "./json_body.ts";
import { DEFAULT_BODY_BYTES } from "./middleware/body_limit.ts";
import { queryValues } from "./query_values.ts";
import { fieldNotFound } from "../faults/field_not_found.ts";

/** Type of the path parameters, query and body of a request after validation against the endpoint's contract. */
export interface RequestParts {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * Type of the options for reading a request body: time limits (a service's own if absent) and the reservation of
 * memory.
 */
export type BodyReading = Pick<JsonBodyOptions, "deadlines" | "place">;

/**
 * Validates path parameters, query and body of a request against the contract. Throws `not_found` for a path parameter
 * that no resource can have, the errors of `readJsonBody` or `readFormBody`, and `validation_failed` with the faults of
 * query and body together.
 */
export async function requestParts(
  contract: Contract,
  { request, url, parameters }: { request: Request; url: URL; parameters: Readonly<Record<string, string>> },
  { deadlines = CLIENT_DEADLINES, place }: BodyReading = {},
): Promise<RequestParts> {
  const checkedParameters = checkParameters(contract, parameters);
  const faults = new FaultList();
  const query = checkQuery(contract.query ?? NO_QUERY, url, faults);
  const isLeft = contract.method === "GET" || contract.takesFile !== undefined;
  const schema = contract.body ?? (isLeft ? undefined : NO_BODY);
  const body = schema && checkBody(schema, await rawBody(contract, request, { deadlines, place }), faults);
  faults.throwIfAny();
  return { parameters: checkedParameters, query, body: contract.body && body };
}

const NO_QUERY = z.strictObject({});
/**
 * Schema of the request body for an endpoint that takes none: only an empty object. A GET body has no meaning and is
 * ignored.
 */
const NO_BODY = z.strictObject({});

/**
 * Largest length in characters of a path parameter, whatever its schema, because a key of the store holds 2 KiB. Signed
 * links of this service have less than half as many.
 */
const LONGEST_PARAMETER = 1_024;

/**
 * Validates the path parameters of a request. Throws `not_found` for a value of the wrong shape, as for an id without a
 * resource.
 */
function checkParameters(contract: Contract, parameters: Readonly<Record<string, string>>): Record<string, unknown> {
  const checked: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(contract.parameters ?? {})) {
    const value = parameters[name] ?? "";
    const parsed = value.length > LONGEST_PARAMETER ? null : schema.safeParse(value);
    if (!parsed?.success || faultOfText(value) !== null) {
      throw new DomainError("not_found", "Cannot find this resource");
    }
    checked[name] = parsed.data;
  }
  return checked;
}

function checkQuery(schema: z.ZodObject, url: URL, faults: FaultList): unknown {
  const { values, faults: found } = queryValues(url);
  faults.addAll(found);
  const told = new Set(found.map(({ pointer }) => pointer));
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  for (const { pointer, detail } of schemaFaults(schema, values)) {
    if (!told.has(`/query${pointer}`)) faults.add(`/query${pointer}`, detail);
  }
  return undefined;
}

async function rawBody(contract: Contract, request: Request, reading: BodyReading): Promise<unknown> {
  if (contract.takesForm) return await readFormBody(request, reading.deadlines ?? CLIENT_DEADLINES);
  const { bodyMayBeEmpty = contract.body === undefined, maxBytes = DEFAULT_BODY_BYTES } = contract;
  const body = await readJsonBody(request, {
    mayBeEmpty: bodyMayBeEmpty,
    maxBytes,
    tooLargeAdvice: contract.tooLargeAdvice,
    mostValues: contract.mostValues,
    leavesLargeUnread: contract.leavesLargeBodyUnread,
    ...reading,
    beforeTexts: (value) => refuseUnknownFields(contract, value),
  });
  return body === undefined ? {} : body;
}

/**
 * Throws the contract's own error code if the top level of a body has fields that its schema does not have. The error
 * lists these fields first, named as the caller wrote them, and then the other faults of the body.
 */
function refuseUnknownFields({ body, unknownField }: Contract, value: unknown): void {
  if (unknownField === undefined || !(body instanceof z.ZodObject)) return;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  const { error } = body.safeParse(value);
  const all = faultsOfIssues(error?.issues ?? [], { schema: body, value }).map(wellFormed);
  const found = new Map(all.map((fault) => [fault.pointer, fault]));
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(body.shape, name)).map((name) => {
    const fault = wellFormed({ pointer: jsonPointer(name), detail: fieldNotFound(name) });
    return found.get(fault.pointer) ?? fault;
  });
  if (unknown.length === 0) return;
  for (const { pointer } of unknown) found.delete(pointer);
  const faults = countedFaults([...unknown, ...found.values()], unknown.length + found.size);
  throw new DomainError(unknownField, entryAt(faults, 0).detail, { faults });
}

function wellFormed({ pointer, detail }: FoundFault): FoundFault & { readonly pointer: string } {
  return {
    pointer: (typeof pointer === "string" ? pointer : pointer()).toWellFormed(),
    detail: (suggest) => (typeof detail === "string" ? detail : detail(suggest)).toWellFormed(),
  };
}

function checkBody(schema: z.ZodType, raw: unknown, faults: FaultList): unknown {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  faults.addAll(faultsOfIssues(issues, { schema, value: raw }, MOST_FAULTS), countOfIssues(issues));
  return undefined;
}
