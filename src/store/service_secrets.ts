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

/** Secrets of the service, made once and shared by every process on the store. */
export interface ServiceSecretRepository {
  /** Those of a name, newest first; one of 32 bytes is made where there are none. */
  ensure(name: ServiceSecretName): Promise<readonly ServiceSecret[]>;
  /**
   * Puts a new secret before those of every name, which signs as soon as every process knows it, and forgets the ones
   * that verify no more.
   */
  rotate(): Promise<void>;
}

const SECRET_BYTES = 32;
/** Verifying takes a digest for each. */
const SECRETS_KEPT = 32;

/** The secrets of the service over the KV. */
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

/** The newest secret lies by itself, as a version knows it that rotates none. */
interface Rotation {
  /** Of the newest. */
  readonly signsFrom: Instant;
  /** Newest first, as base64. */
  readonly former: readonly { readonly secret: string; readonly signsFrom: Instant }[];
}

interface StoredSecrets {
  readonly newest: Deno.KvEntryMaybe<Uint8Array<ArrayBuffer>>;
  readonly rotation: Deno.KvEntryMaybe<Rotation>;
  /** Newest first; empty where none was made. */
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

/** Nothing where no secret of the name was made: there is none to put another one before. */
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
