export type Absence = "refused" | "silent" | "slow";

/**
 * Delay of each chunk of bytes, in either direction, while the server is `slow`, in milliseconds. It is longer than the
 * deadline of any call of the service to its store.
 */
const SLOW_MS = 10_000;

/** Errors that a connection raises after either side closed it or it was cut. */
const ENDS_OF_CONNECTIONS = [
  Deno.errors.BadResource,
  Deno.errors.BrokenPipe,
  Deno.errors.ConnectionAborted,
  Deno.errors.ConnectionReset,
  Deno.errors.Interrupted,
  Deno.errors.NotConnected,
];

/** A TCP proxy on loopback between a server and its clients, by which a test makes the server unreachable. */
export interface TcpProxy {
  /** Port on which the proxy listens. */
  readonly port: number;
  /** Cuts all open connections of the proxy. */
  cut(): void;
  /**
   * Makes the server unreachable until `comeBack`: the proxy closes new connections at once (`refused`), accepts them
   * without an answer (`silent`), or passes bytes on late (`slow`). Open connections are cut, except with `slow`.
   */
  goAway(how: Absence): void;
  comeBack(): void;
  /** Loses every so-manieth answer of the server from now on, together with its connection; 0 loses none. */
  loseAnswers(each: number): void;
  /** Ends the proxy with all of its connections. The system then refuses connections to its port. */
  close(): Promise<void>;
}

/**
 * Starts a TCP proxy to the server at port `to` of loopback. It listens on port `from`, or on any free port if `from`
 * is absent.
 */
export function tcpProxy({ from: given = 0, to: port }: { readonly from?: number; readonly to: number }): TcpProxy {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: given });
  const open = new Set<Deno.TcpConn>();
  let absence: Absence | null = null;
  let lostEach = 0, answers = 0;
  const pipes = new Set<Promise<void>>();
  const pipe = (from: Deno.TcpConn, to: Deno.TcpConn, isAnswer: boolean): void => {
    const late = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      async transform(chunk, controller) {
        if (absence === "slow") await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
        if (isAnswer && lostEach > 0 && ++answers % lostEach === 0) {
          for (const connection of [from, to]) if (open.delete(connection)) closeOnce(connection);
        }
        if (open.has(to)) controller.enqueue(chunk);
      },
    });
    const piped = from.readable.pipeThrough(late).pipeTo(to.writable).catch((error: unknown) => {
      if (!ENDS_OF_CONNECTIONS.some((end) => error instanceof end)) throw error;
    });
    pipes.add(piped);
  };
  const accepting = (async () => {
    for await (const client of listener) {
      if (absence === "refused") {
        client.close();
        continue;
      }
      if (absence === "silent") {
        open.add(client);
        continue;
      }
      const server = await connection(port);
      if (server === null) {
        client.close();
        continue;
      }
      for (const connection of [client, server]) open.add(connection);
      pipe(client, server, false);
      pipe(server, client, true);
    }
  })();
  const cut = (): void => {
    const connections = [...open];
    open.clear();
    connections.forEach(closeOnce);
  };
  return {
    port: listener.addr.port,
    cut,
    goAway(how) {
      absence = how;
      if (how !== "slow") cut();
    },
    comeBack() {
      absence = null;
      cut();
    },
    loseAnswers(each) {
      lostEach = each;
    },
    async close() {
      listener.close();
      await accepting;
      cut();
      await Promise.all(pipes);
    },
  };
}

/** Connects to the server; returns null if it does not run, or ends at this moment. */
async function connection(port: number): Promise<Deno.TcpConn | null> {
  try {
    return await Deno.connect({ hostname: "127.0.0.1", port });
  } catch (error) {
    if (error instanceof Deno.errors.ConnectionRefused || error instanceof Deno.errors.ConnectionReset) return null;
    throw error;
  }
}

/** Closes a connection; does nothing if it is already closed because its streams have ended. */
function closeOnce(connection: Deno.TcpConn): void {
  try {
    connection.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BadResource)) throw error;
  }
}
