/** A description of the service's registries in its parts. */
export interface Description {
  /** Paragraphs without marks of Markdown, code as it is. */
  readonly paragraphs: readonly string[];
  readonly formula: string | null;
  readonly reference: string | null;
}

/** Returns the parts of a description: its paragraphs, its formula and where it comes from. */
export function described(markdown: string): Description {
  const parts = markdown.split(/\n{2,}/).map((part) => part.trim());
  const partAfter = (word: string): string | null =>
    parts.find((part) => part.startsWith(`${word}: `))?.slice(word.length + 2) ?? null;
  const isLabelled = (part: string): boolean => /^(Formula|Reference|Constraint families): /.test(part);
  return {
    paragraphs: parts.filter((part) => part !== "" && !isLabelled(part)),
    formula: partAfter("Formula")?.replaceAll("`", "") ?? null,
    reference: partAfter("Reference"),
  };
}
