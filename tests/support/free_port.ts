/**
 * Below the ports that a system hands out by itself, to whoever asks for any port or connects: there nobody comes in
 * between.
 */
const [FIRST, LAST] = [10_000, 29_999];

/**
 * A TCP port of the loopback that nothing listens on, drawn at random, for a server that is to come, to go or to come
 * back there. What can listen at port 0 and tell its port does that.
 */
export function freePort(): number {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
    try {
      Deno.listen({ hostname: "127.0.0.1", port }).close();
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
}
