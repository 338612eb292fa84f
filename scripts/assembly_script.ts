import { inRepository } from "./source_digest.ts";

/**
 * Arguments of Deno for each command of this script on the sources of the numeric core: `format` rewrites them, `check`
 * fails where they are not formatted, `lint` fails where the linter finds a fault.
 */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  format: ["fmt"],
  check: ["fmt", "--check"],
  lint: ["lint", "--rules-exclude=eqeqeq"],
};

const FOLDER = "wasm/assembly";

if (import.meta.main) Deno.exit(await run(Deno.args[0] ?? ""));

/**
 * Runs the formatter or the linter of Deno on a copy of the AssemblyScript sources with hidden decorators. Returns the
 * exit code.
 */
async function run(name: string): Promise<number> {
  const command = COMMANDS[name];
  if (command === undefined) throw new Error(`Give one of ${Object.keys(COMMANDS).join(", ")}, got ${name}`);
  const copy = await Deno.makeTempDir();
  try {
    const paths = await pathsIn(FOLDER);
    for (const path of paths) await transfer(inRepository(path).pathname, `${copy}/${path}`, hideDecorators);
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [...command, "--config", inRepository("deno.json").pathname, copy],
    }).output();
    if (code === 0 && name === "format") {
      for (const path of paths) await transfer(`${copy}/${path}`, inRepository(path).pathname, showDecorators);
    }
    for (const told of [stdout, stderr]) {
      Deno.stderr.writeSync(new TextEncoder().encode(new TextDecoder().decode(told).replaceAll(`${copy}/`, "")));
    }
    return code;
  } finally {
    await Deno.remove(copy, { recursive: true });
  }
}

/**
 * Turns each decorator line of AssemblyScript into a comment. TypeScript allows no decorator on a function: the
 * formatter would delete it and the linter would refuse it.
 */
export function hideDecorators(source: string): string {
  return source.replace(/^( *)(@[a-z]+(\(.*\))?)$/gm, "$1// decorator: $2");
}

/** Turns the comments that `hideDecorators` wrote back into decorators. */
export function showDecorators(source: string): string {
  return source.replace(/^( *)\/\/ decorator: (@.*)$/gm, "$1$2");
}

async function transfer(from: string, to: string, change: (source: string) => string): Promise<void> {
  await Deno.mkdir(to.slice(0, to.lastIndexOf("/")), { recursive: true });
  await Deno.writeTextFile(to, change(await Deno.readTextFile(from)));
}

async function pathsIn(folder: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(inRepository(folder))) {
    if (isDirectory) paths.push(...await pathsIn(`${folder}/${name}`));
    else paths.push(`${folder}/${name}`);
  }
  return paths;
}
