/** What is told of a variant of a list wherever it is documented: the catalogue, OpenAPI, `docs/methods.md`. */
export interface Documentation {
  readonly title: string;
  readonly formula: string;
  /** The paper, or the book, that it is from. */
  readonly reference: string;
  /** What it does and what it is for, in words. */
  readonly paragraph: string;
}

/** All of it as Markdown, but for the title. */
export function documentationText({ paragraph, formula, reference }: Documentation): string {
  return `${paragraph}\n\nFormula: \`${formula}\`\n\nReference: ${reference}`;
}
