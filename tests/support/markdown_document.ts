/** A fenced code block of a Markdown document. */
interface FencedBlock {
  /** Language of a fenced code block; empty if its fence names none. */
  readonly language: string;
  readonly text: string;
}

/** A Markdown document of the project, split into the parts that tests check. */
export interface MarkdownDocument {
  readonly text: string;
  /**
   * Returns the code blocks of a language in the Markdown document, in order. The language "" selects the blocks
   * without a language.
   */
  blocks(language: string): readonly string[];
  /**
   * Returns the output of shell commands as the Markdown document shows it: each code block without a language that
   * directly follows an `sh` block.
   */
  answers(): readonly string[];
  /**
   * Returns the cells of every table row in the Markdown document, without the separator lines below the table heads.
   */
  rows(): readonly (readonly string[])[];
}

/** Reads a Markdown document from its path relative to the project root. */
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

/**
 * Returns the paths of the README and of every document under `docs/`, relative to the root of the project, in order.
 */
export function documentPaths(): readonly string[] {
  return ["README.md", ...markdownFilesIn("docs")];
}

function markdownFilesIn(folder: string): readonly string[] {
  const entries = [...Deno.readDirSync(new URL(`../../${folder}/`, import.meta.url))].map((entry) => ({
    path: `${folder}/${entry.name}`,
    isDirectory: entry.isDirectory,
  }));
  return entries.flatMap(({ path, isDirectory }) => isDirectory ? markdownFilesIn(path) : path).sort()
    .filter((path) => path.endsWith(".md"));
}

/** Returns the words between backticks in a Markdown text. */
export function codeWords(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, word]) => word);
}
