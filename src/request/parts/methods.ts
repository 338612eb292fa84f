import { z } from "zod";
import { givenName } from "../../domain/bounded_name.ts";
import { firstPlaces } from "../../domain/first_places.ts";
import { keyGiven, methodKeys } from "../../domain/method_keys.ts";
import type { FaultList } from "../../faults/fault_list.ts";
import { isObject } from "../../faults/json_object.ts";
import { parseBySchema } from "../../faults/parse_by_schema.ts";
import { shown } from "../../faults/schema_faults.ts";
import { EXPECTED_RETURNS } from "../../estimation/expected_returns/mod.ts";
import { comparesByPairs, NO_PAIRS, UNORDERED, UNWEIGHED } from "../../optimization/constraints/mod.ts";
import { METHODS } from "../../optimization/methods/mod.ts";
import { type Constraints, familiesBeyond, readConstraints, type RuleSurroundings } from "./constraints.ts";
import type { EstimatorChoice } from "./estimators.ts";
import type { Fields, Part } from "./part.ts";

/**
 * Type of the choice of a method in a run: its id, key, parameters and own constraints, with every default filled in.
 */
export interface MethodChoice {
  readonly method: string;
  /**
   * Key of the method: its name in results and curves. If the request gives none, it is the method's id, then id_2 and
   * so on.
   */
  readonly key: string;
  readonly parameters: Fields;
  /** The method's own constraint rules, which replace the run's. Null if the method uses the run's rules. */
  readonly constraints: Constraints | null;
}

/** Type of the run's data that the checks of its methods need. */
export interface MethodSurroundings extends RuleSurroundings {
  /** Constraint rules of the run, for a method without rules of its own. */
  readonly constraints: Constraints;
  readonly hasHistory: boolean;
  /** Estimator of the run's expected returns. Null if it is not known. */
  readonly expected_returns: Pick<EstimatorChoice, "estimator"> | null;
}

/**
 * Type of an object that replaces the ids of saved classification maps in constraint rules by the maps. `MapsOfRun` is
 * one.
 */
export interface SavedMapFiller {
  fill(constraints: Constraints): Constraints;
}

/** Largest number of methods in a run or in a backtest. */
export const MOST_METHODS = 20;

/** Definition of the request field for the methods of a run or of a backtest. */
export const methodsPart = {
  schema: z.strictObject({
    methods: z.array(z.unknown()).min(1).max(MOST_METHODS).meta({
      description: "Methods by which weights are found, by their ids or with parameters",
    }),
  }),
  rules(_sent, run, faults) {
    run.methods.forEach((choice, i) => {
      checkMethod(choice, run, faults.within(`/methods/${i}`));
    });
  },
  config: ({ methods }) => ({ methods: methods.map(methodConfig) }),
} satisfies Part<
  unknown,
  MethodSurroundings & { readonly methods: readonly MethodChoice[] },
  { readonly methods: readonly MethodChoice[] }
>;

/** Type of the parsed methods of a request, with the index of each in the list that was sent. */
export interface ReadMethods {
  readonly methods: readonly MethodChoice[];
  readonly places: readonly number[];
}

/**
 * Reads the methods of a request and reports all faults. Leaves out methods with an unknown id or with faulty
 * parameters or an invalid key.
 */
export function readMethods(entries: readonly unknown[], faults: FaultList): ReadMethods {
  const keys = methodKeys(entries);
  checkKeys(entries, keys, faults);
  const read = entries.flatMap((entry, place) => {
    const choice = readMethod(entry, place, faults);
    return choice === null ? [] : [{ place, choice: { ...choice, key: String(keys[place]) } }];
  });
  return { methods: read.map(({ choice }) => choice), places: read.map(({ place }) => place) };
}

/** Returns a method whose own constraint rules contain saved classification maps instead of their ids. */
export function withMaps(choice: MethodChoice, savedMaps: SavedMapFiller): MethodChoice {
  return choice.constraints === null ? choice : { ...choice, constraints: savedMaps.fill(choice.constraints) };
}

/**
 * Returns a method of a run in the form of a request: an object with its key and all its parameters. Reading the object
 * again gives the same method.
 */
export function methodConfig({ method, key, parameters, constraints }: MethodChoice): Fields {
  return { method, key, ...parameters, ...constraints === null ? {} : { constraints } };
}

function readMethod(entry: unknown, i: number, faults: FaultList): Omit<MethodChoice, "key"> | null {
  const pointer = `/methods/${i}`;
  const fields: Fields | null = typeof entry === "string" ? { method: entry } : isObject(entry) ? entry : null;
  if (fields === null || typeof fields.method !== "string") {
    const at = fields === null ? pointer : `${pointer}/method`;
    faults.add(at, `Cannot find a method in ${shown(entry)}: its id, or an object with the id as "method", is needed`);
    return null;
  }
  const id = fields.method;
  const { method: _id, key, constraints, ...parameters } = fields;
  const method = METHODS.get(id);
  if (method === undefined) {
    const at = typeof entry === "string" ? pointer : `${pointer}/method`;
    faults.add(at, (suggest) => `Cannot find method ${shown(id)}${suggest(id, METHODS.ids)}`);
    return null;
  }
  const parsed = parseBySchema(method.parameters, parameters, faults.within(pointer));
  const isKey = key === undefined || (givenName.safeParse(key).success && key !== "__proto__");
  if (!isKey) {
    faults.add(
      `${pointer}/key`,
      `Cannot use ${shown(key)} as a key: give a text of 1 to 120 characters, or leave it out`,
    );
  }
  const own = constraints === undefined ? null : readConstraints(constraints, faults.within(`${pointer}/constraints`));
  if (parsed === null || !isKey) return null;
  return { method: method.id, parameters: isObject(parsed) ? parsed : {}, constraints: own };
}

/**
 * Reports each key of a method that another method of the request already has. Of two equal keys that the request
 * gives, the later is reported.
 */
function checkKeys(entries: readonly unknown[], keys: readonly unknown[], faults: FaultList): void {
  const first = firstPlaces(keys);
  const firstByDefault = firstPlaces(keys.map((key, i) => keyGiven(entries[i]) === null ? key : null));
  entries.forEach((entry, i) => {
    const own = keyGiven(entry);
    if (own === null) return;
    const earlier = first.get(own) ?? i;
    const other = earlier < i ? earlier : firstByDefault.get(own);
    if (other === undefined) return;
    faults.add(`/methods/${i}/key`, `Cannot use key ${shown(own)} twice: it is the key of /methods/${other} already`);
  });
}

/** Reports why a method cannot be used in a run, and faults of its parameters against the run's data. */
export function checkMethod(choice: MethodChoice, run: MethodSurroundings, faults: FaultList): void {
  for (const why of whyNotRun(choice, run)) faults.add("", why);
  checkParameters(choice, run, faults);
}

/** Reports faults in the parameters of the valid methods of a request while other methods have faults already. */
export function checkReadParameters(
  { methods, places }: ReadMethods,
  run: Pick<MethodSurroundings, "assets">,
  faults: FaultList,
): void {
  methods.forEach((choice, k) => checkParameters(choice, run, faults.within(`/methods/${places[k]}`)));
}

function checkParameters(choice: MethodChoice, run: Pick<MethodSurroundings, "assets">, faults: FaultList): void {
  faults.addAll(METHODS.get(choice.method)?.check?.(choice.parameters, run) ?? []);
}

/**
 * Returns the reasons why a method cannot be used in a run, one sentence each. Returns none if it can be used or is
 * unknown.
 */
function whyNotRun(choice: MethodChoice, run: MethodSurroundings): readonly string[] {
  const method = METHODS.get(choice.method);
  if (method === undefined) return [];
  const needs = method.needs(choice.parameters), enforced = method.enforces(choice.parameters);
  const reasons: string[] = [];
  if (run.assets.length > 0 && run.assets.length < needs.assets) {
    reasons.push(`it needs at least ${needs.assets} assets, the request has ${run.assets.length}`);
  }
  for (const need of ["history", "historyAsItIs", "dates", "equalRows"] as const) {
    // What needs dates takes no scenarios at all, whether they are weighed or not.
    const isAsked = needs[need] && !(need === "equalRows" && needs.dates);
    const why = isAsked ? whyNoHistory(need, run) : null;
    if (why === null) continue;
    reasons.push(...subjectsOf(need, method, choice.parameters).map((subject) => `${subject} ${why}`));
  }
  if (needs.benchmark && !run.hasBenchmark) reasons.push("it needs a benchmark");
  if (needs.benchmark && comparesByPairs(run)) reasons.push(NO_PAIRS);
  if (needs.startingPortfolio && !run.hasStartingPortfolio) reasons.push("it needs a starting_portfolio");
  for (const family of familiesBeyond(choice.constraints ?? run.constraints, enforced)) {
    reasons.push(
      `it does not enforce the constraint family "${family}"; leave it out, or give the method constraints of its own`,
    );
  }
  return reasons.map((why) => `Cannot run method "${method.id}": ${why}`);
}

type HistoryNeed = "history" | "historyAsItIs" | "dates" | "equalRows";

type Method = NonNullable<ReturnType<typeof METHODS.get>>;

/**
 * Returns the end of a sentence that says why a run lacks the history that a method needs, or null if it has that
 * history.
 */
function whyNoHistory(need: HistoryNeed, run: MethodSurroundings): string | null {
  if (need === "dates") return run.isUnordered ? UNORDERED : null;
  if (need === "equalRows") return run.isWeighted ? UNWEIGHED : null;
  if (need === "history") {
    if (run.isByPairs) return 'needs the returns of all assets on the same days: send history "common"';
    return run.hasHistory ? null : "needs a history, moments are not enough";
  }
  const estimator = EXPECTED_RETURNS.get(run.expected_returns?.estimator ?? "");
  if (!run.hasHistory || estimator === undefined || estimator.isHistoryAsItIs) return null;
  return `uses the history unchanged: leave out the expected_returns "${estimator.id}"`;
}

/**
 * Returns the subjects of an error sentence about a missing history: the inner methods that a method calls, else the
 * parameters that cause the need, else "it" for the method itself.
 */
function subjectsOf(need: HistoryNeed, method: Method, parameters: Fields): readonly string[] {
  const asked = (method.asks?.(parameters) ?? []).filter(({ needs }) => needs[need]);
  if (asked.length > 0) return asked.map(({ id, parameter }) => `its ${parameter} method "${id}"`);
  const named = Object.keys(parameters).filter((name) => !isNeededWithout(name, { need, method, parameters }));
  return named.length === 0 ? ["it"] : named.map((name) => `its ${name} ${shown(parameters[name])}`);
}

/**
 * Whether a method still needs a history when one of its parameters has its default value. True if the parameter has no
 * default.
 */
function isNeededWithout(
  name: string,
  { need, method, parameters }: { need: HistoryNeed; method: Method; parameters: Fields },
): boolean {
  const { [name]: _own, ...others } = parameters;
  const withDefault = method.parameters.safeParse(others);
  return !withDefault.success || method.needs(withDefault.data)[need];
}
