//! The surface of the conic solver: min ½x'Px + q'x subject to Ax + s = b with s in a product of cones, solved by
//! Clarabel (Goulart and Chen 2024, arXiv:2405.12762). Every argument is checked here, because Clarabel panics on some.

#![feature(alloc_error_hook)]

use clarabel::algebra::{CscMatrix, TriangularMatrixChecks};
use clarabel::solver::{DefaultInfo, DefaultSettings, DefaultSolver, IPSolver, SupportedConeT};
use js_sys::{Float64Array, Function, Object, RangeError, Reflect};
use wasm_bindgen::prelude::*;

/// Beyond it a sum keeps no digit behind the point: such a limit is meant as infinite, and as a number it makes
/// Clarabel report certificates that prove nothing.
const LARGEST: f64 = 1e15;
/// An answer counts as almost solved within this multiple of the tolerance.
const ALMOST: f64 = 1e3;
/// Of a certificate of infeasibility: its residual over its distance from 0, and the same where it is almost one.
const INFEASIBILITY_TOLERANCE: f64 = 1e-9;
const ALMOST_INFEASIBILITY_TOLERANCE: f64 = 1e-6;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** The words of Clarabel. */
export type SolveStatus =
  | "Solved" | "AlmostSolved" | "PrimalInfeasible" | "AlmostPrimalInfeasible" | "DualInfeasible"
  | "AlmostDualInfeasible" | "MaxIterations" | "NumericalError" | "InsufficientProgress" | "CallbackTerminated";

/** The last iterate, or the certificate where the status says infeasible. */
export interface SolveAnswer {
  status: SolveStatus;
  x: Float64Array;
  z: Float64Array;
  s: Float64Array;
  iterations: number;
}

/** Asked once an iteration; true ends the solve. */
export type StopCallback = () => boolean;
"#;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "SolveAnswer")]
    pub type SolveAnswer;

    #[wasm_bindgen(typescript_type = "StopCallback")]
    pub type StopCallback;
}

/// Solves one program. Matrices come by compressed columns, P by its upper triangle. Cone i is `cone_tags[i]` with
/// `cone_parameters[i]`: 0 zero, 1 non-negative and 2 second-order with their rows, 3 exponential, 4 power with its
/// exponent. Throws a RangeError where an argument can't be used.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments)]
pub fn solve(
    p_column_start: Vec<usize>,
    p_row_index: Vec<usize>,
    p_values: Vec<f64>,
    q: &[f64],
    a_column_start: Vec<usize>,
    a_row_index: Vec<usize>,
    a_values: Vec<f64>,
    b: &[f64],
    cone_tags: &[u8],
    cone_parameters: &[f64],
    tolerance: f64,
    max_iterations: u32,
    stop: StopCallback,
) -> Result<SolveAnswer, JsValue> {
    let (n, m) = (q.len(), b.len());
    if n == 0 {
        return Err(refusal("A program needs at least one variable"));
    }
    check_numbers("q", q)?;
    check_numbers("b", b)?;
    let p = sparse("P", n, n, p_column_start, p_row_index, p_values)?;
    if !p.is_triu() {
        return Err(refusal("P has an entry below its diagonal: give the upper triangle"));
    }
    let a = sparse("A", m, n, a_column_start, a_row_index, a_values)?;
    let cones = cones(cone_tags, cone_parameters, m)?;
    let settings = settings(tolerance, max_iterations)?;

    let mut solver = DefaultSolver::new(&p, q, &a, b, &cones, settings).map_err(|error| refusal(&error.to_string()))?;
    drop((p, a));
    let stop: Function = JsValue::from(stop).unchecked_into();
    // A callback that throws ends the solve as well.
    solver.set_termination_callback(move |_: &DefaultInfo<f64>| {
        stop.call0(&JsValue::UNDEFINED).map_or(true, |answer| answer.is_truthy())
    });
    solver.solve();
    answer(&solver)
}

/// Bytes of the memory, which grows and never shrinks.
#[wasm_bindgen]
pub fn memory_bytes() -> f64 {
    core::arch::wasm32::memory_size(0) as f64 * 65536.0
}

/// Without these hooks a panic, or memory that can't grow, is a bare "unreachable".
#[wasm_bindgen(start, private)]
fn start() {
    std::panic::set_hook(Box::new(|info| wasm_bindgen::throw_str(&format!("The conic solver panicked: {info}"))));
    std::alloc::set_alloc_error_hook(|_| wasm_bindgen::throw_str("The conic solver ran out of memory"));
}

fn sparse(
    name: &str,
    m: usize,
    n: usize,
    colptr: Vec<usize>,
    rowval: Vec<usize>,
    nzval: Vec<f64>,
) -> Result<CscMatrix<f64>, JsValue> {
    check_numbers(name, &nzval)?;
    // Not CscMatrix::new, which panics where check_format answers.
    let matrix = CscMatrix { m, n, colptr, rowval, nzval };
    matrix
        .check_format()
        .map_err(|error| refusal(&format!("{name} is not a matrix by compressed columns: {error}")))?;
    Ok(matrix)
}

fn check_numbers(name: &str, numbers: &[f64]) -> Result<(), JsValue> {
    match numbers.iter().position(|number| !(number.abs() <= LARGEST)) {
        None => Ok(()),
        Some(at) => Err(refusal(&format!(
            "Number {at} of {name} is {}: only numbers from -1e15 to 1e15 can be used, and a row without a limit is left out",
            numbers[at]
        ))),
    }
}

fn cones(tags: &[u8], parameters: &[f64], m: usize) -> Result<Vec<SupportedConeT<f64>>, JsValue> {
    if tags.len() != parameters.len() {
        return Err(refusal("Cones need one parameter each"));
    }
    let mut cones = Vec::with_capacity(tags.len());
    let mut rows = 0usize;
    for (&tag, &parameter) in tags.iter().zip(parameters) {
        let (cone, taken) = cone(tag, parameter)?;
        rows = rows.saturating_add(taken);
        cones.push(cone);
    }
    if rows != m {
        return Err(refusal(&format!("The cones take {rows} rows, but b has {m}")));
    }
    Ok(cones)
}

fn cone(tag: u8, parameter: f64) -> Result<(SupportedConeT<f64>, usize), JsValue> {
    let rows = parameter as usize;
    if tag <= 2 && (rows == 0 || rows as f64 != parameter) {
        return Err(refusal(&format!("A cone can't have {parameter} rows")));
    }
    match tag {
        0 => Ok((SupportedConeT::ZeroConeT(rows), rows)),
        1 => Ok((SupportedConeT::NonnegativeConeT(rows), rows)),
        // Clarabel panics on a second-order cone of one row, which is t ≥ 0.
        2 if rows == 1 => Ok((SupportedConeT::NonnegativeConeT(1), 1)),
        2 => Ok((SupportedConeT::SecondOrderConeT(rows), rows)),
        3 => Ok((SupportedConeT::ExponentialConeT(), 3)),
        4 if parameter > 0.0 && parameter < 1.0 => Ok((SupportedConeT::PowerConeT(parameter), 3)),
        4 => Err(refusal(&format!("The exponent of a power cone lies between 0 and 1, not at {parameter}"))),
        _ => Err(refusal(&format!("No cone has the tag {tag}"))),
    }
}

fn settings(tolerance: f64, max_iterations: u32) -> Result<DefaultSettings<f64>, JsValue> {
    if !(tolerance > 0.0 && tolerance < 1.0) {
        return Err(refusal(&format!("A tolerance lies between 0 and 1, not at {tolerance}")));
    }
    Ok(DefaultSettings {
        verbose: false,
        max_iter: max_iterations,
        tol_gap_abs: tolerance,
        tol_gap_rel: tolerance,
        tol_feas: tolerance,
        tol_infeas_rel: INFEASIBILITY_TOLERANCE,
        reduced_tol_gap_abs: ALMOST * tolerance,
        reduced_tol_gap_rel: ALMOST * tolerance,
        reduced_tol_feas: ALMOST * tolerance,
        reduced_tol_infeas_rel: ALMOST_INFEASIBILITY_TOLERANCE,
        presolve_enable: false,
        ..DefaultSettings::default()
    })
}

fn answer(solver: &DefaultSolver<f64>) -> Result<SolveAnswer, JsValue> {
    let solution = &solver.solution;
    let answer = Object::new();
    let fields: [(&str, JsValue); 5] = [
        ("status", format!("{:?}", solution.status).into()),
        ("x", Float64Array::from(&solution.x[..]).into()),
        ("z", Float64Array::from(&solution.z[..]).into()),
        ("s", Float64Array::from(&solution.s[..]).into()),
        ("iterations", solution.iterations.into()),
    ];
    for (name, value) in fields {
        Reflect::set(&answer, &name.into(), &value)?;
    }
    Ok(JsValue::from(answer).unchecked_into())
}

fn refusal(sentence: &str) -> JsValue {
    RangeError::new(sentence).into()
}
