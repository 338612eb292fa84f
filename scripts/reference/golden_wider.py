"""The wider risk measures, as cvxpy expressions and by plain arithmetic. Part of golden.py."""

import cvxpy as cp
import numpy as np
import scipy.optimize

MEASURES = (
    "square_root_kurtosis",
    "square_root_semikurtosis",
    "even_moment",
    "even_semimoment",
    "first_lower_partial_moment",
    "second_lower_partial_moment",
    "tail_gini",
    "relativistic_value_at_risk",
    "relativistic_drawdown_at_risk",
    "range",
    "cvar_range",
    "tail_gini_range",
    "evar_range",
    "rlvar_range",
)


def risk_expression(measure, x, parameters, rules, unit):
    """Returns a risk measure of the scaled returns x as a convex expression of degree one or two, and adds its
    constraints to the rules."""
    T = x.shape[0]
    confidence, kappa, order = (parameters.get(name, value) for name, value in (("confidence", 0.95), ("kappa", 0.3), ("order", 3)))
    target = parameters.get("target", 0) / unit
    from_mean = x - cp.sum(x) / T
    if measure in ("square_root_kurtosis", "square_root_semikurtosis", "even_moment", "even_semimoment"):
        p = 2 if "kurtosis" in measure else order
        below = cp.pos(-from_mean) if "semi" in measure else cp.abs(from_mean)
        squares = cp.Variable(T)
        rules.append(squares >= cp.square(below))
        return cp.pnorm(squares, p) / T ** (1 / p)
    if measure == "first_lower_partial_moment":
        return cp.sum(cp.pos(target - x)) / T
    if measure == "second_lower_partial_moment":
        return cp.norm(cp.pos(target - x), 2) / np.sqrt(T - 1)
    if measure == "range":
        return cp.max(x) - cp.min(x)
    if measure == "relativistic_drawdown_at_risk":
        peaks = cp.Variable(T, nonneg=True)
        depth = peaks - cp.cumsum(x)
        rules += [depth >= 0, cp.diff(peaks) >= 0]
        return relativistic_expression(depth, confidence, kappa, rules)
    of = {
        "tail_gini": lambda losses: tail_gini_expression(losses, confidence),
        "cvar_range": lambda losses: tail_mean_expression(losses, (1 - confidence) * T),
        "evar_range": lambda losses: entropic_expression(losses, confidence, rules),
        "relativistic_value_at_risk": lambda losses: relativistic_expression(losses, confidence, kappa, rules),
    }
    of["tail_gini_range"], of["rlvar_range"] = of["tail_gini"], of["relativistic_value_at_risk"]
    return of[measure](-x) + (of[measure](x) if measure.endswith("range") else 0)


def tail_mean_expression(losses, count):
    level = cp.Variable()
    return level + cp.sum(cp.pos(losses - level)) / count


def tail_gini_expression(losses, confidence):
    return sum(weight * tail_mean_expression(losses, max(share * losses.shape[0], 1)) for share, weight in levels(confidence))


def entropic_expression(losses, confidence, rules):
    T = losses.shape[0]
    level, z, u = cp.Variable(), cp.Variable(nonneg=True), cp.Variable(T)
    rules += [cp.sum(u) <= z, cp.ExpCone(losses - level, z * np.ones(T), u)]
    return level - z * np.log((1 - confidence) * T)


def relativistic_expression(losses, confidence, kappa, rules):
    T = losses.shape[0]
    t, z = cp.Variable(), cp.Variable(nonneg=True)
    psi, theta, epsilon, omega = (cp.Variable(T) for _ in range(4))
    ones = np.ones(T)
    rules += [
        losses - t + epsilon + omega <= 0,
        cp.PowCone3D(z * (1 + kappa) / (2 * kappa) * ones, psi * (1 + kappa) / kappa, epsilon, 1 / (1 + kappa)),
        cp.PowCone3D(omega / (1 - kappa), theta / kappa, -z / (2 * kappa) * ones, 1 - kappa),
    ]
    return t + z * bound(T, confidence, kappa) + cp.sum(psi + theta)


def risk_at(measure, series, parameters):
    """Returns one of the wider risk measures of a return series by its formula."""
    T = len(series)
    confidence, kappa, order = (parameters.get(name, value) for name, value in (("confidence", 0.95), ("kappa", 0.3), ("order", 3)))
    target = parameters.get("target", 0)
    deviation = series - series.mean()
    if measure in ("square_root_kurtosis", "square_root_semikurtosis", "even_moment", "even_semimoment"):
        p = 2 if "kurtosis" in measure else order
        return (np.minimum(deviation, 0 if "semi" in measure else np.inf) ** (2 * p)).mean() ** (1 / p)
    if measure == "first_lower_partial_moment":
        return np.maximum(target - series, 0).mean()
    if measure == "second_lower_partial_moment":
        return np.sqrt((np.maximum(target - series, 0) ** 2).sum() / (T - 1))
    if measure == "range":
        return series.max() - series.min()
    if measure == "relativistic_drawdown_at_risk":
        path = np.cumsum(series)
        return relativistic(np.maximum(np.maximum.accumulate(path), 0) - path, confidence, kappa)
    of = {
        "tail_gini": lambda losses: tail_gini(losses, confidence),
        "cvar_range": lambda losses: tail_mean(losses, (1 - confidence) * T),
        "evar_range": lambda losses: entropic(losses, confidence),
        "relativistic_value_at_risk": lambda losses: relativistic(losses, confidence, kappa),
    }
    of["tail_gini_range"], of["rlvar_range"] = of["tail_gini"], of["relativistic_value_at_risk"]
    return of[measure](-series) + (of[measure](series) if measure.endswith("range") else 0)


def metrics_of(series, drawdown):
    """Returns all wider risk measures with default parameters. Those of drawdowns use the drawdowns of compounded
    wealth."""
    metrics = {measure: risk_at(measure, series, {}) for measure in MEASURES}
    metrics["relativistic_drawdown_at_risk"] = relativistic(drawdown, 0.95, 0.3)
    return metrics


def levels(confidence):
    """Returns tail shares and their weights, whose weighted tail means add up to the tail Gini."""
    whole = 1 - confidence
    shares = np.linspace(1e-4, whole, 100)
    before, after = np.concatenate([[0], shares[:-1]]), np.concatenate([shares[1:], [np.nan]])
    weights = (after - before) * shares / whole**2
    weights[-1] = (whole - shares[-2]) / whole
    return list(zip(shares, weights))


def tail_mean(losses, count):
    """Returns the mean of the largest `count` losses. A fractional loss is weighted exactly."""
    worst = np.sort(losses)[::-1]
    share = np.clip(count - np.arange(len(worst)), 0, 1)
    return share @ worst / share.sum()


def tail_gini(losses, confidence):
    return sum(weight * tail_mean(losses, share * len(losses)) for share, weight in levels(confidence))


def entropic(losses, confidence):
    worst, tail = losses.max(), (1 - confidence) * len(losses)

    def value(log):
        z = np.exp(log)
        return worst + z * np.log(np.exp((losses - worst) / z).sum() / tail)

    size = np.log(losses.std())
    return scipy.optimize.minimize_scalar(value, bounds=(size - 8, size + 8), method="bounded", options={"xatol": 1e-12}).fun


def bound(T, confidence, kappa):
    s = 1 / ((1 - confidence) * T)
    return (s**kappa - s**-kappa) / (2 * kappa)


def relativistic(losses, confidence, kappa):
    """Returns the relativistic value at risk by the closed form of the shares. Their sum determines the level t, their
    entropy the scale z."""
    worst, size, limit = losses.max(), losses.max() - losses.min(), bound(len(losses), confidence, kappa)
    if (1 - confidence) * len(losses) <= 1:
        return worst

    def shares_at(z, t):
        v = (losses - t) / z
        root = np.sqrt(1 - kappa**2 + kappa**2 * v**2)
        return (np.where(v < 0, (1 - kappa**2) / (root - kappa * np.minimum(v, 0)), kappa * v + root) / (1 + kappa)) ** (1 / kappa)

    def shares_of(log):
        z = np.exp(log)
        t = scipy.optimize.brentq(lambda t: np.log(shares_at(z, t).sum()), worst - z - 1e-9, worst + 1e3 * (size + z), xtol=1e-17, rtol=1e-15)
        return shares_at(z, t)

    def missing(log):
        q = shares_of(log)
        return ((q ** (1 + kappa) - q ** (1 - kappa)) / (2 * kappa)).sum() - limit

    q = shares_of(scipy.optimize.brentq(missing, np.log(size) - 12, np.log(size) + 8, xtol=1e-15))
    return q @ losses


def cases(case, us10, in15, in12):
    """Yields one case for each wider risk measure, over several objectives."""

    def named(measure, objective, sample, second="SLSQP", rules=None, rate=0, **parameters):
        count = f"{'in' if sample is not us10 else 'us'}{len(sample.assets)}_{sample.frequency}"
        chosen = {"measure": measure, **parameters} if objective == "min_risk" else {"objective": objective, "measure": measure, **parameters}
        return case(
            f"mean_risk_{'' if objective == 'min_risk' else objective.removeprefix('max_') + '_'}{measure}_{count}",
            {
                "min_risk": f"least {measure.replace('_', ' ')}",
                "max_utility": f"largest mean at a price of {measure.replace('_', ' ')}",
                "max_ratio": f"largest ratio to {measure.replace('_', ' ')}",
            }[objective],
            sample,
            "mean_risk",
            rules,
            second=second,
            parameters=chosen,
            **({"risk_free_rate": rate} if rate else {}),
        )

    capped = {"weight_bounds": {"min": 0, "max": 0.2}}
    yield named("square_root_kurtosis", "min_risk", in15)
    yield named("square_root_semikurtosis", "min_risk", in12, rules=capped)
    yield named("even_moment", "min_risk", in12)
    yield named("even_semimoment", "min_risk", in12, order=2)
    yield named("first_lower_partial_moment", "max_utility", in15, "HIGHS", risk_aversion=0.3, target=0.001)
    yield named("second_lower_partial_moment", "min_risk", in15, target=0.002)
    yield named("tail_gini", "min_risk", in12, "HIGHS", confidence=0.9)
    yield named("relativistic_value_at_risk", "min_risk", in12, confidence=0.9)
    yield named("relativistic_drawdown_at_risk", "min_risk", in12, "SCS", confidence=0.9, kappa=0.5)
    yield named("range", "max_utility", in15, "HIGHS", risk_aversion=0.02)
    yield named("cvar_range", "max_ratio", in15, "HIGHS", rate=0.03)
    yield named("tail_gini_range", "min_risk", in12, "HIGHS")
    yield named("evar_range", "max_ratio", in12, rate=0.03)
    yield named("rlvar_range", "min_risk", in12, confidence=0.9, kappa=0.2)
