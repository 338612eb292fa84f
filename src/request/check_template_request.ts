import { FaultList } from "../faults/fault_list.ts";
import { isObject } from "../faults/json_object.ts";
import { parseBySchema } from "../faults/parse_by_schema.ts";
import { runSchema } from "./parse_run.ts";
import { assetsPart, readHistory } from "./parts/assets.ts";
import { readConstraints } from "./parts/constraints.ts";
import { datesPart } from "./parts/dates.ts";
import { readEstimators } from "./parts/estimators.ts";
import { MOST_METHODS, readMethods } from "./parts/methods.ts";
import type { Fields } from "./parts/part.ts";

/**
 * Checks the request that a saved template for runs contains: a body of POST /jobs or a part of one. Fields that are
 * present must be valid; missing fields are no fault. Names of assets and maps are looked up only when a run is made
 * from the template. Throws `validation_failed` with every fault, each with a JSON Pointer below `base`.
 */
export function checkTemplateRequest(request: Fields, base: string): void {
  const all = new FaultList();
  const faults = all.within(base).only((pointer) => holds(request, pointer));
  const fields = parseBySchema(runSchema.partial({ methods: true }), request, faults);
  const history = readHistory(request, undefined, faults);
  readMethods(methodsIn(request), faults);
  if (isObject(request.constraints)) readConstraints(request.constraints, faults.within("/constraints"));
  readEstimators(request, fields?.moments, faults);
  if (isObject(request.rolling_backtest)) {
    readMethods(methodsIn(request.rolling_backtest), faults.within("/rolling_backtest"));
  }
  if (fields !== null) {
    datesPart.rules(fields, { history }, faults);
    if (INPUTS.some((input) => request[input] !== undefined)) {
      assetsPart.rules(fields, { beside: undefined, history }, faults);
    }
  }
  all.throwIfAny();
}

const INPUTS = ["stocks", "funds", "prices", "returns", "moments", "scenarios"] as const;

function methodsIn({ methods }: Fields): readonly unknown[] {
  return Array.isArray(methods) ? methods.slice(0, MOST_METHODS) : [];
}

/**
 * Whether a request has a value at a JSON Pointer (RFC 6901). The fault of a missing field points to where the field
 * should be, so it is not reported for a template.
 */
function holds(request: Fields, pointer: string): boolean {
  let value: unknown = request;
  for (const segment of pointer.split("/").slice(1)) {
    const name = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return false;
    value = Reflect.get(value, name);
  }
  return true;
}
