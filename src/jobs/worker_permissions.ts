/** Where the modules lie that computations run. */
const MODULES = ["../../src/", "../../wasm/build/", "../../solver/pkg/"].map((path) => new URL(path, import.meta.url));

const PRIORITIES = ["getPriority", "setPriority"] as const;

/** Whether a thread can have a priority of its own, and may. */
export const MAY_GIVE_WAY = Deno.build.os === "linux" && PRIORITIES.every(isGranted);

/** Hosted runtimes lack the question, or do not know what is asked for. */
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
 * What a worker may do: read the modules that it runs and lower its priority, and no more, but that some may start the
 * runtime where the service itself may.
 */
export function workerPermissions(module: URL, { startsRuntime = false } = {}): Deno.PermissionOptionsObject {
  const no = { write: false, net: false, env: false, run: false, ffi: false, sys: false, import: false } as const;
  const sys = MAY_GIVE_WAY ? { sys: [...PRIORITIES] } : {};
  const mayRun = startsRuntime && isGrantedBy({ name: "run", command: Deno.execPath() });
  const run = mayRun ? { run: [Deno.execPath()] } : {};
  return { ...no, ...sys, ...run, read: [...MODULES, ...module.protocol === "file:" ? [new URL(".", module)] : []] };
}
