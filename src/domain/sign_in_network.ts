import type { Instant } from "./instant.ts";

/** A network that an account was signed in to from. */
export interface SignInNetwork {
  /** 256 addresses of IPv4, 2^80 of IPv6. */
  readonly network: string;
  /** When that was last. */
  readonly signedInAt: Instant;
}

/** Networks that an account remembers: those of its latest sign-ins. */
const NETWORKS_AT_MOST = 32;

/**
 * The network that a sign-in counts for, of the one that its session shows. A site has a /48 of IPv6 and hands out many
 * a /64: a sign-in from another one is from no elsewhere.
 */
export function signInNetworkOf(shownNetwork: string): string {
  if (!shownNetwork.includes(":")) return shownNetwork;
  return `${shownNetwork.split(":").slice(0, 3).join(":")}::/48`;
}

/** The networks with that of one more sign-in, latest first. */
export function withSignIn(known: readonly SignInNetwork[], latest: SignInNetwork): readonly SignInNetwork[] {
  return [latest, ...known.filter(({ network }) => network !== latest.network)].slice(0, NETWORKS_AT_MOST);
}
