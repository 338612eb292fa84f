import assert from "node:assert/strict";

async function growth(...args: readonly string[]) {
  const script = new URL("../growth.ts", import.meta.url).pathname;
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "--allow-all", script, ...args],
  }).output();
  const [out, error] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, out, error };
}

Deno.test("whole runs of growing sizes are timed, and their slope and largest step are told", async () => {
  const { code, out, error } = await growth("--only", "min_volatility by assets", "--runs", "1", "--most", "100");
  assert.equal(code, 0, error);
  assert.match(out, /^50 +\d+\.\d{3}\n100 +\d+\.\d{3}\nslope +-?\d+\.\d\d\nlargest step +\d+\.\d\d$/m);
});

Deno.test("wrong options of the timing of growing sizes are refused by name", async () => {
  for (
    const [args, said] of [
      [["--runs", "0"], '"0"'],
      [["--only", "none"], '"none"'],
      [["--most", "50"], "--most 50"],
    ] as const
  ) {
    const { code, error } = await growth(...args);
    assert.equal(code, 2);
    assert.ok(error.includes(said), error);
  }
});
