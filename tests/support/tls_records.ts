const APPLICATION_DATA = 23;
const HEADER_BYTES = 5;

/** Test relay that forwards connections to a local port and counts the TLS records that the server sends. */
export interface RecordingRelay extends AsyncDisposable {
  readonly port: number;
  /**
   * Number of TLS records of the type application data that the server has sent. Each record holds at most 16 KiB; in
   * TLS 1.3 encrypted handshake messages have this type too.
   */
  records(): number;
}

/** Test helper. Starts a relay to a local server that speaks TLS 1.3. */
export function recordingRelay(serverPort: number): RecordingRelay {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const ended: Promise<unknown>[] = [];
  let records = 0;
  const accept = async (): Promise<void> => {
    for await (const client of listener) {
      const server = await Deno.connect({ hostname: "127.0.0.1", port: serverPort });
      const counted = server.readable.pipeThrough(countingRecords(() => records++));
      ended.push(Promise.allSettled([client.readable.pipeTo(server.writable), counted.pipeTo(client.writable)]));
    }
  };
  const accepted = accept();
  return {
    port: listener.addr.port,
    records: () => records,
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepted;
      await Promise.all(ended);
    },
  };
}

/**
 * Test helper. Returns a stream that passes TLS records on unchanged and calls back for each application data record
 * when its header has passed.
 */
function countingRecords(onRecord: () => void): TransformStream<Uint8Array, Uint8Array> {
  let header: number[] = [];
  let left = 0;
  return new TransformStream({
    transform(chunk, controller) {
      for (let at = 0; at < chunk.length;) {
        if (left > 0) {
          const taken = Math.min(left, chunk.length - at);
          left -= taken;
          at += taken;
          continue;
        }
        header.push(chunk[at++]);
        if (header.length < HEADER_BYTES) continue;
        if (header[0] === APPLICATION_DATA) onRecord();
        left = header[3] * 256 + header[4];
        header = [];
      }
      controller.enqueue(chunk);
    },
  });
}
