import type { Instant } from "../domain/instant.ts";
import {
  SERVICE_SECRET_NAMES,
  type ServiceSecret,
  type ServiceSecretName,
  signsFromOf,
  verifyingSecrets,
} from "../domain/service_secret.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { type Change, put, type Reader, transaction } from "./transaction.ts";

/** Repository of the service's secrets, which are created once and shared by every process on the store. */
export interface ServiceSecretRepository {
  /** Returns the secrets with this name, newest first; creates a secret of 32 bytes if there is none. */
  ensure(name: ServiceSecretName): Promise<readonly ServiceSecret[]>;
  /**
   * Creates a new secret for every name that has one, and deletes the secrets that no longer verify. The new secret
   * starts to sign once every process knows it.
   */
  rotate(): Promise<void>;
}

const SECRET_BYTES = 32;
/**
 * Largest number of secrets kept per name. It is limited because verifying a signature computes one digest per secret.
 */
const SECRETS_KEPT = 32;

/** Creates the repository of the service's secrets over Deno KV. */
export function serviceSecretRepository(context: StoreContext): ServiceSecretRepository {
  return {
    async ensure(name) {
      return await transaction(context, async (read) => {
        const { newest, secrets } = await readSecrets(read, name);
        if (secrets.length > 0) return { checks: [], mutations: [], result: secrets };
        const secret = context.random.bytes(SECRET_BYTES);
        return { checks: [newest], mutations: [put(newest.key, secret)], result: [{ secret, signsFrom: 0 }] };
      });
    },
    async rotate() {
      await transaction(context, async (read) => {
        const rotated = await Promise.all(SERVICE_SECRET_NAMES.map((name) => rotation(context, read, name)));
        return {
          checks: rotated.flatMap(({ checks }) => checks),
          mutations: rotated.flatMap(({ mutations }) => mutations),
          result: undefined,
        };
      });
    },
  };
}

/**
 * Rotation state of a secret. The newest secret is stored in a separate entry, which older versions of the service
 * without rotation can read too.
 */
interface Rotation {
  /** Time from which the newest value of the secret signs. */
  readonly signsFrom: Instant;
  /** Former values of a secret of the service, newest first, as base64, each with the time from which it signed. */
  readonly former: readonly { readonly secret: string; readonly signsFrom: Instant }[];
}

interface StoredSecrets {
  readonly newest: Deno.KvEntryMaybe<Uint8Array<ArrayBuffer>>;
  readonly rotation: Deno.KvEntryMaybe<Rotation>;
  /** All values of the secret with one name, newest first; empty if none was created. */
  readonly secrets: readonly ServiceSecret[];
}

async function readSecrets(read: Reader, name: ServiceSecretName): Promise<StoredSecrets> {
  const [newest, rotation] = await read.getMany<[Uint8Array<ArrayBuffer>, Rotation]>([
    keys.serviceSecret(name),
    keys.serviceSecretRotation(name),
  ]);
  if (newest.value === null) return { newest, rotation, secrets: [] };
  const { signsFrom, former } = rotation.value ?? { signsFrom: 0, former: [] };
  const decoded = former.map((one) => ({ ...one, secret: Uint8Array.fromBase64(one.secret) }));
  return { newest, rotation, secrets: [{ secret: newest.value, signsFrom }, ...decoded] };
}

/**
 * Returns the checks and mutations that put a new secret before the existing secrets of a name; no mutations if the
 * name has no secret yet.
 */
async function rotation(
  { clock, random }: StoreContext,
  read: Reader,
  name: ServiceSecretName,
): Promise<Pick<Change<unknown>, "checks" | "mutations">> {
  const { newest, rotation, secrets } = await readSecrets(read, name);
  if (secrets.length === 0) return { checks: [newest], mutations: [] };
  const now = clock.now();
  const signsFrom = signsFromOf(now);
  const next: ServiceSecret = { secret: random.bytes(SECRET_BYTES), signsFrom };
  const [, ...former] = verifyingSecrets(name, [next, ...secrets], now).slice(0, SECRETS_KEPT);
  const kept: Rotation = { signsFrom, former: former.map((one) => ({ ...one, secret: one.secret.toBase64() })) };
  return { checks: [newest, rotation], mutations: [put(newest.key, next.secret), put(rotation.key, kept)] };
}
