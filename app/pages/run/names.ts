import type { Catalogue, DescribedFamily } from "./catalogue.ts";
import { wordsOf } from "../../format/words_of.ts";

/** What the service calls something, and what it says that it is; null while it is not known. */
export interface Named {
  readonly name: string;
  readonly meaning: string | null;
  /** The formula, as text; null where none is told. */
  readonly formula: string | null;
}

/** A metric of a result by its name, and how its values are written. */
export interface NamedMetric extends Named {
  readonly isKnown: boolean;
  readonly figure: "fraction" | "number";
  readonly isAnnual: boolean;
}

/** Returns the name and the description of a method by its id. */
export function methodText(id: string, catalogue: Catalogue | null): Named {
  return named(id, catalogue?.methods);
}

/** Returns the name and the description of a family of rules by its id. */
export function familyText(id: string, families: readonly DescribedFamily[]): Named {
  return named(id, families);
}

/** Returns the name and the definition of a metric by its id. */
export function metricText(id: string, catalogue: Catalogue | null): NamedMetric {
  const metric = catalogue?.metrics.find((one) => one.id === id);
  return {
    ...named(id, catalogue?.metrics),
    isKnown: metric !== undefined,
    figure: metric?.fraction === true ? "fraction" : "number",
    isAnnual: metric?.annual ?? false,
  };
}

/**
 * Writes a name within a sentence: "Volatility" as "volatility". A name that begins with that of a person, such as
 * "Sharpe ratio", keeps its letter, as it does in the names of methods.
 */
export function nameWithin(name: string, methods: readonly { readonly name: string }[] = []): string {
  const isProper = methods.some((method) => method.name.includes(` ${name}`));
  return isProper ? name : name.charAt(0).toLowerCase() + name.slice(1);
}

interface Described {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** Returns the name and the description of something in a list of the service, or its word as text. */
export function named(id: string, described: readonly Described[] = []): Named {
  const found = described.find((one) => one.id === id);
  if (found === undefined) return { name: wordsOf(id), meaning: null, formula: null };
  const [meaning = null, ...rest] = found.description.split("\n\n");
  const formula = rest.find((paragraph) => paragraph.startsWith(FORMULA));
  return { name: found.name, meaning, formula: formula?.slice(FORMULA.length).replace(/`$/, "") ?? null };
}

/** How the paragraph with the formula begins in a description. */
const FORMULA = "Formula: `";
