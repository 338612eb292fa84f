import type { Instant } from "./instant.ts";

/** Type of a network from which a user has signed in to an account, with the time of the last sign-in. */
export interface SignInNetwork {
  /** The IP network: a range of 256 addresses for IPv4, of 2^80 for IPv6. */
  readonly network: string;
  /** When a user last signed in from the network. */
  readonly signedInAt: Instant;
}

/** Largest number of networks that an account remembers, those of its latest sign-ins. */
const NETWORKS_AT_MOST = 32;

/**
 * Returns the network by which sign-ins from new places are recognised, from the network that a session shows. IPv6 is
 * widened to a /48, because a site has a /48 and uses many /64: another /64 of it is no new place.
 */
export function signInNetworkOf(shownNetwork: string): string {
  if (!shownNetwork.includes(":")) return shownNetwork;
  return `${shownNetwork.split(":").slice(0, 3).join(":")}::/48`;
}

/**
 * Returns the known sign-in networks of an account with the network of a new sign-in in front. The oldest beyond the
 * limit are dropped.
 */
export function withSignIn(known: readonly SignInNetwork[], latest: SignInNetwork): readonly SignInNetwork[] {
  return [latest, ...known.filter(({ network }) => network !== latest.network)].slice(0, NETWORKS_AT_MOST);
}
