/** Bytes of the font files with which reports are typeset. */
export interface FontFiles {
  readonly regular: Uint8Array;
  readonly bold: Uint8Array;
}

/** Reads the bundled font files; needs read permission for them. */
export async function loadFonts(): Promise<FontFiles> {
  const [regular, bold] = await Promise.all(
    ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map((name) => Deno.readFile(new URL(`./fonts/${name}`, import.meta.url))),
  );
  return { regular, bold };
}
