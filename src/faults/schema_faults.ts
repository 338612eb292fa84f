import { z } from "zod";
import { entryAt } from "../domain/entry_at.ts";
import { type Fault, jsonPointer } from "../domain/errors.ts";
import { type FoundFault, type Suggest, toldFaults } from "./told_faults.ts";
import { fieldNotFound } from "./field_not_found.ts";

/**
 * Checks a value with a schema and returns the faults, one sentence each, with pointers relative to the value. Returns
 * as many as fit into an answer; none if the value fits.
 */
export function schemaFaults(schema: z.ZodType, value: unknown): readonly Fault[] {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : toldFaults(faultsOfIssues(parsed.error.issues, { schema, value }));
}

/**
 * Converts the issues of a failed parse into faults, at most `most` of them, because a hostile value may have a fault
 * in every field.
 */
export function faultsOfIssues(
  issues: readonly Issue[],
  of: { schema: z.ZodType; value: unknown },
  most: number = Infinity,
): readonly FoundFault[] {
  const faults: FoundFault[] = [];
  for (const issue of issues) {
    if (faults.length >= most) break;
    for (const fault of faultsOfIssue(issue, [], { ...of, most: most - faults.length })) faults.push(fault);
  }
  return faults;
}

/** Returns how many faults a failed parse has, including those that an answer leaves out. */
export function countOfIssues(issues: readonly Issue[]): number {
  return issues.reduce((sum, issue) => sum + countOfIssue(issue), 0);
}

function countOfIssue(issue: Issue): number {
  if (issue.code === "unrecognized_keys") return issue.keys.length;
  return isOfBranches(issue) ? countOfIssues(furthestBranch(issue.errors)) : 1;
}

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

interface Origin {
  readonly schema: z.ZodType;
  readonly value: unknown;
  readonly most: number;
}

function faultsOfIssue(issue: Issue, base: Path, of: Origin): readonly FoundFault[] {
  const path = [...base, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.slice(0, of.most).map((key) =>
      fault([...path, key], (suggest) => unknownField(key, typeAt(path, of), suggest))
    );
  }
  if (isOfBranches(issue)) {
    return furthestBranch(issue.errors).slice(0, of.most).flatMap((one) => faultsOfIssue(one, path, of)).slice(
      0,
      of.most,
    );
  }
  const value = valueAt(of.value, path);
  return [fault(path, (suggest) => sentence(issue, path, { value, type: typeAt(path, of), suggest }))];
}

/**
 * Returns the error sentence for an unknown field. A field that another variant of the same union would allow gets a
 * sentence of its own.
 */
function unknownField(name: string, at: TypeAt | null, suggest: Suggest): string {
  const variant = at?.variant;
  if (variant?.names.has(name)) {
    const { field, word } = variant;
    return `Cannot take "${name}" with the ${field} ${word}, which has no such parameter; leave it out`;
  }
  return fieldNotFound(name, suggest(name, keysOf(at?.type)));
}

/**
 * Whether the faults of a value that fits no variant of a union schema are taken from one of the variants. They are not
 * if the value has the wrong type for every variant and the schema has an error message of its own.
 */
function isOfBranches(issue: Issue): issue is z.core.$ZodIssueInvalidUnion {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return false;
  return !(issue.errors.every(isAtRoot) && isOwn(issue.message));
}

function fault(path: Path, detail: FoundFault["detail"]): FoundFault {
  const pointer = (): string => jsonPointer(...path.map((segment) => typeof segment === "symbol" ? "" : segment));
  return { pointer, detail };
}

/**
 * Returns the schema issues of the union variant that the caller probably meant: the one that failed deepest, then the
 * one with the fewest faults.
 */
function furthestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] {
  const depth = (issues: readonly Issue[]): number =>
    issues.reduce(
      (deepest, issue) => Math.max(deepest, issue.path.length + (issue.code === "unrecognized_keys" ? 1 : 0)),
      -Infinity,
    );
  const [furthest = []] = [...branches].sort((a, b) => depth(b) - depth(a) || a.length - b.length);
  return furthest;
}

/** Whether a variant of a union schema failed only because the whole value has the wrong type. */
function isAtRoot(branch: readonly Issue[]): boolean {
  return branch.every(({ code, path }) => code === "invalid_type" && path.length === 0);
}

function isOwn(message: string): boolean {
  return !/^(Invalid|Too (small|big)|Unrecognized)/.test(message);
}

interface Told {
  readonly value: unknown;
  readonly type: TypeAt | null;
  readonly suggest: Suggest;
}

/**
 * Returns the error sentence for a schema issue. Messages written for the schema are kept; messages of the schema
 * library are reworded.
 */
function sentence(issue: Issue, path: Path, told: Told): string {
  if (isOwn(issue.message)) return issue.message;
  // For null in an optional field, the error sentence adds that the field may be left out, because many callers send
  // null to leave it out.
  const mayBeAbsent = told.value === null && told.type?.mayBeAbsent === true;
  const instead = issue.code === "invalid_value" ? "; or leave it out" : ", or leave it out";
  return `${inOurWords(issue, path, told)}${mayBeAbsent ? instead : ""}`;
}

function inOurWords(issue: Issue, path: Path, { value, type, suggest }: Told): string {
  const name = nameOf(path);
  if (value === undefined) return `Cannot find ${name}: ${needed(issue)} is needed`;
  switch (issue.code) {
    case "too_small":
    case "too_big":
      return sizeSentence(issue, name, value);
    case "invalid_value":
      return `Cannot take ${shown(value)} for ${name}: it must be one of ${issue.values.join(", ")}${
        typeof value === "string" ? suggest(value, issue.values.map(String)) : ""
      }`;
    case "invalid_key":
      return keySentence(issue, path);
    default:
      return `Cannot take ${shown(value)} for ${name}: ${isWhole(type?.type) ? NEEDED.int : needed(issue)} is needed`;
  }
}

function keySentence({ issues }: Issue & { code: "invalid_key" }, path: Path): string {
  const issue = entryAt(issues, 0);
  const key = path[path.length - 1];
  if (issue.code === "too_big" || issue.code === "too_small") return sizeSentence(issue, "a name", key);
  return `Cannot use ${shown(key)} as a name${isOwn(issue.message) ? `: ${issue.message}` : ""}`;
}

/**
 * Returns how an error sentence names the field at a path. An item of a list is named after its list, because its
 * pointer has the index.
 */
function nameOf(path: Path): string {
  const field = path.findLast((segment) => typeof segment === "string");
  if (path.length === 0) return "the value";
  if (field === path[path.length - 1]) return `"${field}"`;
  return field === undefined ? "an item" : `an item of "${field}"`;
}

const NEEDED: Readonly<Record<string, string>> = {
  number: "a finite number",
  int: "a whole number",
  string: "a text",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

function needed(issue: Issue): string {
  if (issue.code === "invalid_type") return NEEDED[issue.expected] ?? issue.expected;
  if (issue.code === "invalid_format") return `a text in the form of ${issue.format}`;
  if (issue.code === "invalid_value") return `one of ${issue.values.join(", ")}`;
  if (issue.code === "invalid_union") return "another kind of value";
  return "a valid value";
}

function sizeSentence(issue: Issue & { code: "too_small" | "too_big" }, name: string, value: unknown): string {
  const isSmall = issue.code === "too_small";
  const limit = isSmall ? issue.minimum : issue.maximum;
  const strict = issue.inclusive === false;
  const bound = isSmall ? (strict ? "above" : "at least") : (strict ? "below" : "at most");
  if (Array.isArray(value)) return `Cannot take ${value.length} items for ${name}: it takes ${bound} ${limit}`;
  if (typeof value === "string" && issue.origin === "string") {
    return `Cannot take ${charactersOf(value)} characters for ${name}: it takes ${bound} ${limit}`;
  }
  // A number in a query string arrives as text, so the error sentence converts it to show it without quotes.
  return `Cannot take ${
    shown(typeof value === "string" ? Number(value) : value)
  } for ${name}: it must be ${bound} ${limit}`;
}

/** Returns the number of characters of a text as schemas count them: by code points, so that an emoji is one. */
function charactersOf(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Returns a value as JSON; one of more than 60 characters is shortened to 58. */
export function shown(value: unknown): string {
  const text = typeof value === "number" ? String(value) : JSON.stringify(value) ?? String(value);
  return text.length <= 60 ? text : `${text.slice(0, 57)}…`;
}

function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const segment of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = Reflect.get(at, segment);
  }
  return at;
}

/**
 * Type of the part of a schema that applies to one value within a request, after wrappers such as optional are removed.
 */
interface TypeAt {
  readonly type: unknown;
  readonly mayBeAbsent: boolean;
  /** For a union, the field whose word picks a variant, the word in the value, and the field names of all variants. */
  readonly variant?: { readonly field: string; readonly word: string; readonly names: ReadonlySet<string> };
}

/**
 * Returns the type that a schema has at a path of a value; null if the path leads through anything but objects, lists
 * and records.
 */
function typeAt(path: Path, { schema, value }: Pick<Origin, "schema" | "value">): TypeAt | null {
  let at = unwrapped(schema, value), within = value;
  for (const segment of path) {
    within = valueAt(within, [segment]);
    const { type } = at;
    if (type instanceof z.ZodObject) at = unwrapped(type.shape[String(segment)], within);
    else if (type instanceof z.ZodArray) at = unwrapped(type.element, within);
    else if (type instanceof z.ZodRecord) at = unwrapped(type.valueType, within);
    else return null;
  }
  return at;
}

/** Returns the field names of an object schema; none for any other schema. */
function keysOf(type: unknown): readonly string[] {
  return type instanceof z.ZodObject ? Object.keys(type.shape) : [];
}

function isWhole(type: unknown): boolean {
  return type instanceof z.ZodNumber && type.format !== null;
}

/**
 * Returns a schema without its optional, default, nullable and pipe wrappers. For a union, returns the variant that the
 * value picks by a word.
 */
function unwrapped(schema: unknown, value: unknown): TypeAt {
  let type = schema, mayBeAbsent = false;
  for (;;) {
    if (type instanceof z.ZodOptional || type instanceof z.ZodDefault) {
      mayBeAbsent = true;
      type = type.unwrap();
    } else if (type instanceof z.ZodNullable) type = type.unwrap();
    else if (type instanceof z.ZodPipe) type = type.in;
    else if (type instanceof z.ZodDiscriminatedUnion) return { ...variantOf(type, value), mayBeAbsent };
    else return { type, mayBeAbsent };
  }
}

function variantOf({ options, def }: z.ZodDiscriminatedUnion, value: unknown): Pick<TypeAt, "type" | "variant"> {
  const field = def.discriminator, word = String(valueAt(value, [field]));
  const isPicked = (option: unknown): boolean =>
    option instanceof z.ZodObject && option.shape[field]?.safeParse(word).success === true;
  return {
    type: options.find(isPicked),
    variant: { field, word, names: new Set(options.flatMap(keysOf)) },
  };
}
