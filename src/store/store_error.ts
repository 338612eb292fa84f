/**
 * A store that cannot be opened or used as it is: the sentence says why and what to do, for whoever runs the service.
 */
export class StoreError extends Error {
  constructor(detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = "StoreError";
  }
}
