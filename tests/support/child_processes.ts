/**
 * Test helper. Returns the ids of the processes that this process has started and whose command line holds a text.
 * Works on Linux only.
 */
export async function childProcesses(text: string): Promise<readonly number[]> {
  const found: number[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = await Deno.readTextFile(`/proc/${name}/status`);
      const command = await Deno.readTextFile(`/proc/${name}/cmdline`);
      if (new RegExp(`^PPid:\\s*${Deno.pid}$`, "m").test(status) && command.includes(text)) found.push(Number(name));
    } catch (error) {
      // The process has ended meanwhile.
      if (!(error instanceof Deno.errors.NotFound) && !/No such process/.test(String(error))) throw error;
    }
  }
  return found;
}
