/** `KV_PATH` of the database that a hosted platform assigned to the app. The service checks that it is there. */
export const HOSTED_DATABASE = "hosted:";

/** `KV_PATH` of the database that `Deno.openKv()` opens, whatever it is. */
export const DEFAULT_DATABASE = "hosted:default";

/** Whether a `KV_PATH` names a database that the runtime knows, without an address. */
export function isOfRuntime(path: string): boolean {
  return path === HOSTED_DATABASE || path === DEFAULT_DATABASE;
}
