/** Raw bytes of a request body that is too large to be parsed in the main thread. Only its shape has been checked. */
export class UnreadBody {
  /** Bytes of the request body, which should be JSON. */
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
  }
}
