import { noteAbsence } from "./absent_program.ts";

/** A network of a test's own, whose processes reach this machine over one cable, and nothing else. */
export interface NetworkNamespace extends AsyncDisposable {
  /** Address of this machine at its end of the cable. */
  readonly hostAddress: string;
  /** Addresses of both ends in the notation of CIDR. */
  readonly range: string;
  /** Words that stand before the command of a process that shall run in the network. */
  readonly within: readonly string[];
  /** Cuts the cable: packets of either direction are lost, and nobody is told. */
  cut(): Promise<void>;
  /** Joins the cable again. */
  mend(): Promise<void>;
}

/**
 * Test helper. Makes a network namespace and a cable to it. Returns null, and notes it, where the program `ip` is
 * missing or this process may not use it so.
 */
export async function networkNamespace(): Promise<NetworkNamespace | null> {
  const number = crypto.getRandomValues(new Uint8Array(3)), name = `po-${number.toHex()}`;
  const cable = { here: `${name}a`, there: `${name}b` };
  // A range of four addresses in a network that no machine of the internet has.
  const part = `10.${200 + number[0] % 50}.${number[1]}`, first = number[2] & 0b1111_1100;
  const [hostAddress, address] = [`${part}.${first + 1}`, `${part}.${first + 2}`];
  if (!await ip("netns", "add", name)) {
    noteAbsence("network namespaces", "The cut of a network is not tried: this machine makes no network namespaces");
    return null;
  }
  const remove = async (): Promise<void> => void await ip("netns", "delete", name);
  const isMade = await ip("link", "add", cable.here, "type", "veth", "peer", "name", cable.there, "netns", name) &&
    await ip("address", "add", `${hostAddress}/30`, "dev", cable.here) &&
    await ip("link", "set", cable.here, "up") &&
    await ip("-n", name, "address", "add", `${address}/30`, "dev", cable.there) &&
    await ip("-n", name, "link", "set", cable.there, "up") &&
    await ip("-n", name, "link", "set", "lo", "up");
  if (!isMade) {
    await remove();
    noteAbsence(
      "virtual cables",
      "The cut of a network is not tried: this machine makes no cable to a network namespace",
    );
    return null;
  }
  const set = async (state: string): Promise<void> => {
    if (!await ip("link", "set", cable.here, state)) throw new Error(`Cannot set the cable ${state}`);
  };
  return {
    hostAddress,
    range: `${part}.${first}/30`,
    within: ["ip", "netns", "exec", name],
    cut: () => set("down"),
    mend: () => set("up"),
    [Symbol.asyncDispose]: remove,
  };
}

async function ip(...args: string[]): Promise<boolean> {
  try {
    return (await new Deno.Command("ip", { args, stdout: "null", stderr: "null" }).output()).success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
