import fc from "./fast_check.ts";

/**
 * fast-check arbitrary of one Unicode character: with equal chance one of ASCII, one from U+0080 to U+D7FF, or one from
 * U+E000 to U+10FFFF. The unit "binary" of fast-check draws from the same characters, but takes nearly two seconds to
 * build.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.oneof(
  fc.integer({ min: 0, max: 0x7f }),
  fc.integer({ min: 0x80, max: 0xd7ff }),
  fc.integer({ min: 0xe000, max: 0x10ffff }),
).map((codePoint) => String.fromCodePoint(codePoint));
