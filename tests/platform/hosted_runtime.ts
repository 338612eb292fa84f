/** Version of the runtime on Deno Deploy. */
export const HOSTED_VERSION = "2.5.0";

/**
 * Returns the path of the runtime of the hosted platform, which npx fetches, or the reason why it is not there. `npx`
 * itself would not pass signals on to it.
 */
export async function hostedRuntime(): Promise<{ readonly path: string } | { readonly absent: string }> {
  try {
    const { success, stdout, stderr } = await new Deno.Command("npx", {
      args: ["--yes", `deno@${HOSTED_VERSION}`, "eval", "--print", "Deno.execPath()"],
      stdin: "null",
    }).output();
    const text = new TextDecoder();
    if (success) return { path: text.decode(stdout).trim() };
    return { absent: `npx cannot fetch it: ${text.decode(stderr).trim().split("\n").at(-1)}` };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { absent: "there is no npx" };
    throw error;
  }
}
