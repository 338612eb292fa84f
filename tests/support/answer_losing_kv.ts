import { DomainError } from "../../src/domain/errors.ts";

export type Loss = "sent again" | "thrown" | "late";

/**
 * A KV whose client gets no answer to any commit the first time: `lost` says what happens then. `sent again` is what
 * the client of KV Connect does when its connection is cut; `thrown`, when it is cut within the answer; `late` is an
 * answer that comes after the deadline of the store. Whatever
 * `meanwhile` does happens between the commit and what follows.
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
      // An answer that nothing has happened says the same the second time.
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
