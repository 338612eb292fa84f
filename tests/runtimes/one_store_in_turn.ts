import assert from "node:assert/strict";
import type { Turn } from "../support/runtime_turn.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

/**
 * Deno version of the hosted platform (Deno Deploy). Its engine cannot read values that the engine of a newer version
 * serialised.
 */
const OLD_VERSION = "2.5.0";
const OLD_RUNTIME = ["npx", "--yes", `deno@${OLD_VERSION}`];
const NEW_RUNTIME = [Deno.execPath()];
const SCRIPT = new URL("../support/runtime_turn.ts", import.meta.url).pathname;

const reason = await reasonToSkip();
// deno-lint-ignore no-console
if (reason !== null) console.log(`Skipped the test with Deno ${OLD_VERSION}: ${reason}`);

Deno.test({
  name: `Deno ${OLD_VERSION} and this one read and write one store in turn, and each reads all that the other wrote`,
  ignore: reason !== null,
  async fn() {
    await using folder = await temporaryFolder();
    const path = `${folder.path}/kv.sqlite3`;
    const turns: Turn[] = [];
    for (const runtime of [NEW_RUNTIME, OLD_RUNTIME, NEW_RUNTIME, OLD_RUNTIME, NEW_RUNTIME]) {
      turns.push(await takeTurn(runtime, path, turns.length));
    }
    const versions = turns.map(({ version }) => version);
    const current = Deno.version.deno;
    assert.deepEqual(versions, [current, OLD_VERSION, current, OLD_VERSION, current]);
    for (const [index, { before, authenticated, savedMaps, waitingConfigs }] of turns.entries()) {
      if (index > 0) assert.equal(before, turns[index - 1].after);
      const hosts = Array.from({ length: index }, (_, earlier) => `ada@turn-${earlier}.example.com`);
      assert.deepEqual(authenticated.toSorted(), hosts);
      assert.deepEqual(savedMaps.toSorted(), mapsBefore(index).toSorted());
      assert.deepEqual(waitingConfigs, index === 0 ? [] : [200_000]);
    }
  },
});

/**
 * Test helper. Two Deno versions open one store file in turn. Returns the classification maps that the version with the
 * given turn number (from 0) must find from all earlier turns, each as text with name, number of assets and revision.
 * Every turn saves three maps, and each later turn replaces them once.
 */
function mapsBefore(turn: number): readonly string[] {
  const leftBy = (earlier: number): readonly string[] =>
    [["2 bytes", 1], ["200000 bytes", 1_563], ["900000 bytes", 7_032]].map(([name, assets]) =>
      `${name} 🦉: ${assets} assets, revision ${turn - earlier + 1}`
    );
  return Array.from({ length: turn }, (_, earlier) => leftBy(earlier)).flat();
}

async function takeTurn([command, ...args]: readonly string[], path: string, number: number): Promise<Turn> {
  const { success, stdout, stderr } = await new Deno.Command(command, {
    args: [...args, "run", "--no-check", "--no-lock", "--unstable-kv", "--allow-all", SCRIPT, path, `${number}`],
    stdin: "null",
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}

/**
 * Returns the reason to skip the test of two Deno versions; null if the other version is installed or can be
 * downloaded.
 */
async function reasonToSkip(): Promise<string | null> {
  try {
    const { success, stderr } = await new Deno.Command(OLD_RUNTIME[0], {
      args: [...OLD_RUNTIME.slice(1), "--version"],
      stdin: "null",
    }).output();
    return success ? null : `npx cannot fetch it: ${new TextDecoder().decode(stderr).trim().split("\n").at(-1)}`;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "there is no npx";
    throw error;
  }
}
