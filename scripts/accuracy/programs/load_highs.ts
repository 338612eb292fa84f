// @ts-types="./highs_loader.d.ts"
import loadModule, { type Highs } from "highs";

/**
 * Loads the HiGHS solver, compiled to WebAssembly. Huangfu, Hall (2018), Parallelizing the dual revised simplex method,
 * MPC 10.
 */
export async function loadHighs(): Promise<Highs> {
  return await loadModule();
}
