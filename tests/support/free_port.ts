/**
 * Range of ports for tests. It lies below the ports that the operating system assigns by itself, so no other program is
 * assigned the same port meanwhile.
 */
const [FIRST, LAST] = [10_000, 29_999];

/**
 * Test helper. Returns a random TCP port of the loopback interface on which no server listens. For servers that must
 * start, stop or restart at a known port; a server that can listen on port 0 and report its port needs no such port.
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
