/**
 * Documentation of a method, estimator, measure or other variant, used by the catalogue, OpenAPI and `docs/methods.md`.
 */
export interface Documentation {
  readonly title: string;
  readonly formula: string;
  /** The paper or book that the variant comes from. */
  readonly reference: string;
  /** A description in words of what the variant does and what it is for. */
  readonly paragraph: string;
}

/** Returns the documentation of a variant as Markdown, without its title. */
export function documentationText({ paragraph, formula, reference }: Documentation): string {
  return `${paragraph}\n\nFormula: \`${formula}\`\n\nReference: ${reference}`;
}
