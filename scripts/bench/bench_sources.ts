/** The sources of live market data, in a thread of their own. */
export interface BenchSources extends Disposable {
  /** By their ids. */
  readonly urls: Readonly<Record<string, string>>;
  /** The settings of a service that asks them. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Starts sources on loopback that take 50 ms over each answer. */
export async function benchSources(): Promise<BenchSources> {
  const worker = new Worker(new URL("./source_of_charts.ts", import.meta.url), { type: "module" });
  const urls = await new Promise<Readonly<Record<string, string>>>((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
  });
  const addresses = Object.entries(urls).map(([id, url]) => [`PROVIDER_${id.toUpperCase()}_URL`, url]);
  return {
    urls,
    settings: { MARKET_DATA: "live", ...Object.fromEntries(addresses) },
    [Symbol.dispose]: () => worker.terminate(),
  };
}
