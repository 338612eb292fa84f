import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { put, transaction } from "./transaction.ts";

/** What the service signs with beside access tokens. */
export type ServiceSecretName = "cursor" | "csrf" | "signed_url";

/** Secrets of the service, made once and shared by every process on the store. */
export interface ServiceSecretRepository {
  /** 32 bytes, made where there are none. */
  ensure(name: ServiceSecretName): Promise<Uint8Array<ArrayBuffer>>;
}

const SECRET_BYTES = 32;

/** The secrets of the service over the KV. */
export function serviceSecretRepository(context: StoreContext): ServiceSecretRepository {
  const known = new Map<ServiceSecretName, Uint8Array<ArrayBuffer>>();
  return {
    async ensure(name) {
      const secret = known.get(name) ?? await readOrMake(context, name);
      known.set(name, secret);
      return secret;
    },
  };
}

async function readOrMake(context: StoreContext, name: ServiceSecretName): Promise<Uint8Array<ArrayBuffer>> {
  return await transaction(context, async (read) => {
    const entry = await read.get<Uint8Array<ArrayBuffer>>(keys.serviceSecret(name));
    if (entry.value !== null) return { checks: [], mutations: [], result: entry.value };
    const secret = context.random.bytes(SECRET_BYTES);
    return { checks: [entry], mutations: [put(entry.key, secret)], result: secret };
  });
}
