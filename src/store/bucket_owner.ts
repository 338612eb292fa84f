import { type BucketObjects, ObjectMissing } from "./bucket_objects.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { StoreError } from "./store_error.ts";
import { put, transaction } from "./transaction.ts";

/** Name of the object that tells to which installation a bucket belongs. */
const OWNER_OBJECT = "installation.json";
const ANSWER_WITHIN_MS = 5_000;

/**
 * Owner of a bucket: the installation whose id the bucket holds. The id lies in the store too, so that two stores never
 * write to one folder of a bucket, where each would delete the objects of the other as orphans.
 */
export class BucketOwner {
  readonly #context: StoreContext;
  readonly #objects: BucketObjects;
  #isOurs = false;

  constructor(context: StoreContext, objects: BucketObjects) {
    this.#context = context;
    this.#objects = objects;
  }

  /**
   * Checks once that the bucket belongs to the installation of the store; a bucket without an owner becomes its own.
   * Throws `StoreError` for the bucket of another installation, and an `Error` if the bucket does not answer.
   */
  async check(): Promise<void> {
    if (this.#isOurs) return;
    const ours = await installationId(this.#context);
    const owner = await this.#ownerOr(ours);
    if (owner !== ours) throw refusal({ owner, ours });
    this.#isOurs = true;
  }

  /**
   * Gives the store the id of the installation to which the bucket belongs, and returns it. A bucket without an owner
   * becomes the store's own.
   */
  async take(): Promise<string> {
    const ours = await installationId(this.#context);
    const owner = await this.#ownerOr(ours);
    await transaction(this.#context, async (read) => {
      const entry = await read.get<string>(keys.installation);
      return { checks: [entry], mutations: [put(entry.key, owner)], result: undefined };
    });
    return owner;
  }

  /** Reads the id of the installation that owns the bucket. Claims a bucket without an owner for the given id. */
  async #ownerOr(id: string): Promise<string> {
    const owner = await this.#read();
    if (owner !== null) return owner;
    const content = new TextEncoder().encode(JSON.stringify({ installation: id }));
    await this.#objects.put(OWNER_OBJECT, content, "application/json");
    // Two installations may claim the bucket at once: whoever wrote last owns it.
    return await this.#read() ?? "";
  }

  /** Reads the id of the installation that owns the bucket; null without an owner, "" if nobody can read the id. */
  async #read(): Promise<string | null> {
    try {
      const stream = await this.#objects.read(OWNER_OBJECT, { start: 0, end: 1_024 }, ANSWER_WITHIN_MS);
      return /"installation":"(\w+)"/.exec(await new Response(stream).text())?.[1] ?? "";
    } catch (error) {
      if (error instanceof ObjectMissing) return null;
      throw error;
    }
  }
}

/** Whether an object of a bucket tells to which installation the bucket belongs. */
export function isOwnerObject(key: string): boolean {
  return key === OWNER_OBJECT;
}

/** Returns the id of the installation of the store, which the store gets with its first bucket. */
async function installationId(context: StoreContext): Promise<string> {
  const fresh = context.random.ulid();
  return await transaction(context, async (read) => {
    const entry = await read.get<string>(keys.installation);
    if (entry.value !== null) return { checks: [], mutations: [], result: entry.value };
    return { checks: [entry], mutations: [put(entry.key, fresh)], result: fresh };
  });
}

function refusal({ owner, ours }: { readonly owner: string; readonly ours: string }): StoreError {
  return new StoreError(
    `Cannot use the bucket of ARTIFACTS_URL: it belongs to installation "${owner}", and the store to installation ` +
      `"${ours}". Name another bucket or folder; where the bucket does belong to this store, for example after the ` +
      `restore of an old backup, run "admin reconcile --take-bucket"`,
  );
}
