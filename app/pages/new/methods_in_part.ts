import { methodKeys } from "../../../src/domain/method_keys.ts";
import { isList, isObject, isSame, type Json } from "./json.ts";

/** A method that a part of a request, such as the backtest, may have. */
export interface MethodOfPart {
  /** Its entry in the list of the part: its key, or the whole entry of a method that the run does not have. */
  readonly entry: Json;
  readonly id: string;
  /** Key that tells it from another one with the same id; null where the id is its key. */
  readonly key: string | null;
  readonly isChosen: boolean;
}

/**
 * Returns the methods of a run, and after them those that a part of its request has beside them. Without a list of its
 * own the part has all methods of the run. Null where an entry of the list names no method.
 */
export function methodsInPart(ofRun: Json | undefined, ofPart: Json | undefined): readonly MethodOfPart[] | null {
  const run = isList(ofRun) ? ofRun : [], keys = methodKeys(run);
  if (ofPart !== undefined && !isList(ofPart)) return null;
  const isOf = (at: number, entry: Json): boolean => entry === keys[at] || isSame(entry, run[at]);
  const own = run.flatMap((method, at): MethodOfPart[] => {
    const key = keys[at], id = idOf(method);
    if (id === null || typeof key !== "string") return [];
    const isChosen = ofPart === undefined || ofPart.some((entry) => isOf(at, entry));
    return [{ entry: key, id, key: key === id ? null : key, isChosen }];
  });
  const others = (ofPart ?? []).filter((entry) => !run.some((_, at) => isOf(at, entry)));
  const beside = others.flatMap((entry): MethodOfPart[] => {
    const id = idOf(entry), key = isObject(entry) && typeof entry.key === "string" ? entry.key : id;
    return id === null ? [] : [{ entry, id, key: key === id ? null : key, isChosen: true }];
  });
  return beside.length < others.length ? null : [...own, ...beside];
}

/**
 * Returns the list of a part in which one method is chosen or is not any more; undefined where it has all methods of
 * the run and no others, so that it goes on with those of the run.
 */
export function withMethodInPart(
  methods: readonly MethodOfPart[],
  toggled: MethodOfPart,
  ofRun: Json | undefined,
): readonly Json[] | undefined {
  const chosen = methods.filter((one) => one === toggled ? !one.isChosen : one.isChosen).map(({ entry }) => entry);
  return isSame(chosen, isList(ofRun) ? methodKeys(ofRun).map(String) : []) ? undefined : chosen;
}

function idOf(entry: Json): string | null {
  const id = isObject(entry) ? entry.method : entry;
  return typeof id === "string" ? id : null;
}
