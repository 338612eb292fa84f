import { type Catalogue, type DescribedFamily, plainName } from "./catalogue.ts";

/** What the service calls something, and what it says that it is; null while it is not known. */
export interface Named {
  readonly name: string;
  readonly meaning: string | null;
}

/** Returns the name and the description of a method by its id. */
export function methodText(id: string, catalogue: Catalogue | null): Named {
  return named(id, catalogue?.methods);
}

/** Returns the name and the description of a family of rules by its id. */
export function familyText(id: string, families: readonly DescribedFamily[]): Named {
  return named(id, families);
}

/** Returns the name and the definition of a measure of risk by its id. */
export function measureText(id: string, catalogue: Catalogue | null): Named {
  return named(id, catalogue?.measures);
}

function named(
  id: string,
  described: readonly { readonly id: string; readonly name: string; readonly description: string }[] = [],
): Named {
  const found = described.find((one) => one.id === id);
  return found === undefined
    ? { name: plainName(id), meaning: null }
    : { name: found.name, meaning: firstParagraph(found.description) };
}

/** Returns the first paragraph of a description, which says in words what the later ones say in formulas. */
export function firstParagraph(markdown: string): string {
  return markdown.split("\n\n", 1)[0] ?? markdown;
}
