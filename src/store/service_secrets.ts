/** What the service signs with beside access tokens. */
export type ServiceSecretName = "cursor" | "csrf" | "signed_url";

/** Secrets of the service, made once and shared by every process on the store. */
export interface ServiceSecretRepository {
  /** 32 bytes. */
  get(name: ServiceSecretName): Promise<Uint8Array<ArrayBuffer>>;
}
