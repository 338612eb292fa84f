/** A value that JSON can write. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json;
}

/** Way to a value within JSON: names of members, and numbers of items. */
export type Path = readonly (string | number)[];

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a list. Unlike `Array.isArray` it holds for lists that must not be changed. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Returns the value at a path; undefined where there is none. */
export function valueAt(root: Json | undefined, path: Path): Json | undefined {
  let value: Json | undefined = root;
  for (const key of path) {
    if (isList(value)) value = value[Number(key)];
    else if (isObject(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value;
}

/**
 * Returns JSON with another value at a path. Members and lists on the way are made where they are missing. An undefined
 * value takes the member or item away.
 */
export function withValue(root: Json | undefined, path: Path, value: Json | undefined): Json | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof key === "number") return withItem(isList(root) ? root : [], key, (item) => withValue(item, rest, value));
  const members = isObject(root) ? root : {};
  const next = withValue(Object.hasOwn(members, key) ? members[key] : undefined, rest, value);
  if (next !== undefined) return { ...members, [key]: next };
  return Object.fromEntries(Object.entries(members).filter(([name]) => name !== key));
}

function withItem(
  list: readonly Json[],
  at: number,
  change: (item: Json | undefined) => Json | undefined,
): readonly Json[] {
  const next = change(list[at]);
  return [...list.slice(0, at), ...next === undefined ? [] : [next], ...list.slice(at + 1)];
}

/** Returns the JSON Pointer of a path. */
export function pointerOf(path: Path): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Returns the path of a JSON Pointer. The number of an item is a text in it. */
export function pathOf(pointer: string): readonly string[] {
  return pointer.split("/").slice(1).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Whether two values of JSON are written alike, whatever the order of their members. */
export function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (isList(one) && isList(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]));
}
