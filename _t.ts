import { loadKernels } from "./src/kernels/mod.ts";
import { referenceCases } from "./tests/support/reference.ts";
import { runCase } from "./tests/support/run_case.ts";
const kernels=await loadKernels(null);
for (const of of referenceCases("ratios")) { if (!/martin|ulcer|calmar|cdar|cvar/.test(of.id)) continue;
 const t=performance.now(); const {solution,problem}=runCase(of,kernels); const {weights,shadowPrices,...s}=solution; console.log(of.id, problem.returns?.rows, (performance.now()-t).toFixed(0), JSON.stringify(s), of.expected.objective); }
