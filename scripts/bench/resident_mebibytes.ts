/**
 * Returns the resident memory of a process in MiB. Uses `ps`, because the runtime allows reading `/proc` only with all
 * permissions.
 */
export async function residentMebibytes(pid: number): Promise<number> {
  const { stdout } = await new Deno.Command("ps", { args: ["-o", "rss=", "-p", String(pid)] }).output();
  const kibibytes = Number(new TextDecoder().decode(stdout));
  if (!(kibibytes > 0)) throw new Error(`Cannot read the memory of process ${pid}`);
  return kibibytes / 1_024;
}
