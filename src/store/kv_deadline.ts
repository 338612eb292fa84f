import { DomainError } from "../domain/errors.ts";
import { within } from "./waiting_limit.ts";

export interface KvDeadlineOptions {
  /** Time limit for a KV call in milliseconds; 3,000 if absent. */
  readonly answerMs?: number;
  /**
   * Time limit for a KV call in milliseconds after a call that got no answer in time, until the store answers again;
   * 1,000 if absent.
   */
  readonly silentAnswerMs?: number;
}

/**
 * Wraps a Deno KV store so that a call to it throws `not_ready` if the database does not answer in time. Without this
 * wrapper, Deno waits endlessly for a KV Connect server that does not respond. A call that timed out may still write
 * its changes.
 */
export function withKvDeadline(kv: Deno.Kv, options: KvDeadlineOptions = {}): Deno.Kv {
  const { answerMs = 3_000, silentAnswerMs = 1_000 } = options;
  let isSilent = false;
  const inTime = async <Answer>(call: Promise<Answer>): Promise<Answer> => {
    // A late answer to a timed-out KV call also shows that the store responds again.
    call.then(() => isSilent = false, () => undefined);
    return await within(isSilent ? silentAnswerMs : answerMs, call, () => {
      isSilent = true;
      return silence();
    });
  };
  return new Proxy(kv, {
    get(target, name) {
      if (name === "atomic") return () => atomicInTime(kv, inTime);
      if (name === "list") return (...given: Parameters<Deno.Kv["list"]>) => listInTime(kv.list(...given), inTime);
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      if (!ANSWERED.has(String(name))) return member.bind(target);
      return (...given: unknown[]) => inTime(Promise.resolve(Reflect.apply(member, target, given)));
    },
  });
}

type InTime = <Answer>(call: Promise<Answer>) => Promise<Answer>;

const ANSWERED: ReadonlySet<string> = new Set(["get", "getMany", "set", "delete"]);

function atomicInTime(kv: Deno.Kv, inTime: InTime): Deno.AtomicOperation {
  const operation = kv.atomic();
  const commit = operation.commit.bind(operation);
  operation.commit = () => inTime(commit());
  return operation;
}

async function* listInTime<Entry>(entries: AsyncIterator<Entry>, inTime: InTime): AsyncGenerator<Entry> {
  for (let next = await inTime(entries.next()); !next.done; next = await inTime(entries.next())) yield next.value;
}

function silence(): DomainError {
  const error = new DomainError("not_ready", "The service cannot reach its store now: try again later");
  error.cause = new Error("The store did not answer in time");
  return error;
}
