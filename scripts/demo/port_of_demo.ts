/**
 * Returns the configured port as text, where 0 means any free port. Without a setting returns the `usual` port, or any
 * free one where that is taken.
 */
export function portOfDemo(set: string | undefined, usual = 8_443): string {
  if (set !== undefined && set !== "" && set !== "0") return set;
  return String((set === "0" ? null : freePort(usual)) ?? freePort(0) ?? usual);
}

/**
 * Returns the port if it is free now, or null. Port 0 returns any free port. The port is chosen before the service
 * listens, because its address must be known by then.
 */
function freePort(port: number): number | null {
  try {
    using listener = Deno.listen({ hostname: "127.0.0.1", port });
    return listener.addr.port;
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse || error instanceof Deno.errors.PermissionDenied) return null;
    throw error;
  }
}
