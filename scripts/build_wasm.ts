import type { Program } from "assemblyscript";
import { type BuiltArtefact, inRepository, writeDigest } from "./source_digest.ts";

/**
 * The numeric core as compiler output: wasm/assembly compiled to wasm/build/core.wasm, with the constants and layouts
 * that its callers need in core_interface.ts.
 */
export const coreArtefact: BuiltArtefact = {
  sources: ["wasm/assembly", "scripts/build_wasm.ts"],
  binary: "wasm/build",
  digest: "wasm/build.digest",
  command: "deno task build:wasm",
};

const ENTRY = "assembly/index";

/**
 * Options of the AssemblyScript compiler. Plain SIMD without relaxed instructions gives the same bits on every machine.
 * The maximum memory is 65535 pages, one page less than 4 GiB, because the compiler drops a maximum of 4 GiB.
 */
const FLAGS = ["-O3", "--runtime", "stub", "--enable", "simd", "--noAssert", "--maximumMemory", "65535"];
/**
 * Number of the compiler warning about exported classes. The module cannot export a class, but core_interface.ts
 * contains its layout.
 */
const CLASS_EXPORTED = "235";

const HEADER = '// Made of what wasm/assembly/index.ts exports by "deno task build:wasm".\n';

/**
 * Compiled core: the bytes of the WebAssembly module, and the text of the TypeScript module that holds its codes,
 * constants and argument layouts.
 */
export interface CompiledCore {
  readonly "core.wasm": Uint8Array<ArrayBuffer>;
  readonly "core_interface.ts": Uint8Array<ArrayBuffer>;
}

/** Compiles the numeric core with the AssemblyScript compiler. Throws with the compiler's messages where that fails. */
export async function compileCore(): Promise<CompiledCore> {
  const { default: compiler } = await import("assemblyscript/asc");
  const { Transform } = await import("assemblyscript/transform");
  const compiled: { binary?: Uint8Array<ArrayBuffer>; program?: Program } = {};
  class KeepProgram extends Transform {
    override afterInitialize(program: Program): void {
      compiled.program = program;
    }
  }
  const { error, stderr } = await compiler.main(
    [`${ENTRY}.ts`, "--outFile", "core.wasm", "--disableWarning", CLASS_EXPORTED, ...FLAGS],
    {
      readFile: (name: string) => readSource(name),
      writeFile: (_name: string, contents: Uint8Array | string) => {
        if (typeof contents !== "string") compiled.binary = new Uint8Array(contents);
      },
      listFiles: () => null,
      transforms: [new KeepProgram()],
    },
  );
  const { binary, program } = compiled;
  if (error !== null || binary === undefined || program === undefined) {
    throw new Error(`Cannot compile the numeric core: ${stderr.toString()}`);
  }
  const text = HEADER + constantsText(binary) + await layoutsText(program);
  return { "core.wasm": binary, "core_interface.ts": new TextEncoder().encode(text) };
}

async function readSource(name: string): Promise<string | null> {
  try {
    return await Deno.readTextFile(inRepository(`wasm/${name}`));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/**
 * Returns TypeScript declarations of the numbers and enumerations that the compiled module exports. Each enumeration
 * becomes an object.
 */
function constantsText(binary: Uint8Array<ArrayBuffer>): string {
  const module = new WebAssembly.Module(binary);
  const imports = Object.fromEntries(
    WebAssembly.Module.imports(module).map(({ module, name }) => [module, { [name]: () => 0 }]),
  );
  const constants = new Map<string, string>();
  for (const [path, exported] of Object.entries(new WebAssembly.Instance(module, imports).exports)) {
    if (!(exported instanceof WebAssembly.Global)) continue;
    const [name, member] = path.split(".");
    const before = constants.get(name) ?? "";
    constants.set(name, member === undefined ? `${exported.value}` : `${before}  ${member}: ${exported.value},\n`);
  }
  return [...constants].map(([name, value]) => constantText(name, value)).join("");
}

/**
 * Returns TypeScript declarations of the memory layout of each exported class: its size in bytes and the type and
 * offset of each field, read from the compiler.
 */
async function layoutsText(program: Program): Promise<string> {
  const { ClassPrototype, PropertyPrototype } = await import("assemblyscript");
  let text = "";
  for (const [name, exported] of program.filesByName.get(ENTRY)?.exports ?? []) {
    const layout = exported instanceof ClassPrototype ? exported.instances?.get("") : undefined;
    if (layout === undefined) continue;
    let fields = "";
    for (const [field, member] of layout.members ?? []) {
      if (!(member instanceof PropertyPrototype) || member.instance === null) continue;
      fields += `    ${field}: { type: "${member.instance.type}", offset: ${member.instance.memoryOffset} },\n`;
    }
    text += constantText(name, `  bytes: ${layout.nextMemoryOffset},\n  fields: {\n${fields}  },\n`);
  }
  return text;
}

/** Returns one exported TypeScript constant. The value is a number, or the lines of an object literal. */
function constantText(name: string, value: string): string {
  return `export const ${name} = ${value.endsWith("\n") ? `{\n${value}} as const` : value};\n`;
}

if (import.meta.main) {
  await Deno.mkdir(inRepository(coreArtefact.binary), { recursive: true });
  for (const [name, contents] of Object.entries(await compileCore())) {
    await Deno.writeFile(inRepository(`${coreArtefact.binary}/${name}`), contents);
  }
  await writeDigest(coreArtefact);
}
