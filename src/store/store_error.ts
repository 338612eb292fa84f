/** Error for a store that cannot be opened or used as it is. The message tells the operator why, and what to do. */
export class StoreError extends Error {
  constructor(detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = "StoreError";
  }
}
