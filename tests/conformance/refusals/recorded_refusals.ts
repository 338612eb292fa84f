import { SIMULATION_MODELS } from "../../../src/simulation/monte_carlo/mod.ts";
import { CONSTRAINT_FAMILIES } from "../../../src/optimization/constraints/mod.ts";
import { DISTANCES } from "../../../src/optimization/hierarchy/distances/mod.ts";
import type { Method } from "../../../src/optimization/methods/method.ts";
import { METHODS } from "../../../src/optimization/methods/mod.ts";
import { RISK_MEASURES } from "../../../src/optimization/risk/mod.ts";
import type { RefusalAnswer } from "./refusal_answers.ts";
import type { RefusalCase } from "./refusal_case.ts";

/** The file of the recorded answers. */
const FILE = new URL("../../fixtures/refusals.json", import.meta.url);

/** How to record the answers anew. */
export const RECORD = "deno run -A scripts/reference/record_refusals.ts";

/** The measure that `mean_risk` has by default stands first in its list. */
const DEFAULT_MEASURE = "variance";

/**
 * The lists of registered names that sentences contain. The file has a placeholder for each list, so that a new name
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

/** The recorded answers by the names that `recordedName` gives. */
export type RecordedRefusals = Readonly<Record<string, unknown>>;

/** The name of the recorded answer of a case. */
export function recordedName({ name, shared }: RefusalCase): string {
  return shared?.name ?? name;
}

/** Reads the recorded answers as they are in the file, with placeholders. */
export function readRecordedRefusals(): RecordedRefusals {
  return JSON.parse(Deno.readTextFileSync(FILE));
}

/** The recorded answer of a case, with the names of today in place of the placeholders; undefined where none is. */
export function recordedAnswer(recorded: RecordedRefusals, one: RefusalCase): unknown {
  const answer = recorded[recordedName(one)];
  return answer === undefined ? undefined : JSON.parse(withNames(JSON.stringify(answer), one));
}

/** Writes the answers of cases, a line for each answer. Throws where cases that share an answer got different ones. */
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

/** JSON with the names of today in place of the placeholders. */
function withNames(text: string, { shared }: RefusalCase): string {
  const expanded = Object.entries(LISTS).reduce(
    (all, [list, names]) => all.replaceAll(`{${list}}`, names.join(", ")),
    text,
  );
  return shared === undefined ? expanded : expanded.replaceAll(quoted("{method}"), quoted(shared.method));
}

/** JSON with placeholders in place of the names. Lists are replaced first: they contain names of methods. */
function withPlaceholders(text: string, { shared }: RefusalCase): string {
  const packed = Object.entries(LISTS).reduce(
    (all, [list, names]) => all.replaceAll(names.join(", "), `{${list}}`),
    text,
  );
  return shared === undefined ? packed : packed.replaceAll(quoted(shared.method), quoted("{method}"));
}

/** A name as a sentence quotes it, in JSON. */
function quoted(name: string): string {
  return `\\"${name}\\"`;
}

/** Whether a method needs nothing but a market, at its defaults. */
function isTakenByNco({ id, parameters, needs }: Method): boolean {
  const parsed = parameters.safeParse({});
  if (id === "nco" || !parsed.success) return false;
  const { benchmark, startingPortfolio } = needs(parsed.data);
  return !benchmark && !startingPortfolio;
}
