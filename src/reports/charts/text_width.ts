/** About how wide text is in a wide sans-serif font, in pixels: enough to place it without a font at hand. */
export function textWidth(text: string, size: number): number {
  let widths = 0;
  for (const character of text) widths += widthOf(character);
  return widths * size;
}

/** Text that is no wider than the pixels given, its end replaced by an ellipsis where it would be. */
export function fitted(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text;
  const characters = [...text];
  while (characters.length > 1 && textWidth(`${characters.join("")}…`, size) > width) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}

/**
 * Names that are no wider than the pixels given. Different ones that would look alike, as funds of one house do, lose
 * the words that they begin with in common instead of their end.
 */
export function fittedNames(names: readonly string[], size: number, width: number): readonly string[] {
  const shown = names.map((name) => fitted(name, size, width));
  return names.map((name, index) => {
    const alike = new Set(names.filter((_, other) => shown[other] === shown[index]));
    if (alike.size === 1) return shown[index];
    return fitted(`…${name.slice(commonWords([...alike]).length)}`, size, width);
  });
}

/** The words that all of them begin with, each with its space. */
function commonWords([first, ...others]: readonly string[]): string {
  let length = 0;
  while (length < first.length && others.every((other) => other[length] === first[length])) length++;
  return first.slice(0, first.lastIndexOf(" ", length - 1) + 1);
}

/** In parts of the size. */
function widthOf(character: string): number {
  if (/[ijl.,:;'|! ]/.test(character)) return 0.33;
  if (/[frtI()[\]/\-"]/.test(character)) return 0.43;
  if (/[mwMW%@…]/.test(character)) return 0.98;
  if (/[A-Z&]/.test(character)) return 0.73;
  return character.charCodeAt(0) < 0x2e80 ? 0.63 : 1.05;
}
