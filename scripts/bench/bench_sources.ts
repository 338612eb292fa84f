/** Simulated sources of live market data for benchmarks, which run in a thread of their own. */
export interface BenchSources extends Disposable {
  /** Address of each simulated market data source, by its id. */
  readonly urls: Readonly<Record<string, string>>;
  /** Settings of a service that uses these simulated market data sources. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Starts simulated market data sources on loopback. Each answer takes 50 ms. */
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
