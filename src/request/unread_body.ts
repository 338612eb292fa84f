/**
 * Raw bytes of a request body that is too large to be parsed in the main thread. Only how deep it is nested and how
 * many values it has were checked, by counting bytes.
 */
export class UnreadBody {
  /** Bytes of the request body, which should be JSON. */
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
  }
}
