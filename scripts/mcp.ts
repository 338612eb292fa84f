import { main } from "./mcp/main.ts";

if (import.meta.main) Deno.exit(await main(Deno.args));
