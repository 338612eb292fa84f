import { main } from "./admin/main.ts";

if (import.meta.main) Deno.exit(await main(Deno.args));
