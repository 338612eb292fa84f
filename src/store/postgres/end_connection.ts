// @ts-types="./pg.d.ts"
import type pg from "pg";

/** Time in which a server says goodbye. One that is gone says nothing. */
const FAREWELL_MS = 1_000;

/** Ends a connection, by force if the server does not end it too, as behind a network that lost it. */
export async function endConnection(client: pg.Client): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    client.connection.stream.destroy();
    resolve();
  }, FAREWELL_MS);
  // How a connection ends tells nothing new about it.
  await Promise.race([client.end().catch(() => undefined), late]);
  clearTimeout(timer);
}
