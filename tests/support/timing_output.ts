/** Test helper. Runs a script of `scripts/bench` with arguments, and returns its exit code and what it prints. */
export async function timingOutput(
  script: "whole" | "growth" | "quoted",
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly out: string; readonly error: string }> {
  const path = new URL(`../../scripts/bench/${script}.ts`, import.meta.url).pathname;
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "--allow-all", path, ...args],
  }).output();
  const [out, error] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, out, error };
}
