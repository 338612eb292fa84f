import type { CurvedCone } from "./cone.ts";

/**
 * The projection of a point on the polar cone, which is the negative of the dual cone. The point is the sum of this
 * projection and its projection on the cone, and the two are orthogonal.
 */
export type PolarPart = (x: number, y: number, z: number) => readonly [number, number, number];

/**
 * The operations of a cone of three rows that follow from its polar projection: the distance of a block is the norm of
 * its polar projection, and the projection on the dual cone is -polar(-z). Moreau's decomposition; Parikh, Boyd (2014),
 * Proximal algorithms, 2.5.
 */
export function moreauCone(polarPart: PolarPart): Pick<CurvedCone, "distance" | "projectDual" | "scale"> {
  return {
    distance: (s, { firstRow: i }) => Math.hypot(...polarPart(s[i], s[i + 1], s[i + 2])),
    projectDual(z, { firstRow: i }) {
      const [x, y, w] = polarPart(-z[i], -z[i + 1], -z[i + 2]);
      z[i] = -x;
      z[i + 1] = -y;
      z[i + 2] = -w;
    },
    scale: (s, { firstRow: i }) => Math.abs(s[i]) + Math.abs(s[i + 1]) + Math.abs(s[i + 2]),
  };
}
