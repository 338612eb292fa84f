/** The SHA-256 digests of the two wasm modules, as `sha256:` followed by hexadecimal digits. */
export interface KernelDigests {
  readonly core: string;
  readonly solver: string;
}

let known: Promise<KernelDigests> | null = null;

/** Returns the digests of the modules that `loadKernels` loads. Needs read permission for them. */
export async function kernelDigests(): Promise<KernelDigests> {
  try {
    return await (known ??= readDigests());
  } catch (error) {
    known = null;
    throw error;
  }
}

async function readDigests(): Promise<KernelDigests> {
  const [core, solver] = await Promise.all([
    digestOf(new URL("../../wasm/build/core.wasm", import.meta.url)),
    digestOf(new URL("../../solver/pkg/conic_solver_bg.wasm", import.meta.url)),
  ]);
  return { core, solver };
}

async function digestOf(file: URL): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", await Deno.readFile(file));
  return `sha256:${new Uint8Array(hash).toHex()}`;
}
