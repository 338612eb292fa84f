/** A fault of a request: where it is, as a JSON Pointer into the body, and a sentence on it. */
export interface Fault {
  readonly pointer: string;
  readonly detail: string;
}

/**
 * Error for a request that the service refused, or that did not reach it. Its message is the sentence for the person.
 */
export class Refusal extends Error {
  /** HTTP status of the answer; 0 if there was no answer. */
  readonly status: number;
  /** Stable word of the service for this refusal; `unreachable` if there was no answer. */
  readonly code: string;
  readonly faults: readonly Fault[];
  /** The whole problem document, for pages that show more of it, such as a conflict of rules. */
  readonly problem: Readonly<Record<string, unknown>>;

  constructor(status: number, problem: Readonly<Record<string, unknown>>) {
    super(textOf(problem.detail) ?? sentenceOn(status));
    this.name = "Refusal";
    this.status = status;
    this.code = textOf(problem.code) ?? "unknown";
    this.faults = faultsOf(problem.errors);
    this.problem = problem;
  }
}

/** Returns the sentence on an answer that says nothing of itself, as of a proxy before the service. */
function sentenceOn(status: number): string {
  return status === 413
    ? "What was sent is larger than is let through on the way to the service (status 413): " +
      "send fewer assets or days, or ask who runs the service"
    : `The service answered with status ${status}: try again later`;
}

/** Returns the refusal for an answer whose body, if it is JSON, was parsed. */
export function refusalOf(status: number, body: unknown): Refusal {
  return new Refusal(status, isRecord(body) ? body : {});
}

/** Returns the refusal for a request that got no answer. */
export function unreachable(): Refusal {
  return new Refusal(0, {
    code: "unreachable",
    detail: "Cannot reach the service: look at your connection, then try again",
  });
}

/**
 * Waits until an answer has been read. Throws a `Refusal` where it broke off on its way, for which browsers have errors
 * of many kinds.
 */
export async function received<Answer>(reading: Promise<Answer>): Promise<Answer> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Refusal || isAbort(error)) throw error;
    throw brokenOff();
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

/** Returns the JSON of an answer; null where a refusal has none. Throws a `Refusal` where the answer broke off. */
// deno-lint-ignore no-explicit-any -- the contract of the route promises a shape that the caller knows
export async function jsonOf(response: Response): Promise<any> {
  const body = await response.json().catch(() => null);
  if (response.ok && body === null) throw brokenOff();
  return body;
}

function brokenOff(): Refusal {
  return new Refusal(0, {
    code: "unreachable",
    detail: "The answer of the service broke off on its way: look at your connection, then try again",
  });
}

/** Returns the refusal of one field. `pointer` is a JSON Pointer into the body. */
export function refusalAt(
  pointer: string,
  { status, code, detail }: { readonly status: number; readonly code: string; readonly detail: string },
): Refusal {
  return new Refusal(status, { code, detail, errors: [{ pointer, detail }] });
}

/** Returns the refusal for a file of a field that the browser can no longer read. */
export function unreadableFile(name: string, pointer: string): Refusal {
  return refusalAt(pointer, {
    status: 0,
    code: "unreadable_file",
    detail: `Cannot read "${name}" any more: it was changed, moved or deleted since it was chosen. Choose it again`,
  });
}

/** Whether the same request may be answered later, so that a page that follows something looks again. */
export function mayPass({ status, code }: Refusal): boolean {
  return code === "unreachable" || status === 429 || status >= 500;
}

/**
 * Returns an error as a refusal. One that is a fault of the console itself says so, and is written to the browser's
 * log, so that no page waits for ever for what has failed.
 */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  // A browser breaks off what is under way also when it leaves the page, before the page knows of it.
  if (isAbort(error)) return brokenOff();
  reportError(error);
  const detail = error instanceof Error ? error.message : String(error);
  return new Refusal(0, {
    code: "console_fault",
    detail: `This is a fault of the console, not of your data: ${detail}. Load the page again; what you typed is kept`,
  });
}

/**
 * Returns the sentence on the fault at a field, or null. `pointer` is a JSON Pointer into the body, such as
 * `/full_name`. With `below`, faults inside of the field count too.
 */
export function faultAt(
  refusal: Refusal | null,
  pointer: string,
  { below = false }: { readonly below?: boolean } = {},
): string | null {
  const fault = refusal?.faults.find((fault) =>
    fault.pointer === pointer || (below && fault.pointer.startsWith(`${pointer}/`))
  );
  return fault?.detail ?? null;
}

/** Returns the faults of a refusal at none of the given fields, which a form shows beside its button. */
export function faultsElsewhere(refusal: Refusal | null, pointers: readonly string[]): readonly Fault[] {
  return refusal?.faults.filter((fault) => !pointers.includes(fault.pointer)) ?? [];
}

function faultsOf(errors: unknown): readonly Fault[] {
  if (!Array.isArray(errors)) return [];
  return errors.filter(isRecord).map((error) => ({
    pointer: textOf(error.pointer) ?? "",
    detail: textOf(error.detail) ?? "",
  }));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
