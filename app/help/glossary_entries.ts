import type { components } from "../../clients/typescript/mod.ts";
import { wordsOf } from "../format/words_of.ts";
import { WORDS } from "./words.ts";

type Schemas = components["schemas"];
type Catalogue = Schemas["MethodRequirementsCatalogue"];
type Families = Schemas["ConstraintCapability"]["families"];

/** Kinds of terms of the glossary with their titles, in its order. */
export const KINDS = [
  { kind: "word", title: "Words" },
  { kind: "metric", title: "Measures of a result" },
  { kind: "method", title: "Methods" },
  { kind: "family", title: "Rules" },
  { kind: "measure", title: "Measures of risk to optimise" },
  { kind: "expected_returns", title: "Estimators of expected returns" },
  { kind: "covariance", title: "Estimators of the covariance matrix" },
  { kind: "doubt", title: "Doubts about data and numbers" },
] as const;
export type Kind = (typeof KINDS)[number]["kind"];

/** A term of the glossary. */
export interface Entry {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  /** Markdown: a description, and for what is computed its formula and its source. */
  readonly description: string;
  /** Words of the service that are shown beside the name, such as the group of a method. */
  readonly note: string | null;
}

/** Returns all terms that the service defines, and the words of the console itself. */
export function glossaryEntries(catalogue: Catalogue, families: Families): readonly Entry[] {
  const { methods, metrics, measures, estimators, doubts } = catalogue;
  const described = (kind: Kind, all: readonly Described[]): readonly Entry[] =>
    all.map(({ id, name, description }) => ({ kind, id, name, description, note: null }));
  return [
    ...WORDS.map(({ words, meaning }): Entry => ({
      kind: "word",
      id: words.replaceAll(/\W+/g, "_"),
      name: wordsOf(words),
      description: sentenceOf(meaning),
      note: null,
    })),
    ...metrics.map((metric): Entry => ({
      kind: "metric",
      id: metric.id,
      name: metric.name,
      description: metric.description,
      note: `${metric.fraction ? "percent" : "number"}${metric.annual ? ", a year" : ""}`,
    })),
    ...methods.map(({ id, name, description, group }): Entry => ({
      kind: "method",
      id,
      name,
      description,
      note: group,
    })),
    ...described("family", families),
    ...described("measure", measures),
    ...described("expected_returns", estimators.expected_returns),
    ...described("covariance", estimators.covariance),
    ...doubts.map(({ id, severity, meaning }): Entry => ({
      kind: "doubt",
      id,
      name: wordsOf(id),
      description: sentenceOf(meaning),
      note: severity,
    })),
  ];
}

interface Described {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/**
 * Returns the entries that speak of all words of a search, those that have them in their name first. An empty search
 * returns all.
 */
export function foundEntries(entries: readonly Entry[], search: string): readonly Entry[] {
  const wanted = search.toLowerCase().split(/\s+/).filter((word) => word !== "");
  if (wanted.length === 0) return entries;
  const has = (text: string): boolean => wanted.every((word) => text.toLowerCase().includes(word));
  const ofName = ({ id, name }: Entry): boolean => has(`${name} ${id}`);
  const found = entries.filter((entry) => ofName(entry) || has(`${entry.name} ${entry.id} ${entry.description}`));
  return [...found.filter(ofName), ...found.filter((entry) => !ofName(entry))];
}

/** Returns the id of the element of an entry in the page of the glossary. */
export function placeOf({ kind, id }: Pick<Entry, "kind" | "id">): string {
  return `${kind}-${id}`;
}

function sentenceOf(meaning: string): string {
  const text = meaning.charAt(0).toUpperCase() + meaning.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
