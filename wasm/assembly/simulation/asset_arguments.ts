/** Arguments of the normal model of assets: mean returns, and the n × rank factor F of the covariance F F'. */
@unmanaged
export class AssetNormalArguments {
  means: usize;
  factor: usize;
  rank: i32;
  /** Whether entries of the covariance factor F to the right of its diagonal are zero. */
  isTriangular: i32;
  /** Degrees of freedom of a Student t distribution, above 2. 0 for a normal distribution. */
  degreesOfFreedom: f64;
}

/** Arguments of filtered historical simulation: T × n residuals, and n doubles for each of the other fields. */
@unmanaged
export class FilteredArguments {
  residuals: usize;
  means: usize;
  omega: usize;
  alpha: usize;
  beta: usize;
  firstVariance: usize;
}
