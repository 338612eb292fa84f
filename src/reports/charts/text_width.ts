/**
 * Estimates the width of a text in pixels in a wide sans-serif font, which is enough for placing it without a font
 * file.
 */
export function textWidth(text: string, size: number): number {
  let widths = 0;
  for (const character of text) widths += widthOf(character);
  return widths * size;
}

/** Shortens a text to a width in pixels, with an ellipsis at its end where it is cut. */
export function fitted(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text;
  const characters = [...text];
  while (characters.length > 1 && textWidth(`${characters.join("")}…`, size) > width) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}

/**
 * Shortens names to a width in pixels. Different names that would look alike, such as funds of one house, lose the
 * words that they have in common at the start instead of their end.
 */
export function fittedNames(names: readonly string[], size: number, width: number): readonly string[] {
  const shown = names.map((name) => fitted(name, size, width));
  return names.map((name, index) => {
    const alike = new Set(names.filter((_, other) => shown[other] === shown[index]));
    if (alike.size === 1) return shown[index];
    return fitted(`…${name.slice(commonWords([...alike]).length)}`, size, width);
  });
}

/** Returns the words that all the names begin with, including the space after them. */
function commonWords([first, ...others]: readonly string[]): string {
  let length = 0;
  while (length < first.length && others.every((other) => other[length] === first[length])) length++;
  return first.slice(0, first.lastIndexOf(" ", length - 1) + 1);
}

/** Estimates the width of a character as a fraction of the font size. */
function widthOf(character: string): number {
  if (/[ijl.,:;'|! ]/.test(character)) return 0.33;
  if (/[frtI()[\]/\-"]/.test(character)) return 0.43;
  if (/[mwMW%@…]/.test(character)) return 0.98;
  if (/[A-Z&]/.test(character)) return 0.73;
  return character.charCodeAt(0) < 0x2e80 ? 0.63 : 1.05;
}
