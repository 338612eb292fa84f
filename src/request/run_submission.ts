import type { ByteRange } from "../domain/artifact.ts";
import type { Market } from "../domain/asset.ts";
import { largestWorkOf, workOfRun } from "./counted_work.ts";
import { hasExaminedEstimates } from "./parts/estimators.ts";
import { isObject } from "../faults/json_object.ts";
import { jsonParts } from "./json_parts.ts";
import { type NamedUpload, uploadNamedIn } from "./parts/upload.ts";
import type { OptimizationRequest } from "./optimization_request.ts";
import type { Fields } from "./parts/part.ts";
import { runConfig } from "./run_request.ts";

/** Type of the data that is stored of a run when it is submitted. */
export interface RunSubmission {
  readonly name: string | null;
  readonly market: Market;
  readonly mode: "construct" | "rebalance";
  readonly methods: readonly string[];
  readonly constraintFamilies: readonly string[];
  /** Body of the run with every default filled in, as JSON bytes. */
  readonly config: Uint8Array<ArrayBuffer>;
  /**
   * Bytes of the config between the braces of the caller's own prices or returns, which are rows or the name of an
   * upload, or between the brackets or quotes of the returns of scenarios; null if the caller sent none.
   */
  readonly historyPlace: ByteRange | null;
  /** Upload from which the history of the run comes; null if it comes from elsewhere. */
  readonly upload: NamedUpload | null;
  readonly chainsSimulation: boolean;
  /** Counted work of the run. */
  readonly work: number;
  /** Counted work of the largest job that the run makes: the run itself, or the simulation that follows it. */
  readonly largestWork: number;
  /** Whether a worker must check the run before it is accepted (preflight). */
  readonly needsPreflight: boolean;
}

/** Returns the data to store for a submitted run, from its request and the body that it was read from. */
export function runSubmission(body: unknown, request: OptimizationRequest): RunSubmission {
  const { name = null, market, starting_portfolio: startingPortfolio, methods, constraints } = request;
  const families = [constraints, ...methods.map((method) => method.constraints ?? {})].flatMap(Object.keys);
  return {
    name,
    market,
    mode: startingPortfolio === undefined ? "construct" : "rebalance",
    methods: methods.map(({ method }) => method),
    constraintFamilies: [...new Set(families)],
    ...encodedConfig(runConfig(body, request)),
    upload: uploadNamedIn(body),
    chainsSimulation: request.monte_carlo !== undefined,
    work: workOfRun(request),
    largestWork: largestWorkOf(request),
    needsPreflight: families.length > 0 || hasExaminedEstimates(request),
  };
}

/** Encodes a config as JSON, and finds the place of its history. The bytes are those of `JSON.stringify`. */
function encodedConfig(config: Fields): Pick<RunSubmission, "config" | "historyPlace"> {
  const parts = jsonParts(config),
    length = parts.reduce((sum, part) => sum + part.before.length + part.value.length, 1);
  const bytes = new Uint8Array(length);
  let at = 0, historyPlace: ByteRange | null = null;
  for (const { before, name, value } of parts) {
    bytes.set(before, at);
    at += before.length;
    bytes.set(value, at);
    const place = placeOfRows(name, { value, sent: config[name] });
    if (place !== null) historyPlace = { start: at + place.start, end: at + place.end };
    at += value.length;
  }
  bytes[at] = "}".charCodeAt(0);
  return { config: bytes, historyPlace };
}

/** Returns the place of the rows in the JSON text of a field's value; null if the field has no history. */
function placeOfRows(
  field: string,
  { value, sent }: { readonly value: Uint8Array; readonly sent: unknown },
): ByteRange | null {
  if (field === "prices" || field === "returns") return { start: 1, end: value.length - 1 };
  return field === "scenarios" && isObject(sent) ? placeOfScenarios(sent, value.length) : null;
}

/**
 * Returns the place of the returns in the JSON text of scenarios of this length. Their probabilities stand beside them
 * and are kept.
 */
function placeOfScenarios(scenarios: Fields, length: number): ByteRange | null {
  const form = ["matrix", "base64"].find((form) => scenarios[form] !== undefined);
  if (form === undefined) return null;
  // The text with an empty text in place of the returns, which may be too large to be made twice.
  const parts = jsonParts({ ...scenarios, [form]: "" }), place = parts.findIndex(({ name }) => name === form);
  const lengthOf = (some: typeof parts): number =>
    some.reduce((sum, { before, value }) => sum + before.length + value.length, 0);
  return { start: lengthOf(parts.slice(0, place + 1)) - 1, end: length - lengthOf(parts.slice(place + 1)) - 2 };
}
