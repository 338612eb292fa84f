import { main } from "./optimize/main.ts";

if (import.meta.main) Deno.exit(await main(Deno.args));
