/** A block between fences. */
interface FencedBlock {
  /** Empty where the fence names none. */
  readonly language: string;
  readonly text: string;
}

/** A document of the project, as its readers try it. */
export interface MarkdownDocument {
  readonly text: string;
  /** The blocks of a language in order; "" is of those that name none. */
  blocks(language: string): readonly string[];
  /** What its commands to a shell print: the blocks right after theirs. */
  answers(): readonly string[];
  /** The cells of every row of its tables, without the lines under their heads. */
  rows(): readonly (readonly string[])[];
}

/** Reads a document by its path from the root of the project. */
export function markdownDocument(path: string): MarkdownDocument {
  const text = Deno.readTextFileSync(new URL(`../../${path}`, import.meta.url));
  const fenced: readonly FencedBlock[] = [...text.matchAll(/^```(\w*)\n([^]*?)^```$/gm)]
    .map(([, language, text]) => ({ language, text }));
  return {
    text,
    blocks: (wanted) => fenced.filter(({ language }) => language === wanted).map(({ text }) => text),
    answers: () =>
      fenced.filter(({ language }, index) => language === "" && fenced[index - 1]?.language === "sh")
        .map(({ text }) => text),
    rows: () =>
      [...text.matchAll(/^\|(.*)\|$/gm)].map(([, row]) => row.split("|").map((cell) => cell.trim()))
        .filter((cells) => !cells.every((cell) => /^-+$/.test(cell))),
  };
}

/** The words of a text between backticks. */
export function codeWords(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, word]) => word);
}
