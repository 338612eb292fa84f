import type { KeptEntries, KeptEntry, KeptHead, KeptWrite, MarketDataCache } from "./cache.ts";
import type { HostStatus } from "./provider.ts";

/** Creates a market data cache in the memory of one process, for runs without a store. */
export function memoryCache(): MarketDataCache {
  const hosts = new Map<string, HostStatus>();
  const series = new MemoryEntries();
  const turns = new Map<string, Promise<void>>();
  return {
    series,
    lists: new MemoryEntries(),
    async status() {
      const heads = [...(await series.heads()).values()];
      const times = heads.map(({ fetchedAt }) => fetchedAt).sort();
      return {
        assets: heads.length,
        bytes: heads.reduce((sum, { bytes }) => sum + bytes, 0),
        oldestFetchedAt: times[0] ?? null,
      };
    },
    noteHost(status) {
      hosts.set(status.host, status);
      return Promise.resolve();
    },
    hosts: () => Promise.resolve([...hosts.values()].sort((a, b) => a.host < b.host ? -1 : 1)),
    async once(name, act) {
      const running = turns.get(name);
      if (running !== undefined) {
        await running.catch(() => undefined);
        return false;
      }
      const turn = act().finally(() => turns.delete(name));
      turns.set(name, turn);
      await turn;
      return true;
    },
  };
}

class MemoryEntries implements KeptEntries {
  readonly #entries = new Map<string, KeptEntry>();

  read(name: string, parts?: readonly string[]): Promise<KeptEntry | null> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return Promise.resolve(null);
    const named = [...entry.parts].filter(([part]) => parts?.includes(part) ?? true);
    return Promise.resolve({ head: entry.head, parts: new Map(named) });
  }

  heads(): Promise<ReadonlyMap<string, KeptHead>> {
    return Promise.resolve(new Map([...this.#entries].map(([name, { head }]) => [name, head])));
  }

  write(name: string, { head, parts }: KeptWrite): Promise<void> {
    const kept = new Map(this.#entries.get(name)?.parts);
    for (const [part, bytes] of parts) {
      if (bytes === null) kept.delete(part);
      else kept.set(part, bytes);
    }
    this.#entries.set(name, { head, parts: kept });
    return Promise.resolve();
  }
}
