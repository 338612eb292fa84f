import { main } from "./growth/main.ts";

if (import.meta.main) Deno.exit(await main(Deno.args));
