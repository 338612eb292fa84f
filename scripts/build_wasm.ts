import { type BuiltArtefact, inRepository, writeDigest } from "./source_digest.ts";

/** The numeric core: wasm/assembly compiled to wasm/build/core.wasm. */
export const coreArtefact: BuiltArtefact = {
  sources: ["wasm/assembly", "scripts/build_wasm.ts"],
  binary: "wasm/build/core.wasm",
  digest: "wasm/build/core.digest",
  command: "deno task build:wasm",
};

/** Plain SIMD, never relaxed: the same bits on every machine. 65535 pages: 4 GiB less one, for a maximum of 4 GiB is left out as no maximum. */
const FLAGS = ["-O3", "--runtime", "stub", "--enable", "simd", "--noAssert", "--maximumMemory", "65535"];

/** Compiles the core and returns its bytes. Throws with the compiler's messages. */
export async function compileCore(): Promise<Uint8Array> {
  const { default: compiler } = await import("assemblyscript/asc");
  let binary: Uint8Array | null = null;
  const { error, stderr } = await compiler.main(["assembly/index.ts", "--outFile", "core.wasm", ...FLAGS], {
    readFile: (name: string) => readSource(name),
    writeFile: (_name: string, contents: Uint8Array | string) => {
      if (typeof contents !== "string") binary = contents;
    },
    listFiles: () => null,
  });
  if (error !== null || binary === null) throw new Error(`Cannot compile the numeric core: ${stderr.toString()}`);
  return binary;
}

async function readSource(name: string): Promise<string | null> {
  try {
    return await Deno.readTextFile(inRepository(`wasm/${name}`));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

if (import.meta.main) {
  const binary = await compileCore();
  await Deno.mkdir(inRepository("wasm/build"), { recursive: true });
  await Deno.writeFile(inRepository(coreArtefact.binary), binary);
  await writeDigest(coreArtefact);
}
