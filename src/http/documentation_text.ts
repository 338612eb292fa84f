import type { Documentation } from "../domain/documentation.ts";

/** The documentation of a variant of a list as Markdown, but for its title. */
export function documentationText({ paragraph, formula, reference }: Documentation): string {
  return `${paragraph}\n\nFormula: \`${formula}\`\n\nReference: ${reference}`;
}
