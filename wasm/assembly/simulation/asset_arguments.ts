/** Of the normal model of assets: mean returns and the n × rank factor F of the covariance F F'. */
@unmanaged
export class AssetNormalArguments {
  means: usize;
  factor: usize;
  rank: i32;
  /** Whether entries of F right of its diagonal are zero. */
  isTriangular: i32;
  /** Of a Student t, above 2; 0 for a normal. */
  degreesOfFreedom: f64;
}

/** Of filtered historical simulation: T × n residuals, and n doubles of each of the rest. */
@unmanaged
export class FilteredArguments {
  residuals: usize;
  means: usize;
  omega: usize;
  alpha: usize;
  beta: usize;
  firstVariance: usize;
}
