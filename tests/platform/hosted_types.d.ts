/**
 * What the runtime of the hosted platform has and its TypeScript does not know, for the check of `src` by that
 * TypeScript. `hosted_types_test.ts` holds that the runtime has all of it.
 */
/// <reference lib="deno.unstable" />

interface Base64Options {
  alphabet?: "base64" | "base64url";
}

interface Uint8Array {
  toBase64(options?: Base64Options & { omitPadding?: boolean }): string;
  toHex(): string;
}

interface Uint8ArrayConstructor {
  fromBase64(
    text: string,
    options?: Base64Options & { lastChunkHandling?: "loose" | "strict" | "stop-before-partial" },
  ): Uint8Array<ArrayBuffer>;
  fromHex(text: string): Uint8Array<ArrayBuffer>;
}
