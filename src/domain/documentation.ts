/**
 * Type of the documentation texts of a method, estimator or risk measure: title, formula, reference and description.
 * The catalogue, OpenAPI and `docs/methods.md` use them.
 */
export interface Documentation {
  readonly title: string;
  readonly formula: string;
  /** The paper or book that the documented method, estimator or measure comes from. */
  readonly reference: string;
  /** A description in words of what the documented method, estimator or measure does and what it is for. */
  readonly paragraph: string;
}

/** Returns the documentation of a method, estimator or measure as Markdown, without its title. */
export function documentationText({ paragraph, formula, reference }: Documentation): string {
  return `${paragraph}\n\nFormula: \`${formula}\`\n\nReference: ${reference}`;
}
