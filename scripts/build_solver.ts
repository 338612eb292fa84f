import { type BuiltArtefact, inRepository, writeDigest } from "./source_digest.ts";

/** The conic solver: the crate solver/ compiled to solver/pkg, the module with its JavaScript and types. */
export const solverArtefact: BuiltArtefact = {
  sources: ["solver/src", "solver/Cargo.toml", "solver/Cargo.lock", "solver/bindgen", "scripts/build_solver.ts"],
  binary: "solver/pkg",
  digest: "solver/pkg.digest",
  command: "deno task build:solver",
};

/**
 * Paths of Debian's Rust toolchain, because one without the sources of the standard library cannot build the solver for
 * WebAssembly.
 */
const CARGO = "/usr/bin/cargo";
const RUSTC = "/usr/bin/rustc";
const LINKER = "/usr/bin/wasm-ld-19";
const STANDARD_LIBRARY = "/usr/lib/rustlib/src/rust/library";
const PACKAGES: Readonly<Record<string, string>> = {
  [CARGO]: "cargo-web",
  [RUSTC]: "rustc-web",
  [LINKER]: "lld-19",
  [STANDARD_LIBRARY]: "rust-web-src",
};

const TARGET = "wasm32-unknown-unknown";
const MAX_MEMORY_BYTES = 2 ** 31;

/**
 * Compiles the crate and writes its module, JavaScript and types into `folder` and nothing else. Throws where the
 * toolchain is not complete.
 */
export async function buildSolver(folder: URL): Promise<void> {
  await checkToolchain();
  const crate = inRepository("solver").pathname;
  const cargoHome = Deno.env.get("CARGO_HOME") ?? `${Deno.env.get("HOME")}/.cargo`;
  const flags = [
    `-C linker=${LINKER}`,
    `-C link-arg=--max-memory=${MAX_MEMORY_BYTES}`,
    // Replaces the paths of this machine in the messages of panics, because they would make two builds differ.
    `--remap-path-prefix=${cargoHome}=/cargo`,
    `--remap-path-prefix=${crate}=/solver`,
  ];
  const build = ["build", "--release", "--locked"];
  await run(CARGO, [...build, "--target-dir", `${crate}/target/host`], { folder: `${crate}/bindgen`, env: { RUSTC } });
  await run(
    CARGO,
    [...build, "--target", TARGET, "-Z", "build-std=std,panic_abort", "--target-dir", `${crate}/target/wasm`],
    { folder: crate, env: { RUSTC, RUSTC_BOOTSTRAP: "1", RUSTFLAGS: flags.join(" ") } },
  );
  await removeIfPresent(folder);
  const module = `${crate}/target/wasm/${TARGET}/release/conic_solver.wasm`;
  await run(`${crate}/target/host/release/bindgen`, [module, folder.pathname], { folder: crate, env: {} });
}

async function checkToolchain(): Promise<void> {
  const missing: string[] = [];
  for (const [path, name] of Object.entries(PACKAGES)) {
    if (!(await exists(path))) missing.push(name);
  }
  if (missing.length > 0) {
    throw new Error(`Cannot build the conic solver, install the Debian packages ${missing.join(", ")}`);
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

async function removeIfPresent(folder: URL): Promise<void> {
  try {
    await Deno.remove(folder, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

interface Surroundings {
  readonly folder: string;
  readonly env: Record<string, string>;
}

async function run(command: string, args: string[], { folder, env }: Surroundings): Promise<void> {
  const { success } = await new Deno.Command(command, { args, cwd: folder, env }).spawn().status;
  if (!success) throw new Error(`Cannot build the conic solver, "${command} ${args[0]}" failed`);
}

if (import.meta.main) {
  await buildSolver(inRepository(solverArtefact.binary));
  await writeDigest(solverArtefact);
}
