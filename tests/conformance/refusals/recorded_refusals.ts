import { SIMULATION_MODELS } from "../../../src/simulation/monte_carlo/mod.ts";
import { CONSTRAINT_FAMILIES } from "../../../src/optimization/constraints/mod.ts";
import { DISTANCES } from "../../../src/optimization/hierarchy/distances/mod.ts";
import type { Method } from "../../../src/optimization/methods/method.ts";
import { METHODS } from "../../../src/optimization/methods/mod.ts";
import { RISK_MEASURES } from "../../../src/optimization/risk/mod.ts";
import type { RefusalAnswer } from "./refusal_answers.ts";
import type { RefusalCase } from "./refusal_case.ts";

/** JSON file with the recorded answers of the service to the requests of the refusal cases. */
const FILE = new URL("../../fixtures/refusals.json", import.meta.url);

/** Command that sends the requests of all refusal cases to a service and records its answers. */
export const RECORD = "deno run -A scripts/reference/record_refusals.ts";

/**
 * Default risk measure of the method `mean_risk`. An error sentence that lists the measures of `mean_risk` names it
 * first.
 */
const DEFAULT_MEASURE = "variance";

/**
 * Lists of registered names (such as methods or measures) that the error sentences of the service contain, by the name
 * of their placeholder. The recorded answers hold a placeholder in place of each list, so that a newly registered name
 * changes no recorded answer.
 */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  "methods that nco takes": [...METHODS].filter(isTakenByNco).map(({ id }) => id),
  "measures of risk": RISK_MEASURES.ids,
  "measures of risk, the default first": [
    DEFAULT_MEASURE,
    ...RISK_MEASURES.ids.filter((id) => id !== DEFAULT_MEASURE),
  ],
  "constraint families": CONSTRAINT_FAMILIES.ids,
  "models of simulations": SIMULATION_MODELS.ids,
  "distances": DISTANCES.ids,
};

/** Recorded answers of the service to refused requests, by the name that `recordedName` returns for a refusal case. */
export type RecordedRefusals = Readonly<Record<string, unknown>>;

/**
 * Returns the name under which the answer to a refusal case is recorded: the name of the case, or the name that it
 * shares with other cases.
 */
export function recordedName({ name, shared }: RefusalCase): string {
  return shared?.name ?? name;
}

/**
 * Reads the recorded answers to refused requests from their file. Placeholders still stand in place of lists of names
 * and of method ids.
 */
export function readRecordedRefusals(): RecordedRefusals {
  return JSON.parse(Deno.readTextFileSync(FILE));
}

/**
 * Returns the recorded answer to a refusal case, with the registered names in place of the placeholders; undefined if
 * no answer is recorded.
 */
export function recordedAnswer(recorded: RecordedRefusals, one: RefusalCase): unknown {
  const answer = recorded[recordedName(one)];
  return answer === undefined ? undefined : JSON.parse(withNames(JSON.stringify(answer), one));
}

/**
 * Writes the answers to refusal cases into the file of recorded answers, one line for each answer, and returns the
 * number of lines. Throws if cases that share an answer got different ones, or if an answer contains a text like a
 * placeholder.
 */
export async function writeRecordedRefusals(
  cases: readonly RefusalCase[],
  answers: ReadonlyMap<string, RefusalAnswer>,
): Promise<number> {
  const lines = new Map<string, string>();
  for (const one of cases) {
    const name = recordedName(one), text = JSON.stringify(answers.get(one.name)), packed = withPlaceholders(text, one);
    if (withNames(packed, one) !== text) throw new Error(`Cannot record "${one.name}": it contains a placeholder`);
    const other = lines.get(name);
    if (other !== undefined && other !== packed) throw new Error(`Cannot record "${name}" once: "${one.name}" differs`);
    lines.set(name, packed);
  }
  const text = [...lines].map(([name, packed]) => `${JSON.stringify(name)}: ${packed}`).join(",\n");
  await Deno.writeTextFile(FILE, `{\n${text}\n}\n`);
  return lines.size;
}

/**
 * Returns the JSON text of a recorded answer with the registered names, and the method id of the case, in place of the
 * placeholders.
 */
function withNames(text: string, { shared }: RefusalCase): string {
  const expanded = Object.entries(LISTS).reduce(
    (all, [list, names]) => all.replaceAll(`{${list}}`, names.join(", ")),
    text,
  );
  return shared === undefined ? expanded : expanded.replaceAll(quoted("{method}"), quoted(shared.method));
}

/**
 * Returns the JSON text of an answer with placeholders in place of the lists of registered names and of the method id
 * of the case. Replaces the lists first, because they contain method ids.
 */
function withPlaceholders(text: string, { shared }: RefusalCase): string {
  const packed = Object.entries(LISTS).reduce(
    (all, [list, names]) => all.replaceAll(names.join(", "), `{${list}}`),
    text,
  );
  return shared === undefined ? packed : packed.replaceAll(quoted(shared.method), quoted("{method}"));
}

/**
 * Returns a name in double quotes, as an error sentence quotes it and as the JSON text of the sentence escapes the
 * quotes.
 */
function quoted(name: string): string {
  return `\\"${name}\\"`;
}

/**
 * Whether `nco` may use a method inside and between its clusters: any method but `nco` itself that has defaults for all
 * of its parameters and then needs neither a benchmark nor a starting portfolio.
 */
function isTakenByNco({ id, parameters, needs }: Method): boolean {
  const parsed = parameters.safeParse({});
  if (id === "nco" || !parsed.success) return false;
  const { benchmark, startingPortfolio } = needs(parsed.data);
  return !benchmark && !startingPortfolio;
}
