/**
 * A KV that calls back after each of its commits, counted from 1; whoever has written goes on when that has resolved.
 */
export function watchedKv(kv: Deno.Kv, committed: (count: number) => Promise<void>): Deno.Kv {
  let count = 0;
  const atomic = (): Deno.AtomicOperation => {
    const operation = kv.atomic();
    const commit = operation.commit.bind(operation);
    operation.commit = async () => {
      const result = await commit();
      await committed(++count);
      return result;
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
