import { main } from "./studio/main.ts";

if (import.meta.main) Deno.exit(await main(Deno.args));
