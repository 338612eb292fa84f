"""Risk measures of drawdowns, the worst period and mean differences, as cvxpy expressions and by plain arithmetic. Part
of golden.py.

Drawdowns are those of the cumulative sum of simple returns, with a first peak of 0.
"""

import cvxpy as cp
import numpy as np
import skfolio

FORMULAS = {
    "min_gini": "minimise the mean of |x_i - x_j| over pairs i != j",
    "min_worst_realization": "minimise max(-x)",
    "min_average_drawdown": "minimise sum d_t / T, d_t = max(0, c_1 .. c_t) - c_t, c = cumulative sum of x",
    "min_max_drawdown": "minimise max d_t, d_t = max(0, c_1 .. c_t) - c_t, c = cumulative sum of x",
    "min_cdar": "minimise min_t t + sum max(d - t, 0)/((1-confidence)T), d_t = max(0, c_1 .. c_t) - c_t",
    "min_ulcer_index": "minimise sqrt(sum d_t^2 / T), d_t = max(0, c_1 .. c_t) - c_t",
}
OBJECTIVES = {
    "min_gini": ("gini", "min"),
    "min_worst_realization": ("worst_realization", "min"),
    "min_average_drawdown": ("average_drawdown", "min"),
    "min_max_drawdown": ("max_drawdown", "min"),
    "min_cdar": ("cdar", "min"),
    "min_ulcer_index": ("ulcer_index", "min"),
}
MEASURES = {
    "min_gini": skfolio.RiskMeasure.GINI_MEAN_DIFFERENCE,
    "min_worst_realization": skfolio.RiskMeasure.WORST_REALIZATION,
    "min_average_drawdown": skfolio.RiskMeasure.AVERAGE_DRAWDOWN,
    "min_max_drawdown": skfolio.RiskMeasure.MAX_DRAWDOWN,
    "min_cdar": skfolio.RiskMeasure.CDAR,
    "min_ulcer_index": skfolio.RiskMeasure.ULCER_INDEX,
}


def risk_of(method, portfolio, parameters):
    """Returns the risk measure, or its square, as an expression to minimise, and the constraints of its variables."""
    count = portfolio.shape[0]
    if method == "min_worst_realization":
        return cp.max(-portfolio), []
    if method == "min_gini":
        first, second = np.triu_indices(count, 1)
        return cp.sum(cp.abs(portfolio[first] - portfolio[second])) / len(first), []
    depths = cp.Variable(count, nonneg=True)
    rules = [depths[0] >= -portfolio[0], depths[1:] >= depths[:-1] - portfolio[1:]]
    if method == "min_average_drawdown":
        return cp.sum(depths) / count, rules
    if method == "min_max_drawdown":
        return cp.max(depths), rules
    if method == "min_ulcer_index":
        return cp.sum_squares(depths) / count, rules
    level = cp.Variable()
    return level + cp.sum(cp.pos(depths - level)) / ((1 - parameters["confidence"]) * count), rules


def risk_at(method, series, parameters, tail_mean):
    """Returns a risk measure of a return series by plain arithmetic."""
    if method == "min_worst_realization":
        return (-series).max()
    if method == "min_gini":
        first, second = np.triu_indices(len(series), 1)
        return np.abs(series[first] - series[second]).mean()
    sums = np.cumsum(series)
    depths = np.maximum.accumulate(np.maximum(sums, 0)) - sums
    if method == "min_average_drawdown":
        return depths.mean()
    if method == "min_max_drawdown":
        return depths.max()
    if method == "min_ulcer_index":
        return np.sqrt((depths**2).mean())
    return tail_mean(depths, parameters["confidence"])
