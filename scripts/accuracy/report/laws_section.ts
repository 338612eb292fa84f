import type { LawLine } from "../law_line.ts";
import { counted, markdownTable } from "./markdown.ts";

/**
 * Returns the section of the accuracy document on laws of methods: a table row per method, then a line for each broken
 * law.
 */
export function lawsSection(lines: readonly LawLine[]): readonly string[] {
  const broken = lines.filter((line) => line.broken !== null);
  const methods = [...new Set(lines.map(({ method }) => method))];
  const countOf = (method: string, some: readonly LawLine[]): string =>
    String(some.filter((line) => line.method === method).length);
  return [
    "Every method that follows from a program, on random problems under random rules: it is to be proven, within the " +
    "rules to 1e-9, not worse than 1,000 random weights that keep them, by its degree in another unit, and continuous " +
    `in the data. ${counted(lines.length - broken.length)} of ${counted(lines.length)} are.`,
    markdownTable([
      ["method", "problems", "broken"],
      ...methods.map((method) => [method, countOf(method, lines), countOf(method, broken)]),
    ]),
    ...broken.length === 0 ? [] : [broken.map(({ method, broken }) => `- ${method}: ${broken}`).join("\n")],
  ];
}
