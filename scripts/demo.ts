import { main } from "./demo/main.ts";

if (import.meta.main) Deno.exit(await main(Deno.args));
