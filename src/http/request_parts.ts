import { z } from "zod";
import { DomainError, type Fault, jsonPointer } from "../domain/errors.ts";
import { faultsOfIssues, schemaFaults } from "../jobs/schema_faults.ts";
import type { Contract } from "./contract.ts";
import { faultOfText, MOST_FAULTS, readJsonBody } from "./json_body.ts";
import { DEFAULT_BODY_BYTES } from "./middleware/body_limit.ts";

/** What a request says, checked against its contract. */
export interface RequestParts {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly query: unknown;
  readonly body: unknown;
}

/** Checks path, query and body; throws `not_found` for an id that no resource can have, and `validation_failed` with every fault of query and body. */
export async function requestParts(
  contract: Contract,
  { request, url, parameters }: { request: Request; url: URL; parameters: Readonly<Record<string, string>> },
): Promise<RequestParts> {
  const checkedParameters = checkParameters(contract, parameters);
  const faults: Fault[] = [];
  const query = checkQuery(contract.query ?? NO_QUERY, url, faults);
  const body = contract.body === undefined ? undefined : checkBody(contract, await rawBody(contract, request), faults);
  if (faults.length > 0) throw refusalOf(faults);
  return { parameters: checkedParameters, query, body };
}

const NO_QUERY = z.strictObject({});

/** An id of the wrong shape names nothing: it is not found, as any other id without a resource. */
function checkParameters(contract: Contract, parameters: Readonly<Record<string, string>>): Record<string, unknown> {
  const checked: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(contract.parameters ?? {})) {
    const parsed = schema.safeParse(parameters[name]);
    if (!parsed.success || faultOfText(parameters[name]) !== null) {
      throw new DomainError("not_found", "Cannot find this resource");
    }
    checked[name] = parsed.data;
  }
  return checked;
}

function checkQuery(schema: z.ZodObject, url: URL, faults: Fault[]): unknown {
  const values: Record<string, string> = {};
  for (const name of url.search === "" ? [] : new Set(url.searchParams.keys())) {
    const [value, ...others] = url.searchParams.getAll(name);
    const fault = others.length > 0 ? `Cannot take "${name}" more than once` : faultOfText(value);
    if (fault === null && name !== "__proto__") values[name] = value;
    else faults.push({ pointer: jsonPointer("query", name), detail: fault ?? `Cannot find field "${name}"` });
  }
  const told = new Set(faults.map(({ pointer }) => pointer));
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  for (const { pointer, detail } of schemaFaults(schema, values)) {
    if (!told.has(`/query${pointer}`)) faults.push({ pointer: `/query${pointer}`, detail });
  }
  return undefined;
}

async function rawBody(contract: Contract, request: Request): Promise<unknown> {
  const { bodyMayBeEmpty = false, maxBytes = DEFAULT_BODY_BYTES } = contract;
  const body = await readJsonBody(request, { mayBeEmpty: bodyMayBeEmpty, maxBytes });
  return body === undefined ? {} : body;
}

function checkBody(contract: Contract, raw: unknown, faults: Fault[]): unknown {
  if (contract.body === undefined) return undefined;
  const parsed = contract.body.safeParse(raw);
  if (parsed.success) return parsed.data;
  const found = faultsOfIssues(parsed.error.issues, { schema: contract.body, value: raw }, MOST_FAULTS + 1);
  if (contract.unknownField !== undefined && parsed.error.issues.some((issue) => issue.code === "unrecognized_keys")) {
    throw new DomainError(contract.unknownField, found[0].detail, { faults: found.slice(0, MOST_FAULTS) });
  }
  for (const fault of found) faults.push(fault);
  return undefined;
}

function refusalOf(faults: readonly Fault[]): DomainError {
  const count = faults.length > MOST_FAULTS ? `more than ${MOST_FAULTS}` : String(faults.length);
  const detail = faults.length === 1 ? faults[0].detail : `Cannot accept the request: it has ${count} faults`;
  return new DomainError("validation_failed", detail, { faults: faults.slice(0, MOST_FAULTS) });
}
