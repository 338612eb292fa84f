import { main } from "./quoted/main.ts";

if (import.meta.main) Deno.exit(await main(Deno.args));
