"""Golden answers under limits on active risk, risk measures and concentration, and of methods that follow a benchmark.

Each problem is stated as in its formula and solved by two solvers, in units of the average volatility.
"""

import cvxpy as cp
import numpy as np

AGREEMENT = 1e-7  # largest relative difference of two objectives
FEASIBILITY = 1e-8
UNIQUE = 1e-5
TOLERANCE = {"objective_relative": 1e-6, "weights_absolute": 5e-4, "feasibility": 1e-6}
SOLVERS = {
    "CLARABEL": dict(tol_gap_abs=1e-12, tol_gap_rel=1e-12, tol_feas=1e-12, max_iter=500),
    "SCS": dict(eps_abs=1e-11, eps_rel=1e-11, max_iters=2_000_000),
}


def cases(market, sample_class, listed):
    """Yields every solved case. A case on which the solvers differ is printed and left out."""
    us20 = sample_class(market, "US", listed(market, "US", 20), "2019-01-01", "2022-12-31", "daily")
    in15 = sample_class(market, "IN", listed(market, "IN", 15, skip=1, step=3), "2017-01-01", "2024-12-31", "weekly")
    tilted = {asset: round((2 + i % 3) / 59, 6) for i, asset in enumerate(us20.assets)}
    even = {asset: round(1 / 15, 6) for asset in in15.assets}
    loadings = {asset: {"size": round(float(np.sin(i)), 6), "value": round(float(np.cos(i)), 6)} for i, asset in enumerate(in15.assets)}
    yield solved(us20, "concentration_us20_daily", "minimum variance with an effective number of assets", "min_volatility", {
        "concentration": {"min_effective_assets": 10},
    })
    yield solved(in15, "factor_exposure_in15_weekly", "minimum variance within bands of two exposures", "min_volatility", {
        "factor_exposure": {
            "loadings": loadings,
            "rules": [{"factor": "size", "min": 0.2, "max": 0.3}, {"factor": "value", "max": -0.1}],
        },
    })
    yield solved(
        in15,
        "transaction_costs_in15_weekly",
        "largest utility less costs, spread over four periods",
        "max_quadratic_utility",
        {"transaction_costs": {"bps": 20, "assets": {in15.assets[0]: 60}, "amortization_periods": 4}},
        parameters={"risk_aversion": 6.0},
        starting_portfolio=even,
    )
    yield solved(us20, "tracking_error_us20_daily", "largest mean near a benchmark of weights", "max_return", {
        "tracking_error": {"max": 0.05},
    }, benchmark={"weights": tilted})
    yield solved(in15, "risk_limits_in15_weekly", "largest mean within three measures of risk", "max_return", {
        "risk_limits": [
            {"measure": "volatility", "max": 0.16},
            {"measure": "cvar", "confidence": 0.9, "max": 0.036},
            {"measure": "mad", "max": 0.0165},
        ],
    })
    yield solved(us20, "min_tracking_error_us20_daily", "nearest to a benchmark under a cap", "min_tracking_error", {
        "weight_bounds": {"max": 0.06},
    }, benchmark={"weights": tilted})
    yield solved(us20, "max_information_ratio_us20_daily", "largest information ratio where the benchmark breaks a cap",
        "max_information_ratio", {"weight_bounds": {"max": 0.06}}, benchmark={"weights": tilted})


def solved(sample, name, what, method, constraints, parameters=None, **request):
    answers = {solver: solve(sample, method, constraints, parameters or {}, request, solver) for solver in SOLVERS}
    objectives = [objective_of(sample, method, constraints, parameters or {}, request, weights) for weights in answers.values()]
    first, second = objectives
    weights, other = answers.values()
    apart, difference = np.abs(weights - other).max(), abs(first - second) / abs(first)
    broken = violation_of(sample, constraints, request, weights)
    if difference > AGREEMENT or broken > FEASIBILITY:
        print(f"{name}: not written: {difference:.1e} apart, {broken:.1e} infeasible")
        return None
    names = {
        "min_volatility": ("volatility", "min"),
        "max_quadratic_utility": ("utility", "max"),
        "max_return": ("expected_return", "max"),
        "min_tracking_error": ("tracking_error_per_period", "min"),
        "max_information_ratio": ("information_ratio_per_period", "max"),
    }
    objective_name, sense = names[method]
    return {
        "id": name,
        "kind_of_case": "optimisation",
        "what": what,
        "formula": FORMULAS[method],
        "data": sample.data,
        "request": {
            "methods": [{"method": method, **parameters} if parameters else method],
            "covariance": {"estimator": "sample"},
            "expected_returns": {"estimator": "historical_mean"},
            **request,
            "constraints": constraints,
        },
        "expected": {
            "status": "optimal",
            "objective_name": objective_name,
            "objective": first,
            "sense": sense,
            "weights": dict(zip(sample.assets, weights)),
            "weights_unique": bool(apart <= UNIQUE),
        },
        "tolerance": TOLERANCE,
        "made_with": f"cvxpy {cp.__version__} and Clarabel, gap and feasibility 1e-12",
        "cross_check": f"SCS: objective differs by {difference:.1e} relative, weights by at most {apart:.1e}",
    }


FORMULAS = {
    "min_volatility": "minimise sqrt(w'Sw), S the covariance of the request per period",
    "max_quadratic_utility": "maximise mu'w - (risk_aversion/2) w'Sw - sum bps_i/10000 |w_i - w0_i| / amortization_periods, per period",
    "max_return": "maximise mu'w",
    "min_tracking_error": "minimise sqrt((w-b)'S(w-b))",
    "max_information_ratio": "maximise (mu'w - mu'b)/sqrt((w-b)'S(w-b)) per period",
}


def solve(sample, method, constraints, parameters, request, solver):
    returns, n = sample.returns, len(sample.assets)
    mean, covariance = returns.mean(axis=0), np.cov(returns, rowvar=False)
    unit = np.sqrt(np.trace(covariance) / n)
    root = np.linalg.cholesky(covariance).T / unit
    ratio = method == "max_information_ratio"
    weights, scale = cp.Variable(n), cp.Variable(nonneg=True) if ratio else 1
    bench = vector(request.get("benchmark", {}).get("weights", {}), sample.assets)
    active = root @ (weights - bench * scale) if not ratio else root @ weights - (root @ bench) * scale
    bounds = constraints.get("weight_bounds", {})
    rules = [cp.sum(weights) == scale, weights >= bounds.get("min", 0) * scale]
    if "max" in bounds:
        rules.append(weights <= bounds["max"] * scale)
    if "concentration" in constraints:
        rules.append(cp.norm(weights, 2) <= 1 / np.sqrt(constraints["concentration"]["min_effective_assets"]))
    for row, least, most in exposures(sample, constraints):
        rules += [row @ weights >= least] if least is not None else []
        rules += [row @ weights <= most] if most is not None else []
    if "tracking_error" in constraints:
        rules.append(cp.norm(active, 2) <= constraints["tracking_error"]["max"] / np.sqrt(sample.periods) / unit)
    x = (returns / unit) @ weights
    for limit in constraints.get("risk_limits", []):
        T = len(returns)
        if limit["measure"] == "volatility":
            rules.append(cp.norm(root @ weights, 2) <= limit["max"] / np.sqrt(sample.periods) / unit)
        elif limit["measure"] == "mad":
            rules.append(cp.sum(cp.abs(x - cp.sum(x) / T)) / T <= limit["max"] / unit)
        else:
            level = cp.Variable()
            rules.append(level + cp.sum(cp.pos(-x - level)) / ((1 - limit["confidence"]) * T) <= limit["max"] / unit)
    start = vector(request.get("starting_portfolio", {}), sample.assets)
    earned = (mean / unit) @ weights
    if ratio:
        rules.append(earned - (mean @ bench / unit) * scale == 0.1)
        objective = cp.Minimize(cp.sum_squares(active))
    elif method == "min_tracking_error":
        objective = cp.Minimize(cp.sum_squares(active))
    elif method == "min_volatility":
        objective = cp.Minimize(cp.sum_squares(root @ weights))
    elif method == "max_return":
        objective = cp.Maximize(earned)
    else:
        costs = (rates(sample, constraints) / unit) @ cp.abs(weights - start)
        objective = cp.Maximize(earned - costs - parameters["risk_aversion"] * unit / 2 * cp.sum_squares(root @ weights))
    problem = cp.Problem(objective, rules)
    problem.solve(solver=solver, **SOLVERS[solver])
    assert problem.status in ("optimal", "optimal_inaccurate"), (method, solver, problem.status)
    values = weights.value / (scale.value if ratio else 1)
    return np.where(np.abs(values) < 1e-9, 0, values)


def objective_of(sample, method, constraints, parameters, request, weights):
    returns = sample.returns
    mean, covariance = returns.mean(axis=0), np.cov(returns, rowvar=False)
    away = weights - vector(request.get("benchmark", {}).get("weights", {}), sample.assets)
    variance = weights @ covariance @ weights
    if method == "min_volatility":
        return np.sqrt(variance)
    if method == "max_return":
        return mean @ weights
    if method == "min_tracking_error":
        return np.sqrt(away @ covariance @ away)
    if method == "max_information_ratio":
        return mean @ away / np.sqrt(away @ covariance @ away)
    start = vector(request["starting_portfolio"], sample.assets)
    costs = rates(sample, constraints) @ np.abs(weights - start)
    return mean @ weights - costs - parameters["risk_aversion"] / 2 * variance


def violation_of(sample, constraints, request, weights):
    returns, worst = sample.returns, [abs(weights.sum() - 1), -weights.min()]
    covariance = np.cov(returns, rowvar=False)
    bounds = constraints.get("weight_bounds", {})
    worst.append((weights - bounds.get("max", np.inf)).max())
    if "concentration" in constraints:
        least = constraints["concentration"]["min_effective_assets"]
        worst.append(np.linalg.norm(weights) - weights.sum() / np.sqrt(least))
    for row, least, most in exposures(sample, constraints):
        worst += [least - row @ weights] if least is not None else []
        worst += [row @ weights - most] if most is not None else []
    away = weights - vector(request.get("benchmark", {}).get("weights", {}), sample.assets)
    if "tracking_error" in constraints:
        worst.append(np.sqrt(away @ covariance @ away * sample.periods) - constraints["tracking_error"]["max"])
    x = returns @ weights
    for limit in constraints.get("risk_limits", []):
        if limit["measure"] == "volatility":
            value = np.sqrt(weights @ covariance @ weights * sample.periods)
        elif limit["measure"] == "mad":
            value = np.abs(x - x.mean()).mean()
        else:
            value = tail_mean(-x, limit["confidence"])
        worst.append(value - limit["max"])
    return max(worst)


def tail_mean(losses, confidence):
    count = (1 - confidence) * len(losses)
    ordered, whole = np.sort(losses)[::-1], int(np.floor(count))
    return (ordered[:whole].sum() + (count - whole) * ordered[whole]) / count


def exposures(sample, constraints):
    family = constraints.get("factor_exposure", {"loadings": {}, "rules": []})
    for rule in family["rules"]:
        row = np.array([family["loadings"].get(asset, {}).get(rule["factor"], 0.0) for asset in sample.assets])
        yield row, rule.get("min"), rule.get("max")


def rates(sample, constraints):
    costs = constraints["transaction_costs"]
    bps = np.array([costs["assets"].get(asset, costs["bps"]) for asset in sample.assets], dtype=float)
    return bps / 1e4 / costs["amortization_periods"]


def vector(by_asset, assets):
    return np.array([by_asset.get(asset, 0.0) for asset in assets])
