import { environmentOfProcess } from "../../src/config.ts";

// deno-lint-ignore no-console
console.log(JSON.stringify(Object.keys(environmentOfProcess().variables).sort()));
