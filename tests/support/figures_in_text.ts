/** Test helper. Returns the numbers that stand in a text by themselves, not as part of a word, a date or an address. */
export function figuresInText(text: string): readonly number[] {
  const plain = text.replaceAll(/\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?/g, " ").replaceAll(/https?:\/\/\S+/g, " ");
  return [...plain.matchAll(/(?<![\w.:-])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?!\w)/g)].map(([figure]) => Number(figure));
}

/** Test helper. Returns every number of a JSON value, also those in its texts. */
export function figuresOfJson(value: unknown): readonly number[] {
  if (typeof value === "number") return [value];
  if (typeof value === "string") return figuresInText(value);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(figuresOfJson) : [];
}
