import fc from "./fast_check.ts";

/**
 * Any character: those of ASCII, those of the languages in use, and all others that Unicode can hold. The unit "binary"
 * of fast-check draws from the same characters and takes nearly two seconds to build.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.oneof(
  fc.integer({ min: 0, max: 0x7f }),
  fc.integer({ min: 0x80, max: 0xd7ff }),
  fc.integer({ min: 0xe000, max: 0x10ffff }),
).map((codePoint) => String.fromCodePoint(codePoint));
