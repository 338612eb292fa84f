/**
 * Test helper. Returns the ids of the processes that this process has started and whose command line holds a text, as
 * `ps` lists them.
 */
export async function childProcesses(text: string): Promise<readonly number[]> {
  const { stdout } = await new Deno.Command("ps", { args: ["-o", "pid=,args=", "--ppid", `${Deno.pid}`] }).output();
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line.includes(text))
    .map((line) => Number(/^\s*(\d+) /.exec(line)?.[1]));
}
