import { main } from "./fleet/main.ts";

if (import.meta.main) Deno.exit(await main(Deno.args));
