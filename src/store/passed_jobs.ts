/** Number of queue entries that are remembered at most; after that the oldest are read again. */
const ENTRIES_AT_MOST = 1_000;

/**
 * Queue entries whose jobs a runner has read and cannot compute, for example because a newer version of the service
 * accepted them. It remembers them, so that it reads no such job at every search.
 */
export class PassedJobs {
  readonly #entries = new Map<string, Deno.KvEntry<unknown>>();

  add(entry: Deno.KvEntry<unknown>): void {
    this.#entries.set(nameOf(entry), entry);
    if (this.#entries.size <= ENTRIES_AT_MOST) return;
    for (const oldest of this.#entries.keys()) return void this.#entries.delete(oldest);
  }

  has(entry: Deno.KvEntry<unknown>): boolean {
    return this.#entries.has(nameOf(entry));
  }

  get keys(): readonly Deno.KvKey[] {
    return [...this.#entries.values()].map(({ key }) => key);
  }
}

function nameOf({ key }: Deno.KvEntry<unknown>): string {
  return key.join(" ");
}
