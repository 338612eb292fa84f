import { fileURLToPath } from "node:url";

/** Paths of the folders whose modules worker threads may read. */
const MODULES = ["../../src/", "../../wasm/build/", "../../solver/pkg/"].map((path) => new URL(path, import.meta.url));

const PRIORITIES = ["getPriority", "setPriority"] as const;

/** Whether a thread can have its own priority and this process may change it: only on Linux, with permission. */
export const MAY_GIVE_WAY = Deno.build.os === "linux" && PRIORITIES.every(isGranted);

/**
 * Whether a permission to read or set priorities is granted. Some hosted runtimes lack the query or do not know this
 * permission.
 */
function isGranted(kind: typeof PRIORITIES[number]): boolean {
  return isGrantedBy({ name: "sys", kind });
}

function isGrantedBy(asked: Deno.PermissionDescriptor): boolean {
  try {
    return Deno.permissions.querySync(asked).state === "granted";
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return false;
  }
}

/**
 * Returns the permissions of a worker thread: to read its modules and to lower its priority. Some workers may also
 * start the runtime as a process, if the service itself may, or have the engine's sampler watch them.
 */
export function workerPermissions(
  module: URL,
  { startsRuntime = false, isSampled = false } = {},
): Deno.PermissionOptionsObject {
  const no = { write: false, net: false, env: false, run: false, ffi: false, sys: false, import: false } as const;
  // The runtime knows no name for the permission to watch a thread with the sampler alone.
  const sys = isSampled || (MAY_GIVE_WAY && [...PRIORITIES]);
  const mayRun = startsRuntime && isGrantedBy({ name: "run", command: Deno.execPath() });
  const run = mayRun ? { run: [Deno.execPath()] } : {};
  return { ...no, sys, ...run, read: [...MODULES, ...module.protocol === "file:" ? [new URL(".", module)] : []] };
}

/** Returns the flags by which a process gets the permissions of a worker thread. */
export function flagsOfPermissions({ read, sys, run }: Deno.PermissionOptionsObject): string[] {
  const granted = { read, sys, run };
  return Object.entries(granted).flatMap(([name, values]) =>
    Array.isArray(values) && values.length > 0 ? [`--allow-${name}=${values.map(pathOf).join(",")}`] : []
  );
}

function pathOf(value: string | URL): string {
  return value instanceof URL ? fileURLToPath(value) : value;
}
