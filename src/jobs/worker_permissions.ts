/** Where the modules lie that computations run. */
const MODULES = ["../../src/", "../../wasm/build/", "../../solver/pkg/"].map((path) => new URL(path, import.meta.url));

const PRIORITIES = ["getPriority", "setPriority"] as const;

/** Whether a thread can have a priority of its own, and may. */
export const MAY_GIVE_WAY = Deno.build.os === "linux" && PRIORITIES.every(isGranted);

/** Hosted runtimes lack the question, or do not know what is asked for. */
function isGranted(kind: typeof PRIORITIES[number]): boolean {
  try {
    return Deno.permissions.querySync({ name: "sys", kind }).state === "granted";
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return false;
  }
}

/** What a worker may do: read the modules that it runs and lower its priority, and no more. */
export function workerPermissions(module: URL): Deno.PermissionOptionsObject {
  const no = { write: false, net: false, env: false, run: false, ffi: false, sys: false, import: false } as const;
  const sys = MAY_GIVE_WAY ? { sys: [...PRIORITIES] } : {};
  return { ...no, ...sys, read: [...MODULES, ...module.protocol === "file:" ? [new URL(".", module)] : []] };
}
