import { FleetError } from "./part.ts";

/** Numbers of the processes of each kind. */
export const APIS = 2;
export const WORKERS = 4;

/** Ports of the programs of a fleet on loopback, which follow the port of its proxy. */
export interface FleetPorts {
  /** Port at which people reach the fleet over HTTPS. */
  readonly proxy: number;
  readonly postgres: number;
  readonly bucket: number;
  readonly apis: readonly number[];
  /** Ports of the metrics of the processes that answer, then of those that compute. */
  readonly apiMetrics: readonly number[];
  readonly workMetrics: readonly number[];
}

/** Number of ports of a fleet, from that of its proxy on. */
export const PORTS = 3 + 2 * APIS + WORKERS;

/** Returns the ports of a fleet from the port of its proxy on. */
export function fleetPorts(first: number): FleetPorts {
  const run = (from: number, count: number): readonly number[] =>
    Array.from({ length: count }, (_, index) => first + from + index);
  return {
    proxy: first,
    apis: run(1, APIS),
    postgres: first + 1 + APIS,
    bucket: first + 2 + APIS,
    apiMetrics: run(3 + APIS, APIS),
    workMetrics: run(3 + 2 * APIS, WORKERS),
  };
}

/** Throws a `FleetError` that names the first port of a fleet at which something listens already. */
export function refuseTakenPorts(first: number): void {
  for (let port = first; port < first + PORTS; port++) {
    try {
      Deno.listen({ hostname: "127.0.0.1", port }).close();
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
      throw new FleetError(
        `Cannot use the ports ${first} to ${first + PORTS - 1}: ${port} is taken; name another first one with --port`,
      );
    }
  }
}
