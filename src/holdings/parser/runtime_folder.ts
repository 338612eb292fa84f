let known: Promise<string> | null = null;

/**
 * Returns the runtime's package folder as `deno info` reports it, because a process without an environment would look
 * for it elsewhere. The result is cached; throws where no process can be started.
 */
export function runtimeFolder(): Promise<string> {
  known ??= askedFor();
  known.catch(() => known = null);
  return known;
}

async function askedFor(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json"],
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).output();
  const { denoDir }: { readonly denoDir?: unknown } = JSON.parse(new TextDecoder().decode(stdout));
  if (typeof denoDir !== "string") throw new Error("The runtime does not report its package folder");
  return denoDir;
}
