import { DomainError } from "../../src/domain/errors.ts";

export type Loss = "sent again" | "thrown" | "late";

/**
 * Test helper. Wraps a Deno KV so that its client never gets the answer to the first attempt of a successful commit.
 * `lost` chooses what happens after the commit: with `sent again` the commit is repeated and its second answer is
 * returned, as the KV Connect client does when its connection is cut; with `thrown` a `TypeError` is thrown, as when
 * the connection is cut within the answer; with `late` a `DomainError` says that the deadline of the store passed.
 * `meanwhile` runs between the commit and that outcome.
 */
export function answerLosingKv(
  kv: Deno.Kv,
  { lost, meanwhile = () => Promise.resolve() }: {
    lost: Loss;
    meanwhile?: () => Promise<void>;
  },
): Deno.Kv {
  const atomic = (): Deno.AtomicOperation => {
    const operation = kv.atomic();
    const commit = operation.commit.bind(operation);
    operation.commit = async () => {
      const answer = await commit();
      await meanwhile();
      // A commit whose check failed changed nothing, so it is repeated whatever `lost` says, and gets the same answer.
      if (lost === "sent again" || !answer.ok) return await commit();
      if (lost === "late") {
        throw new DomainError("not_ready", "The service cannot reach its store now: try again later");
      }
      throw new TypeError("error reading a body from connection");
    };
    return operation;
  };
  return new Proxy(kv, {
    get(target, name) {
      if (name === "atomic") return atomic;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
