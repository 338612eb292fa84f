import type { SigningKeySet } from "../domain/signing_key.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { put, transaction } from "./transaction.ts";

/** Repository of the keys that sign access tokens, shared by every process on the store. */
export interface SigningKeySetRepository {
  find(): Promise<SigningKeySet | null>;
  /**
   * Returns the stored key set. If there is none, stores and returns a set from `make`, unless another process stores
   * its set first.
   */
  ensure(make: () => Promise<SigningKeySet>): Promise<SigningKeySet>;
  /**
   * Replaces the key set by the result of `change`, which is called again if another process changed the set meanwhile.
   */
  update(change: (set: SigningKeySet | null) => Promise<SigningKeySet>): Promise<SigningKeySet>;
}

/** Creates the repository of signing keys over Deno KV. */
export function signingKeySetRepository(context: StoreContext): SigningKeySetRepository {
  const change = async (
    decide: (set: SigningKeySet | null) => Promise<SigningKeySet | null>,
  ): Promise<SigningKeySet> =>
    await transaction(context, async (read) => {
      const entry = await read.get<SigningKeySet>(keys.signingKeySet);
      const next = await decide(entry.value);
      const result = next ?? entry.value;
      if (result === null) throw new Error("The change of the signing keys returned no keys");
      return { checks: [entry], mutations: next === null ? [] : [put(entry.key, next)], result };
    });
  return {
    async find() {
      return (await context.kv.get<SigningKeySet>(keys.signingKeySet)).value;
    },
    ensure: (make) => change((set) => set === null ? make() : Promise.resolve(null)),
    update: change,
  };
}
