/** A body that is too large to be looked into beside other requests: its bytes, judged by their shape alone. */
export class UnreadBody {
  /** JSON, or what claims to be. */
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
  }
}
