import type { LinearCone } from "./cone.ts";

/** s ≥ 0. The cone is its own dual. */
export const nonnegative: LinearCone = {
  id: "nonnegative",
  isLinear: true,
  isEquality: false,
  kernelCone: (rows) => ({ tag: 1, rows, parameter: rows }),
  distance(s, { firstRow, rows }) {
    let worst = 0;
    for (let i = firstRow; i < firstRow + rows; i++) worst = Math.max(worst, -s[i]);
    return worst;
  },
  projectDual(z, { firstRow, rows }) {
    for (let i = firstRow; i < firstRow + rows; i++) z[i] = Math.max(0, z[i]);
  },
};
