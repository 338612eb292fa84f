import type { Instant } from "./instant.ts";

/** A network from which a user signed in to an account. */
export interface SignInNetwork {
  /** The network: 256 addresses for IPv4, 2^80 for IPv6. */
  readonly network: string;
  /** When the last sign-in from the network happened. */
  readonly signedInAt: Instant;
}

/** Largest number of networks that an account remembers, those of its latest sign-ins. */
const NETWORKS_AT_MOST = 32;

/**
 * Returns the network that a sign-in counts for, from the network that its session shows. IPv6 is widened to a /48,
 * because a site has a /48 and uses many /64: another /64 of it is no new place.
 */
export function signInNetworkOf(shownNetwork: string): string {
  if (!shownNetwork.includes(":")) return shownNetwork;
  return `${shownNetwork.split(":").slice(0, 3).join(":")}::/48`;
}

/** Adds the network of a sign-in to the known networks of an account, latest first. */
export function withSignIn(known: readonly SignInNetwork[], latest: SignInNetwork): readonly SignInNetwork[] {
  return [latest, ...known.filter(({ network }) => network !== latest.network)].slice(0, NETWORKS_AT_MOST);
}
