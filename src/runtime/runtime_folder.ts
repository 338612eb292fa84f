let known: Promise<string> | null = null;

/**
 * Returns the path of Deno's cache directory (`DENO_DIR`) as `deno info` reports it. A process that is started without
 * environment variables needs this path, because it would look for the directory elsewhere. The result is cached.
 * Throws where `deno info` cannot be started or reports no path.
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
