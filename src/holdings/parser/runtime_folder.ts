let known: Promise<string> | null = null;

/**
 * The folder in which the runtime keeps packages, as it tells itself: a process without an environment would look for
 * it elsewhere. Asked for once; throws where no process can be started.
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
  if (typeof denoDir !== "string") throw new Error("The runtime does not tell its folder");
  return denoDir;
}
