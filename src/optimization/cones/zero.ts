import type { LinearCone } from "./cone.ts";

/** s = 0. The dual cone is the whole space. */
export const zero: LinearCone = {
  id: "zero",
  isLinear: true,
  isEquality: true,
  kernelCone: (rows) => ({ tag: 0, rows, parameter: rows }),
  distance(s, { firstRow, rows }) {
    let worst = 0;
    for (let i = firstRow; i < firstRow + rows; i++) worst = Math.max(worst, Math.abs(s[i]));
    return worst;
  },
  projectDual: () => undefined,
};
