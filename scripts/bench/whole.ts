import { main } from "./whole/main.ts";

if (import.meta.main) Deno.exit(await main(Deno.args));
