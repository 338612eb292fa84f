/**
 * The port that is set, as text, 0 being any free one; without it the `usual` port, or any free one where that is
 * taken.
 */
export function portOfDemo(set: string | undefined, usual = 8_443): string {
  if (set !== undefined && set !== "" && set !== "0") return set;
  return String((set === "0" ? null : freePort(usual)) ?? freePort(0) ?? usual);
}

/**
 * The port if it can be listened at now, for 0 any that can; null otherwise. The address of the service has to be known
 * before it listens.
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
