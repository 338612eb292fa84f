const APPLICATION_DATA = 23;
const HEADER_BYTES = 5;

/** Forwards connections to a port of this machine, and counts what the server writes on them. */
export interface RecordingRelay extends AsyncDisposable {
  readonly port: number;
  /** Records of application data that the server has sent so far: one a write, of 16 KiB at most. */
  records(): number;
}

/** Starts to forward to a server that speaks TLS 1.3. */
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

/** Passes bytes on and tells of each record of application data when its header is whole. */
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
