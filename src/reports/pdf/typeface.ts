import type { PDFFont } from "pdf-lib";

/** Character (□) that a PDF shows in place of a character that the font lacks. */
const LACKING = "□";

interface Glyph {
  /** Code of a character's glyph in the embedded font, in hexadecimal. */
  readonly code: string;
  /** Width of a character's glyph as a fraction of the font size. */
  readonly width: number;
}

/**
 * An embedded font that writes and measures text one character at a time, with each glyph cached. The fonts of reports
 * have neither ligatures nor kerning.
 */
export class Typeface {
  readonly #font: PDFFont;
  readonly #characters: ReadonlySet<number>;
  readonly #glyphs = new Map<string, Glyph>();

  constructor(font: PDFFont) {
    this.#font = font;
    this.#characters = new Set(font.getCharacterSet());
  }

  /** Returns the PDF operand that shows a text in this font; characters that the font lacks become □. */
  operand(text: string): string {
    return `<${this.#glyphsOf(text).map(({ code }) => code).join("")}>`;
  }

  /** Returns the width in points of a text in this font. */
  width(text: string, size: number): number {
    return this.#glyphsOf(text).reduce((sum, { width }) => sum + width, 0) * size;
  }

  /** Shortens a text in this font to a width in points, with an ellipsis at its end where it is cut. */
  fitted(text: string, size: number, width: number): string {
    if (this.width(text, size) <= width) return text;
    const characters = [...text];
    while (characters.length > 1 && this.width(`${characters.join("")}…`, size) > width) characters.pop();
    return `${characters.join("").trimEnd()}…`;
  }

  /**
   * Shortens a text in this font to a width in points, with the ellipsis in the middle, because names that begin alike
   * differ at their ends.
   */
  shortened(text: string, size: number, width: number): string {
    if (this.width(text, size) <= width) return text;
    const characters = [...text];
    const keeping = (count: number): string => {
      const atEnd = Math.floor(count / 2);
      const [start, end] = [characters.slice(0, count - atEnd), characters.slice(characters.length - atEnd)];
      return `${start.join("").trimEnd()}…${end.join("").trimStart()}`;
    };
    let count = characters.length - 1;
    while (count > 1 && this.width(keeping(count), size) > width) count--;
    return keeping(count);
  }

  /**
   * Wraps a text in this font into lines of a width in points. A word that is too wide is broken, after a `_` where it
   * has one.
   */
  lines(text: string, size: number, width: number): readonly string[] {
    if (this.width(text, size) <= width) return [text];
    const lines: string[] = [];
    let line = "";
    for (const word of text.split(/\s+/).flatMap((word) => this.#pieces(word, size, width))) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (this.width(longer, size) <= width || line === "") {
        line = longer;
        continue;
      }
      lines.push(line);
      line = word;
    }
    return [...lines, line];
  }

  #pieces(word: string, size: number, width: number): readonly string[] {
    if (this.width(word, size) <= width) return [word];
    const pieces: string[] = [];
    let piece = "";
    for (const character of word) {
      if (piece !== "" && this.width(piece + character, size) > width) {
        const end = piece.lastIndexOf("_") + 1 || piece.length;
        pieces.push(piece.slice(0, end));
        piece = piece.slice(end);
      }
      piece += character;
    }
    return [...pieces, piece];
  }

  #glyphsOf(text: string): readonly Glyph[] {
    return Array.from(text.toWellFormed().normalize("NFC"), (character) => this.#glyph(character));
  }

  #glyph(character: string): Glyph {
    const known = this.#glyphs.get(character);
    if (known !== undefined) return known;
    const shown = /\s/.test(character) ? " " : character;
    const written = this.#characters.has(shown.codePointAt(0) ?? 0) ? shown : LACKING;
    const glyph = {
      code: this.#font.encodeText(written).asString(),
      width: this.#font.widthOfTextAtSize(written, 1000) / 1000,
    };
    this.#glyphs.set(character, glyph);
    return glyph;
  }
}
