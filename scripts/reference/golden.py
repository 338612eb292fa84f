"""Golden answers on the sample market, by solvers that share no code with the service.

    deno run --allow-write scripts/reference/export_sample_market.ts FOLDER
    python scripts/reference/golden.py FOLDER [CASE ...]

Writes one JSON file per case into tests/fixtures/golden/. With cases named, it writes those optimisations only. An
optimisation is written only where two solvers agree on its objective and the weights satisfy every rule. Returns are
simple, moments are per period, and the covariance has ddof 1 unless an estimator says otherwise.
"""

import itertools
import json
import sys
from pathlib import Path

import clarabel
import cvxpy as cp
import golden_drawdowns
import golden_estimators
import golden_families
import golden_nested
import golden_wider
import numpy as np
import pandas as pd
import scipy.optimize
import scipy.special
import scipy.stats
import skfolio
import sklearn.covariance
from hierarchical import hierarchical_cases
from skfolio import measures
from skfolio.moments import LedoitWolf
from skfolio.optimization import MeanRisk, ObjectiveFunction
from skfolio.prior import EmpiricalPrior

TARGET = Path(__file__).parents[2] / "tests" / "fixtures" / "golden"
PERIODS = {"daily": 252, "weekly": 52, "monthly": 12}
AGREEMENT = 1e-7  # largest relative difference of two objectives: a tenth of the tolerance of the cases
UNIQUE = 1e-5  # largest absolute difference of two weights
FEASIBILITY = 1e-8
TOLERANCE = {"objective_relative": 1e-6, "weights_absolute": 5e-4, "feasibility": 1e-6}

SOLVERS = {
    "CLARABEL": dict(tol_gap_abs=1e-12, tol_gap_rel=1e-12, tol_feas=1e-12, max_iter=500),
    "PIQP": dict(eps_abs=1e-12, eps_rel=1e-12, max_iter=1000),
    "HIGHS": dict(highs_options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}),
    "SCS": dict(eps_abs=1e-11, eps_rel=1e-11, max_iters=1_000_000),
}

FORMULAS = {
    "min_volatility": "minimise sqrt(w'Sw), S the covariance of the request per period",
    "max_sharpe": "maximise (mu'w - rf)/sqrt(w'Sw) per period, rf = risk_free_rate / periods per year",
    "max_return": "maximise mu'w",
    "max_quadratic_utility": "maximise mu'w - (risk_aversion/2) w'Sw, per period",
    "efficient_risk": "maximise mu'w subject to sqrt(w'Sw * periods) <= target_volatility (annual)",
    "efficient_return": "minimise sqrt(w'Sw) subject to mu'w * periods >= target_return (annual)",
    "min_cvar": "minimise min_t t + sum max(-x-t, 0)/((1-confidence)T), fractional tails exact",
    "min_semideviation": "minimise sqrt(sum max(mean(x)-x, 0)^2/(T-1))",
    "min_mad": "minimise the mean of |x - mean(x)|",
    "robust_mean_variance": "maximise mu'w - penalty - (risk_aversion/2) w'Sw per period; ellipsoidal: penalty = kappa sqrt(w'(S/T)w); box: penalty = kappa sum sqrt(S_ii/T) |w_i|",
    "dr_cvar": "minimise E[-x] + risk_aversion CVaR(x) + radius (1 + risk_aversion/(1-confidence)) max|w_i|",
    "critical_line": "maximise (mu'w - rf)/sqrt(w'Sw) per period, or minimise sqrt(w'Sw), by target",
    "min_evar": "minimise min_{z>0} z log(sum exp(-x/z)/((1-confidence)T))",
    "min_edar": "minimise the EVaR of d_t = max(0, c_1, ..., c_t) - c_t, c the cumulative sum of x",
    "kelly": "maximise (1/T) sum log(1 + x)",
    "risk_parity": "minimise log(rho(w)) - sum b_i log(w_i), rho the volatility for variance, else the measure",
    "max_diversification": "maximise (sum w_i s_i)/sqrt(w'Sw), s_i = sqrt(S_ii)",
    "max_decorrelation": "minimise w'Cw, C the correlation matrix of S",
    "max_sortino": "maximise (mean(x)-rf)/sqrt(sum min(x-rf,0)^2/T)",
    "max_omega": "maximise sum max(x-rf,0)/sum max(rf-x,0)",
    "max_return_cvar": "maximise (mean(x)-rf)/CVaR",
    "max_return_evar": "maximise (mean(x)-rf)/EVaR, EVaR = min over z > 0 of z log(sum exp(-x/z)/((1-confidence)T))",
    "max_calmar": "maximise (mean(x)-rf)/max d_t, d the drawdowns of the cumulative sum of x, first peak 0",
    "max_return_cdar": "maximise (mean(x)-rf)/CDaR, d the drawdowns of the cumulative sum of x, first peak 0",
    "max_martin": "maximise (mean(x)-rf)/sqrt(sum d_t^2/T), d the drawdowns of the cumulative sum of x, first peak 0",
    "mean_risk": "minimise risk, maximise mu'w, mu'w - risk_aversion risk, or (mu'w-rf)/risk, per period",
    **golden_drawdowns.FORMULAS,
}
OBJECTIVES = {
    "min_volatility": ("volatility", "min"),
    "max_sharpe": ("sharpe_per_period", "max"),
    "max_return": ("expected_return", "max"),
    "max_quadratic_utility": ("utility", "max"),
    "efficient_risk": ("expected_return", "max"),
    "efficient_return": ("volatility", "min"),
    "min_cvar": ("cvar", "min"),
    "min_semideviation": ("semideviation", "min"),
    "min_mad": ("mad", "min"),
    "robust_mean_variance": ("worst_case_utility", "max"),
    "dr_cvar": ("distributionally_robust_risk", "min"),
    "critical_line": ("sharpe_per_period", "max"),
    "min_evar": ("evar", "min"),
    "min_edar": ("edar", "min"),
    "kelly": ("mean_log_growth", "max"),
    "risk_parity": ("log_risk_minus_budget_weighted_log_weights", "min"),
    "max_diversification": ("diversification_ratio", "max"),
    "max_decorrelation": ("correlation_quadratic_form", "min"),
    "max_sortino": ("ratio_per_period", "max"),
    "max_omega": ("omega", "max"),
    "max_return_cvar": ("ratio_per_period", "max"),
    "max_return_evar": ("ratio_per_period", "max"),
    "max_calmar": ("ratio_per_period", "max"),
    "max_return_cdar": ("ratio_per_period", "max"),
    "max_martin": ("ratio_per_period", "max"),
    "min_risk": ("risk", "min"),
    "max_utility": ("utility", "max"),
    "max_ratio": ("ratio_per_period", "max"),
    **golden_drawdowns.OBJECTIVES,
}

# Risk measure that each ratio divides by.
RATIOS = {
    "max_sharpe": "volatility",
    "critical_line": "volatility",
    "max_sortino": "deviation_below_rate",
    "max_omega": "shortfall_below_rate",
    "max_return_cvar": "cvar",
    "max_return_evar": "evar",
    "max_calmar": "max_drawdown",
    "max_return_cdar": "cdar",
    "max_martin": "ulcer_index",
}


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    market = {name: pd.read_csv(Path(sys.argv[1]) / f"{name}.csv", index_col="date") for name in ("IN", "US")}
    TARGET.mkdir(parents=True, exist_ok=True)
    if len(sys.argv) > 2:
        for case in optimisation_cases(market):
            if case["id"] in sys.argv[2:]:
                write(optimisation(case))
        return
    for old in TARGET.glob("*.json"):
        old.unlink()
    for case in optimisation_cases(market):
        write(optimisation(case))
    for case in hierarchical_cases(lambda *of, **which: sample_of(market, *of, **which)):
        write(case)
    for case in golden_nested.cases(lambda *of, **which: sample_of(market, *of, **which)):
        write(case)
    write(estimator_case(market))
    for case in golden_estimators.cases(market, Sample, listed):
        write(case)
    for case in golden_families.cases(market, Sample, listed):
        write(case)
    write(metrics_case(market))
    write(infeasible_case(market))


class Sample:
    """Prices of some assets between two dates, resampled to a frequency."""

    def __init__(self, market, calendar, assets, start, end, frequency):
        self.prices = resampled(market[calendar].loc[start:end], frequency)
        self.assets = assets
        self.frequency = frequency
        self.periods = PERIODS[frequency]
        self.levels = self.prices[assets]
        assert not self.levels.isna().any().any(), "a price is missing"
        self.returns = returns_of(self.levels)
        self.data = {
            "kind": "sample_market",
            "assets": assets,
            "start_date": market[calendar].loc[start:end].index[0],
            "end_date": market[calendar].loc[start:end].index[-1],
            "frequency": frequency,
            "observations": len(self.returns),
        }


def resampled(prices, frequency):
    """Returns the last row of prices in each ISO week or calendar month."""
    if frequency == "daily":
        return prices
    dates = pd.DatetimeIndex(prices.index)
    if frequency == "monthly":
        return prices.groupby([dates.year, dates.month]).tail(1)
    calendar = dates.isocalendar()
    return prices.groupby([calendar.year.values, calendar.week.values]).tail(1)


def returns_of(prices):
    values = np.asarray(prices, dtype=float)
    return values[1:] / values[:-1] - 1


def listed(market, calendar, count, skip=0, step=1, prefix=("NSE:", "US:")):
    """Returns `count` assets with a complete price history, in the order of the list: every `step`-th after the first
    `skip`."""
    whole = market[calendar].columns[market[calendar].notna().all()]
    return [asset for asset in whole if asset.startswith(prefix)][skip :: step][:count]


def sample_of(market, calendar, count, start, end, frequency, **which):
    return Sample(market, calendar, listed(market, calendar, count, **which), start, end, frequency)


def optimisation_cases(market):
    us20 = Sample(market, "US", listed(market, "US", 20), "2019-01-01", "2022-12-31", "daily")
    us10 = Sample(market, "US", listed(market, "US", 10, skip=3, step=3), "2020-01-01", "2024-12-31", "daily")
    in20 = Sample(market, "IN", listed(market, "IN", 20, step=2), "2018-01-01", "2022-12-31", "daily")
    in15 = Sample(market, "IN", listed(market, "IN", 15, skip=1, step=3), "2017-01-01", "2024-12-31", "weekly")
    in12 = Sample(market, "IN", listed(market, "IN", 12, skip=2, step=4), "2015-01-01", "2024-12-31", "monthly")
    in50 = Sample(market, "IN", listed(market, "IN", 50), "2024-01-01", "2024-09-30", "weekly")
    mixed = Sample(
        market,
        "IN",
        listed(market, "IN", 6, skip=5, step=8) + listed(market, "IN", 6, step=3, prefix=("MF:",)),
        "2019-01-01",
        "2024-12-31",
        "weekly",
    )

    def case(name, what, sample, method, constraints=None, second="PIQP", **request):
        return dict(
            id=name, what=what, sample=sample, method=method, constraints=constraints or {}, second=second, request=request
        )

    thirds = {asset: ["red", "green", "blue"][i % 3] for i, asset in enumerate(in20.assets)}
    even = {asset: 1 / len(in15.assets) for asset in in15.assets}
    yield case("min_volatility_us20_daily", "minimum variance, long only", us20, "min_volatility")
    yield case(
        "min_volatility_groups_in20_daily",
        "minimum variance with bounds per asset and per group",
        in20,
        "min_volatility",
        {
            "weight_bounds": {"min": 0.01, "max": 0.12, "assets": {in20.assets[1]: {"min": 0.03, "max": 0.06}}},
            "groups": {
                "map": thirds,
                "rules": [
                    {"group": "red", "min": 0.2, "max": 0.3},
                    {"group": "green", "min": 0.5},
                    {"group": "blue", "min": 0.15},
                ],
            },
        },
    )
    yield case(
        "min_volatility_long_short_us20_daily",
        "minimum variance, long and short within a gross exposure",
        us20,
        "min_volatility",
        {"weight_bounds": {"min": -0.2, "max": 0.4}, "exposure": {"short": True, "gross_max": 1.2}},
    )
    yield case(
        "min_volatility_singular_in50_weekly",
        "minimum variance of more assets than rows of returns",
        in50,
        "min_volatility",
        {"weight_bounds": {"min": 0, "max": 0.1}},
    )
    yield case(
        "min_volatility_ledoit_wolf_in15_weekly",
        "minimum variance of a shrunk covariance",
        in15,
        "min_volatility",
        covariance={"estimator": "ledoit_wolf"},
    )
    yield case(
        "min_volatility_ewma_in15_weekly",
        "minimum variance of an exponentially weighted covariance",
        in15,
        "min_volatility",
        covariance={"estimator": "ewma", "decay": 0.97},
    )
    yield case(
        "min_volatility_min_return_us20_daily",
        "minimum variance above an annual return",
        us20,
        "min_volatility",
        {"min_return": 0.16},
    )
    yield case(
        "min_volatility_locked_in15_weekly",
        "minimum variance with two weights held as they are",
        in15,
        "min_volatility",
        {"locked": in15.assets[2:4]},
        starting_portfolio=even,
    )
    yield case(
        "min_volatility_funds_mixed12_weekly", "minimum variance of stocks and mutual funds", mixed, "min_volatility"
    )
    yield case("max_sharpe_us20_daily", "largest ratio of excess return", us20, "max_sharpe", risk_free_rate=0.02)
    yield case(
        "max_sharpe_turnover_in15_weekly",
        "largest ratio within a one-way turnover of 0.3",
        in15,
        "max_sharpe",
        {"turnover": {"max": 0.3}, "weight_bounds": {"min": 0, "max": 0.25}},
        risk_free_rate=0.04,
        starting_portfolio=even,
    )
    yield case(
        "max_return_linear_in20_daily",
        "largest mean under caps and a linear rule",
        in20,
        "max_return",
        {
            "weight_bounds": {"min": 0, "max": 0.15},
            "linear": [
                {"name": "pair", "coefficients": {in20.assets[0]: 1, in20.assets[4]: -1}, "min": 0, "max": 0.05},
                {"name": "tilt", "coefficients": {asset: i / 20 for i, asset in enumerate(in20.assets)}, "max": 0.4},
            ],
        },
        second="HIGHS",
    )
    yield case(
        "max_quadratic_utility_budget_in15_weekly",
        "largest utility with a range for the sum of weights",
        in15,
        "max_quadratic_utility",
        {"budget": {"min": 0.2, "max": 1}},
        parameters={"risk_aversion": 8},
    )
    yield case(
        "efficient_risk_us20_daily",
        "largest mean at a volatility",
        us20,
        "efficient_risk",
        second="SCS",
        parameters={"target_volatility": 0.18},
    )
    yield case(
        "efficient_return_us20_daily",
        "least volatility at a mean",
        us20,
        "efficient_return",
        parameters={"target_return": 0.15},
    )
    yield case(
        "min_cvar_in15_weekly",
        "least conditional value at risk",
        in15,
        "min_cvar",
        second="HIGHS",
        parameters={"confidence": 0.95},
    )
    yield case("min_semideviation_us10_daily", "least semideviation", us10, "min_semideviation")
    yield case("min_mad_in12_monthly", "least mean absolute deviation", in12, "min_mad", second="HIGHS")
    yield case(
        "critical_line_groups_in20_daily",
        "largest ratio of excess return on the frontier under caps and group limits",
        in20,
        "critical_line",
        {
            "weight_bounds": {"min": 0, "max": 0.15},
            "groups": {"map": thirds, "rules": [{"group": "red", "min": 0.2, "max": 0.3}, {"group": "blue", "min": 0.35}]},
        },
        risk_free_rate=0.03,
    )
    yield case(
        "robust_box_long_short_us20_daily",
        "largest utility at the worst of a box, long and short within a gross exposure",
        us20,
        "robust_mean_variance",
        {"weight_bounds": {"min": -0.2, "max": 0.4}, "exposure": {"short": True, "gross_max": 1.4}},
        parameters={"uncertainty_set": "box", "kappa": 0.5, "risk_aversion": 4},
    )
    yield case(
        "robust_ellipsoidal_in15_weekly",
        "largest utility at the worst of an ellipsoid",
        in15,
        "robust_mean_variance",
        {"weight_bounds": {"min": 0, "max": 0.2}},
        second="SCS",
        parameters={"kappa": 1.5, "risk_aversion": 5},
    )
    yield case(
        "dr_cvar_in15_weekly",
        "loss and CVaR at the worst of a Wasserstein ball",
        in15,
        "dr_cvar",
        second="HIGHS",
        parameters={"confidence": 0.9, "risk_aversion": 2, "radius": 0.002},
    )
    us8 = Sample(market, "US", listed(market, "US", 8, skip=2, step=2), "2019-01-01", "2022-12-31", "daily")
    in9 = Sample(market, "IN", listed(market, "IN", 9, skip=4, step=3), "2016-01-01", "2024-12-31", "weekly")
    sectors = {asset: "one" if i % 3 == 0 else "other" for i, asset in enumerate(in9.assets)}
    yield case(
        "min_volatility_cardinality_us8_daily",
        "minimum variance of at most three of eight assets, every choice tried",
        us8,
        "min_volatility",
        {"weight_bounds": {"max": 0.5}, "cardinality": {"max": 3}},
    )
    yield case(
        "min_mad_cardinality_groups_in9_weekly",
        "least mean absolute deviation with counts of groups, every choice tried",
        in9,
        "min_mad",
        {
            "groups": {"map": sectors, "rules": [{"group": "one", "max": 0.6}]},
            "cardinality": {"max": 4, "groups": [{"group": "one", "max": 1}, {"group": "other", "min": 2}]},
        },
        second="HIGHS",
    )
    yield case(
        "max_quadratic_utility_min_position_us8_daily",
        "utility with positions of at least a tenth, every choice tried",
        us8,
        "max_quadratic_utility",
        {"min_position": 0.1},
        parameters={"risk_aversion": 8},
    )
    yield case("min_gini_in12_monthly", "least mean difference", in12, "min_gini", second="HIGHS")
    yield case("min_worst_realization_in15_weekly", "least loss of a week", in15, "min_worst_realization", second="HIGHS")
    yield case("min_average_drawdown_us10_daily", "least average drawdown", us10, "min_average_drawdown", second="HIGHS")
    yield case("min_max_drawdown_in15_weekly", "least maximum drawdown", in15, "min_max_drawdown", second="HIGHS")
    yield case(
        "min_cdar_capped_us20_daily",
        "least conditional drawdown at risk under caps",
        us20,
        "min_cdar",
        {"weight_bounds": {"min": 0.01, "max": 0.15}},
        second="HIGHS",
        parameters={"confidence": 0.95},
    )
    yield case("min_ulcer_index_in15_weekly", "least ulcer index", in15, "min_ulcer_index")
    yield case(
        "min_evar_in15_weekly",
        "least entropic value at risk",
        in15,
        "min_evar",
        second="SLSQP",
        parameters={"confidence": 0.95},
    )
    yield case(
        "min_edar_in12_monthly",
        "least entropic drawdown at risk",
        in12,
        "min_edar",
        second="SCS",
        parameters={"confidence": 0.9},
    )
    yield case("kelly_us10_daily", "largest growth under caps", us10, "kelly", {"weight_bounds": {"max": 0.3}}, second="SLSQP")
    sixths = {asset: [0.5, 1, 1.5][i % 3] / 15 for i, asset in enumerate(in15.assets)}
    yield case(
        "risk_parity_budgets_in15_weekly",
        "shares of the variance as budgeted",
        in15,
        "risk_parity",
        second="SLSQP",
        parameters={"measure": "variance", "budgets": sixths},
    )
    yield case(
        "risk_parity_capped_us10_daily",
        "shares of the variance under a cap that binds",
        us10,
        "risk_parity",
        {"weight_bounds": {"max": 0.11}},
        second="SLSQP",
        parameters={"measure": "variance"},
    )
    yield case(
        "risk_parity_evar_us10_daily",
        "equal shares of the entropic value at risk",
        us10,
        "risk_parity",
        second="SLSQP",
        parameters={"measure": "evar", "confidence": 0.9},
    )
    for measure, parameters in (("cvar", {"confidence": 0.9}), ("cdar", {"confidence": 0.9}), ("mad", {}), ("semideviation", {})):
        yield case(
            f"risk_parity_{measure}_in12_monthly",
            f"equal shares of the {measure}",
            in12,
            "risk_parity",
            second="SCS",
            parameters={"measure": measure, **parameters},
        )
    yield case("max_diversification_in20_daily", "largest diversification ratio", in20, "max_diversification")
    yield case(
        "max_diversification_capped_us20_daily",
        "largest diversification ratio under caps and a linear rule",
        us20,
        "max_diversification",
        {
            "weight_bounds": {"min": 0.01, "max": 0.11},
            "linear": [{"name": "pair", "coefficients": {us20.assets[0]: 1, us20.assets[1]: 1}, "max": 0.05}],
        },
    )
    yield case("max_decorrelation_in15_weekly", "smallest average correlation", in15, "max_decorrelation")
    yield case(
        "max_decorrelation_long_short_us20_daily",
        "smallest average correlation, long and short within a gross exposure",
        us20,
        "max_decorrelation",
        {"weight_bounds": {"min": -0.2, "max": 0.4}, "exposure": {"short": True, "gross_max": 1.2}},
    )
    yield case(
        "max_sortino_us10_daily", "largest ratio to the deviation below the rate", us10, "max_sortino", risk_free_rate=0.02
    )
    yield case(
        "max_omega_in12_monthly",
        "largest ratio of gains to losses",
        in12,
        "max_omega",
        {"weight_bounds": {"min": 0, "max": 0.3}},
        second="HIGHS",
        risk_free_rate=0.05,
    )
    yield case(
        "max_return_cvar_turnover_in15_weekly",
        "largest ratio to the conditional value at risk within a turnover",
        in15,
        "max_return_cvar",
        {"turnover": {"max": 0.3}, "weight_bounds": {"min": 0, "max": 0.25}},
        second="HIGHS",
        risk_free_rate=0.04,
        starting_portfolio=even,
        parameters={"confidence": 0.9},
    )
    yield case(
        "max_return_evar_in12_monthly",
        "largest ratio to the entropic value at risk",
        in12,
        "max_return_evar",
        {"weight_bounds": {"min": 0, "max": 0.3}},
        second="SCS",
        risk_free_rate=0.05,
        parameters={"confidence": 0.9},
    )
    yield case(
        "max_calmar_us20_daily",
        "largest ratio to the maximum drawdown",
        us20,
        "max_calmar",
        second="HIGHS",
        risk_free_rate=0.02,
    )
    yield case(
        "max_return_cdar_in15_weekly",
        "largest ratio to the conditional drawdown at risk",
        in15,
        "max_return_cdar",
        {"weight_bounds": {"min": 0, "max": 0.3}},
        second="HIGHS",
        risk_free_rate=0.04,
        parameters={"confidence": 0.9},
    )
    yield case(
        "max_martin_in15_weekly",
        "largest ratio to the ulcer index",
        in15,
        "max_martin",
        risk_free_rate=0.04,
    )
    yield case(
        "mean_risk_utility_average_drawdown_in12_monthly",
        "largest mean at a price of the average drawdown",
        in12,
        "mean_risk",
        second="HIGHS",
        parameters={"objective": "max_utility", "measure": "average_drawdown", "risk_aversion": 0.1},
    )
    yield case(
        "mean_risk_min_mad_min_return_in20_daily",
        "least mean absolute deviation above an annual return",
        in20,
        "mean_risk",
        {"min_return": 0.2, "weight_bounds": {"min": 0, "max": 0.2}},
        second="HIGHS",
        parameters={"measure": "mad"},
    )
    yield case(
        "mean_risk_max_return_in15_weekly",
        "largest mean within a turnover",
        in15,
        "mean_risk",
        {"turnover": {"max": 0.2}},
        second="HIGHS",
        starting_portfolio=even,
        parameters={"objective": "max_return", "measure": "volatility"},
    )
    yield case(
        "mean_risk_utility_cvar_us20_daily",
        "largest mean at a price of the conditional value at risk",
        us20,
        "mean_risk",
        second="HIGHS",
        parameters={"objective": "max_utility", "measure": "cvar", "confidence": 0.9, "risk_aversion": 0.05},
    )
    yield case(
        "mean_risk_utility_volatility_in15_weekly",
        "largest mean at a price of volatility",
        in15,
        "mean_risk",
        {"weight_bounds": {"min": 0, "max": 0.2}},
        second="SCS",
        parameters={"objective": "max_utility", "measure": "volatility", "risk_aversion": 0.3},
    )
    yield case(
        "mean_risk_ratio_semideviation_us10_daily",
        "largest ratio to the semideviation",
        us10,
        "mean_risk",
        risk_free_rate=0.02,
        parameters={"objective": "max_ratio", "measure": "semideviation"},
    )
    yield from golden_wider.cases(case, us10, in15, in12)


def optimisation(case):
    """Returns one golden case, solved by two solvers, or None where an answer breaks a rule, or differs from the other
    one or from that of skfolio."""
    sample, method = case["sample"], case["method"]
    answers = {solver: solve(case, solver) for solver in ("CLARABEL", case["second"])}
    objectives = {solver: objective_of(case, weights) for solver, weights in answers.items()}
    first, second = objectives.values()
    difference = abs(first - second) / abs(first)
    weights, other = answers.values()
    apart = np.abs(weights - other).max()
    # With a singular covariance the weights count as not unique, because two interior-point solvers may agree on the
    # centre of a face of optima.
    unique = apart <= UNIQUE and np.linalg.matrix_rank(moments(case)[1]) == len(weights)
    violation = violation_of(case, weights)
    skfolio_difference = skfolio_check(case, first)
    if difference > AGREEMENT or violation > FEASIBILITY or (skfolio_difference or 0) > 10 * AGREEMENT:
        print(f"{case['id']}: not written: {difference:.1e} apart, {violation:.1e} infeasible, skfolio {skfolio_difference}")
        return None
    cross_check = f"{case['second']}: objective differs by {difference:.1e} relative, weights by at most {apart:.1e}"
    if skfolio_difference is not None:
        cross_check += f"; skfolio {skfolio.__version__}: objective differs by {skfolio_difference:.1e} relative"
    goal, _measure = goal_of(case)
    name, sense = OBJECTIVES[method if method in OBJECTIVES else goal]
    request = {key: value for key, value in case["request"].items() if key != "parameters"}
    parameters = case["request"].get("parameters")
    return {
        "id": case["id"],
        "kind_of_case": "optimisation",
        "what": case["what"],
        "formula": FORMULAS[method],
        "data": sample.data,
        "request": {
            "methods": [{"method": method, **parameters} if parameters else method],
            "covariance": {"estimator": "sample"},
            "expected_returns": {"estimator": "historical_mean"},
            **request,
            **({"constraints": case["constraints"]} if case["constraints"] else {}),
        },
        "expected": {
            "status": "optimal",
            "objective_name": name,
            "objective": first,
            "sense": sense,
            "weights": by_asset(sample.assets, weights),
            "weights_unique": bool(unique),
        },
        "tolerance": TOLERANCE,
        "made_with": f"cvxpy {cp.__version__} and Clarabel {clarabel.__version__}, gap and feasibility 1e-12",
        "cross_check": cross_check,
    }


def solve_directly(case):
    """Returns the optimal weights by sequential quadratic programming on the formula itself, starting from equal
    weights. Supports bounds only."""
    n = len(case["sample"].assets)
    low, high = bounds_of(case["constraints"], case["sample"].assets)
    sign = 1 if OBJECTIVES[goal_of(case)[0]][1] == "min" else -1
    size = abs(objective_of(case, np.ones(n) / n))
    weights = np.ones(n) / n
    for _ in range(5):
        weights = scipy.optimize.minimize(
            lambda weights: sign * objective_of(case, weights) / size,
            weights,
            jac="3-point",
            method="SLSQP",
            bounds=list(zip(low, np.minimum(high, 1))),
            constraints={"type": "eq", "fun": lambda weights: weights.sum() - 1},
            options={"ftol": 1e-15, "maxiter": 2000},
        ).x
    return np.where(np.abs(weights) < 1e-9, 0, weights)


def solve(case, solver):
    """Returns the optimal weights of a problem. Where rules limit the number or size of holdings, tries every set of
    held assets and takes the best."""
    rules = case["constraints"]
    if solver == "SLSQP":
        return solve_directly(case)
    if "cardinality" not in rules and "min_position" not in rules:
        return solve_convex(case, solver)
    sample, count = case["sample"], rules.get("cardinality", {})
    least = rules.get("min_position", 1e-4)
    low, high = bounds_of(rules, sample.assets)
    rest = {family: own for family, own in rules.items() if family not in ("cardinality", "min_position", "weight_bounds")}
    best = None
    for held in itertools.product((False, True), repeat=len(sample.assets)):
        if not count.get("min", 0) <= sum(held) <= count.get("max", len(held)):
            continue
        if any(
            not group.get("min", 0) <= number_held(group["group"], held, rules, sample.assets) <= group.get("max", len(held))
            for group in count.get("groups", [])
        ):
            continue
        own = {
            asset: {"min": max(low[i], least), **({"max": high[i]} if np.isfinite(high[i]) else {})} if held[i] else {"min": 0, "max": 0}
            for i, asset in enumerate(sample.assets)
        }
        if sum(bound["min"] for bound in own.values()) > 1 or sum(bound.get("max", 1) for bound in own.values()) < 1:
            continue
        weights = solve_convex({**case, "constraints": {**rest, "weight_bounds": {"assets": own}}}, solver)
        if weights is None:
            continue
        value = objective_of(case, weights) * (1 if OBJECTIVES[case["method"]][1] == "min" else -1)
        if best is None or value < best[0]:
            best = value, np.where(held, weights, 0)
    return best[1]


def number_held(group, held, rules, assets):
    return sum(one and rules["groups"]["map"].get(asset) == group for one, asset in zip(held, assets))


def solve_convex(case, solver):
    """Returns the optimal weights of a convex problem, or None where no weights satisfy the rules. A ratio is solved
    for scaled weights with a fixed excess return."""
    if solver == "SLSQP":
        return by_gradients(case)
    sample, method = case["sample"], case["method"]
    n = len(sample.assets)
    mean, covariance = moments(case)
    parameters = case["request"].get("parameters", {})
    weights = cp.Variable(n)
    goal, measure = goal_of(case)
    ratio = goal == "max_ratio" or method in ("max_diversification", "risk_parity")
    scale = cp.Variable(nonneg=True) if ratio else 1
    # Scales the program so that the average variance is 1, because the solvers have absolute tolerances.
    unit = np.sqrt(np.trace(covariance) / n)
    root = factor(covariance) / unit
    variance = cp.sum_squares(root @ weights)
    expected_return = (mean / unit) @ weights
    portfolio = (sample.returns / unit) @ weights
    rules = constraints_of(case, weights, scale, mean)
    if method in ("min_volatility", "efficient_return"):
        objective = cp.Minimize(variance)
        if method == "efficient_return":
            rules.append(expected_return >= parameters["target_return"] / sample.periods / unit)
    elif goal == "max_ratio":
        risk_free = rate_of(case) / unit
        below_mean = cp.sum(portfolio) / len(sample.returns) - portfolio
        squares = {
            "volatility": variance,
            "semideviation": cp.sum_squares(cp.pos(below_mean)),
            "deviation_below_rate": cp.sum_squares(cp.pos(risk_free * scale - portfolio)),
        }
        objective = cp.Minimize(
            squares[measure]
            if measure in squares
            else risk_expression(measure, portfolio, parameters, rules, rate=risk_free * scale, root=root @ weights, squared=True, unit=unit)
        )
        rules.append(expected_return - risk_free * scale == 0.1)
    elif method == "robust_mean_variance":
        by = parameters["kappa"] / np.sqrt(len(sample.returns))
        own = np.sqrt(np.diag(covariance)) / unit
        spread = own @ cp.abs(weights) if parameters.get("uncertainty_set") == "box" else cp.norm(root @ weights, 2)
        objective = cp.Maximize(expected_return - by * spread - parameters["risk_aversion"] * unit / 2 * variance)
    elif method == "dr_cvar":
        level, aversion = cp.Variable(), parameters["risk_aversion"]
        tail = 1 - parameters["confidence"]
        risk = level + cp.sum(cp.pos(-portfolio - level)) / (tail * len(sample.returns))
        steepness = parameters["radius"] * (1 + aversion / tail) / unit
        objective = cp.Minimize(aversion * risk - expected_return + steepness * cp.norm(weights, "inf"))
    elif method == "max_diversification":
        objective = cp.Minimize(variance)
        rules.append((np.sqrt(np.diag(covariance)) / unit) @ weights == 1)
    elif method == "max_decorrelation":
        own = np.sqrt(np.diag(covariance))
        objective = cp.Minimize(cp.sum_squares(factor(covariance / np.outer(own, own)) @ weights))
    elif goal == "max_return":
        objective = cp.Maximize(expected_return)
    elif goal == "min_risk":
        objective = cp.Minimize(risk_expression(measure, portfolio, parameters, rules, root=root @ weights, unit=unit))
    elif goal == "max_utility":
        risk = risk_expression(measure, portfolio, parameters, rules, root=root @ weights, unit=unit)
        objective = cp.Maximize(expected_return - parameters["risk_aversion"] * risk)
    elif method == "max_quadratic_utility":
        objective = cp.Maximize(expected_return - parameters["risk_aversion"] * unit / 2 * variance)
    elif method == "efficient_risk":
        objective = cp.Maximize(expected_return)
        limit = parameters["target_volatility"] / np.sqrt(sample.periods) / unit
        rules.append(cp.norm(root @ weights, 2) <= limit)
    elif method == "min_cvar":
        level = cp.Variable()
        tail = (1 - parameters["confidence"]) * len(sample.returns)
        objective = cp.Minimize(level + cp.sum(cp.pos(-portfolio - level)) / tail)
    elif method == "min_evar":
        objective = cp.Minimize(entropic(-portfolio, parameters["confidence"], rules))
    elif method == "min_edar":
        sums = (np.cumsum(sample.returns, axis=0) / unit) @ weights
        peaks = cp.Variable(len(sample.returns), nonneg=True)
        rules += [peaks >= sums, peaks[1:] >= peaks[:-1]]
        objective = cp.Minimize(entropic(peaks - sums, parameters["confidence"], rules))
    elif method == "kelly":
        objective = cp.Maximize(cp.sum(cp.log(1 + sample.returns @ weights)) / len(sample.returns))
    elif method == "risk_parity":
        if parameters["measure"] == "variance":
            risk = variance / 2
        elif parameters["measure"] == "evar":
            risk = entropic(-portfolio, parameters["confidence"], rules)
        else:
            risk = risk_expression(parameters["measure"], portfolio, parameters, rules)
        objective = cp.Minimize(risk - budgets_of(case) @ cp.log(weights))
    elif method == "min_semideviation":
        centred = ((sample.returns - sample.returns.mean(axis=0)) / unit) @ weights
        objective = cp.Minimize(cp.sum_squares(cp.pos(-centred)) / (len(sample.returns) - 1))
    elif method == "min_mad":
        centred = ((sample.returns - sample.returns.mean(axis=0)) / unit) @ weights
        objective = cp.Minimize(cp.sum(cp.abs(centred)) / len(sample.returns))
    else:
        risk, of_risk = golden_drawdowns.risk_of(method, portfolio, parameters)
        objective = cp.Minimize(risk)
        rules += of_risk
    problem = cp.Problem(objective, rules)
    problem.solve(solver=solver, **SOLVERS[solver])
    if problem.status.startswith("infeasible"):
        return None
    assert problem.status in ("optimal", "optimal_inaccurate"), (case["id"], solver, problem.status)
    values = weights.value / (scale.value if ratio else 1)
    return np.where(np.abs(values) < 1e-9, 0, values)


def goal_of(case):
    """Returns the parameters `objective` and `measure` by which the method mean_risk states the problem of a method.
    None stands for a parameter that has no such value."""
    method = case["method"]
    if method == "mean_risk":
        parameters = case["request"]["parameters"]
        return parameters.get("objective", "min_risk"), parameters["measure"]
    if method in RATIOS:
        return "max_ratio", RATIOS[method]
    return (method if method == "max_return" else None), None


def rate_of(case):
    return case["request"].get("risk_free_rate", 0) / case["sample"].periods


def risk_expression(measure, x, parameters, rules, rate=0, root=None, squared=False, unit=1):
    """Returns a risk measure of the returns x as a convex expression and adds its constraints to the rules. The weights
    may be scaled."""
    T = x.shape[0]
    if measure in golden_wider.MEASURES:
        return golden_wider.risk_expression(measure, x, parameters, rules, unit)
    if measure == "volatility":
        return cp.norm(root, 2)
    if measure == "mad":
        return cp.sum(cp.abs(x - cp.sum(x) / T)) / T
    if measure == "semideviation":
        return cp.norm(cp.pos(cp.sum(x) / T - x), 2) / np.sqrt(T - 1)
    if measure == "shortfall_below_rate":
        return cp.sum(cp.pos(rate - x)) / T
    if measure == "evar":
        level, z, u = cp.Variable(), cp.Variable(nonneg=True), cp.Variable(T)
        rules += [cp.sum(u) <= z, cp.ExpCone(-x - level, z * np.ones(T), u)]
        return level - z * np.log((1 - parameters.get("confidence", 0.95)) * T)
    if measure in ("max_drawdown", "average_drawdown", "ulcer_index", "cdar"):
        peaks = cp.Variable(T, nonneg=True)
        path = cp.cumsum(x)
        depth = peaks - path
        rules += [depth >= 0, cp.diff(peaks) >= 0]
        if measure == "max_drawdown":
            return cp.max(depth)
        if measure == "average_drawdown":
            return cp.sum(depth) / T
        if measure == "ulcer_index":
            return cp.sum_squares(depth) / T if squared else cp.norm(depth, 2) / np.sqrt(T)
        level = cp.Variable()
        return level + cp.sum(cp.pos(depth - level)) / ((1 - parameters.get("confidence", 0.95)) * T)
    if measure == "cvar":
        level = cp.Variable()
        return level + cp.sum(cp.pos(-x - level)) / ((1 - parameters.get("confidence", 0.95)) * T)
    raise ValueError(measure)


def risk_at(measure, series, parameters, rate=0, variance=None):
    """Returns a risk measure of a return series by its formula."""
    if measure in golden_wider.MEASURES:
        return golden_wider.risk_at(measure, series, parameters)
    if measure == "volatility":
        return np.sqrt(variance)
    if measure == "mad":
        return np.abs(series - series.mean()).mean()
    if measure == "semideviation":
        return np.sqrt((np.maximum(series.mean() - series, 0) ** 2).sum() / (len(series) - 1))
    if measure == "deviation_below_rate":
        return np.sqrt((np.minimum(series - rate, 0) ** 2).mean())
    if measure == "shortfall_below_rate":
        return np.maximum(rate - series, 0).mean()
    if measure == "evar":
        tail = (1 - parameters.get("confidence", 0.95)) * len(series)
        found = scipy.optimize.minimize_scalar(
            lambda log: np.exp(log) * (scipy.special.logsumexp(-series / np.exp(log)) - np.log(tail)),
            bounds=(np.log(series.std()) - 8, np.log(series.std()) + 8),
            method="bounded",
            options={"xatol": 1e-12},
        )
        return found.fun
    path = np.cumsum(series)
    depth = np.maximum(np.maximum.accumulate(path), 0) - path
    if measure == "max_drawdown":
        return depth.max()
    if measure == "average_drawdown":
        return depth.mean()
    if measure == "ulcer_index":
        return np.sqrt((depth**2).mean())
    if measure == "cdar":
        return conditional_value_at_risk(depth, parameters.get("confidence", 0.95))
    if measure == "cvar":
        return conditional_value_at_risk(-series, parameters.get("confidence", 0.95))
    raise ValueError(measure)


def entropic(losses, confidence, rules):
    """Returns the entropic value at risk of losses as a convex expression and adds its cones to the rules."""
    periods = losses.shape[0]
    level, tilt, parts = cp.Variable(), cp.Variable(nonneg=True), cp.Variable(periods)
    rules += [cp.ExpCone(losses - level, tilt * np.ones(periods), parts), cp.sum(parts) <= tilt]
    return level - tilt * np.log((1 - confidence) * periods)


def budgets_of(case):
    assets = case["sample"].assets
    budgets = case["request"].get("parameters", {}).get("budgets", {asset: 1 / len(assets) for asset in assets})
    return np.array([budgets[asset] for asset in assets])


def by_gradients(case):
    """Returns the weights that optimise a smooth objective under bounds and the budget, by SciPy's sequential quadratic
    programming."""
    n = len(case["sample"].assets)
    low, high = bounds_of(case["constraints"], case["sample"].assets)
    sign = 1 if OBJECTIVES[case["method"]][1] == "min" else -1
    bounds = [(max(a, 1e-6 if case["method"] == "risk_parity" else 0), min(b, 1)) for a, b in zip(low, high)]
    size = abs(objective_of(case, np.full(n, 1 / n)))

    def value_and_slopes(weights):
        value, slopes = smooth_objective(case, weights)
        return sign * value / size, sign * slopes / size

    weights = np.full(n, 1 / n)
    for _ in range(20):  # each restart begins with a new approximation of the curvature
        weights = scipy.optimize.minimize(
            value_and_slopes,
            weights,
            jac=True,
            method="SLSQP",
            bounds=bounds,
            constraints={"type": "eq", "fun": lambda w: w.sum() - 1, "jac": lambda w: np.ones(n)},
            options={"maxiter": 1000, "ftol": 1e-16},
        ).x
    return weights


def smooth_objective(case, weights):
    sample, method = case["sample"], case["method"]
    parameters = case["request"].get("parameters", {})
    series = sample.returns @ weights
    if method == "kelly":
        return np.log1p(series).mean(), sample.returns.T @ (1 / (1 + series)) / len(series)
    if method == "min_evar":
        value, shares = entropic_tail(-series, parameters["confidence"])
        return value, -sample.returns.T @ shares
    budgets = budgets_of(case)
    if parameters["measure"] == "variance":
        _, covariance = moments(case)
        risk = np.sqrt(weights @ covariance @ weights)
        slopes = covariance @ weights / risk
    else:
        risk, shares = entropic_tail(-series, parameters["confidence"])
        slopes = -sample.returns.T @ shares
    return np.log(risk) - budgets @ np.log(weights), slopes / risk - budgets / weights


def entropic_tail(losses, confidence):
    """Returns the entropic value at risk by a minimum over one variable, and the share of each loss at that minimum."""
    worst = losses.max()

    def value(logarithm):
        z = np.exp(logarithm)
        return worst + z * np.log(np.exp((losses - worst) / z).sum() / ((1 - confidence) * len(losses)))

    centre = np.log(losses.std())
    logarithm = scipy.optimize.minimize_scalar(value, bounds=(centre - 10, centre + 10), method="bounded", options={"xatol": 1e-12}).x
    shares = np.exp((losses - worst) / np.exp(logarithm))
    return value(logarithm), shares / shares.sum()


def constraints_of(case, weights, scale, mean):
    """Returns the rules of the request for weights that are `scale` times the portfolio."""
    sample, rules = case["sample"], case["constraints"]
    index = {asset: i for i, asset in enumerate(sample.assets)}
    starting = case["request"].get("starting_portfolio", {})
    start = np.array([starting.get(asset, 0) for asset in sample.assets])
    low, high = bounds_of(rules, sample.assets)
    budget = rules.get("budget", {"min": 1, "max": 1})
    listed = []
    if budget["min"] == budget["max"]:
        listed.append(cp.sum(weights) == budget["min"] * scale)
    else:
        listed += [cp.sum(weights) >= budget["min"] * scale, cp.sum(weights) <= budget["max"] * scale]
    listed += [weights >= low * scale, weights[np.isfinite(high)] <= high[np.isfinite(high)] * scale]
    for row, least, most in linear_rows(rules, sample.assets):
        if least is not None:
            listed.append(row @ weights >= least * scale)
        if most is not None:
            listed.append(row @ weights <= most * scale)
    if "exposure" in rules:
        listed.append(cp.norm1(weights) <= rules["exposure"]["gross_max"] * scale)
    if "turnover" in rules:
        listed.append(0.5 * cp.norm1(weights - start * scale) <= rules["turnover"]["max"] * scale)
    if "min_return" in rules:
        listed.append((mean * sample.periods) @ weights >= rules["min_return"] * scale)
    for asset in rules.get("locked", []):
        listed.append(weights[index[asset]] == start[index[asset]] * scale)
    return listed


def bounds_of(rules, assets):
    bounds = rules.get("weight_bounds", {})
    own = [bounds.get("assets", {}).get(asset, {}) for asset in assets]
    low = np.array([one.get("min", bounds.get("min", 0)) for one in own], dtype=float)
    high = np.array([one.get("max", bounds.get("max", np.inf)) for one in own], dtype=float)
    return low, high


def linear_rows(rules, assets):
    """Yields group rules and linear rules as (coefficients, min, max)."""
    for rule in rules.get("groups", {}).get("rules", []):
        row = np.array([float(rules["groups"]["map"].get(asset) == rule["group"]) for asset in assets])
        yield row, rule.get("min"), rule.get("max")
    for rule in rules.get("linear", []):
        row = np.array([float(rule["coefficients"].get(asset, 0)) for asset in assets])
        yield row, rule.get("min"), rule.get("max")


def violation_of(case, weights):
    """Returns the largest amount by which given weights break a rule of the request, by plain arithmetic."""
    sample, rules = case["sample"], case["constraints"]
    mean, covariance = moments(case)
    parameters = case["request"].get("parameters", {})
    starting = case["request"].get("starting_portfolio", {})
    start = np.array([starting.get(asset, 0) for asset in sample.assets])
    low, high = bounds_of(rules, sample.assets)
    budget = rules.get("budget", {"min": 1, "max": 1})
    breaches = [budget["min"] - weights.sum(), weights.sum() - budget["max"], (low - weights).max(), (weights - high).max()]
    for row, least, most in linear_rows(rules, sample.assets):
        breaches += [least - row @ weights] if least is not None else []
        breaches += [row @ weights - most] if most is not None else []
    if "exposure" in rules:
        breaches.append(np.abs(weights).sum() - rules["exposure"]["gross_max"])
    if "turnover" in rules:
        breaches.append(0.5 * np.abs(weights - start).sum() - rules["turnover"]["max"])
    if "min_return" in rules:
        breaches.append(rules["min_return"] - mean @ weights * sample.periods)
    if "target_return" in parameters:
        breaches.append(parameters["target_return"] - mean @ weights * sample.periods)
    if "target_volatility" in parameters:
        volatility = np.sqrt(weights @ covariance @ weights * sample.periods)
        breaches.append(volatility - parameters["target_volatility"])
    for asset in rules.get("locked", []):
        i = sample.assets.index(asset)
        breaches.append(abs(weights[i] - start[i]))
    return max(breaches)


def objective_of(case, weights):
    """Returns the objective of a method at given weights, in the units of the case."""
    sample, method = case["sample"], case["method"]
    mean, covariance = moments(case)
    parameters = case["request"].get("parameters", {})
    variance = weights @ covariance @ weights
    series = sample.returns @ weights
    if method in ("min_volatility", "efficient_return"):
        return np.sqrt(variance)
    if method == "robust_mean_variance":
        own = np.sqrt(np.diag(covariance))
        spread = own @ np.abs(weights) if parameters.get("uncertainty_set") == "box" else np.sqrt(variance)
        penalty = parameters["kappa"] * spread / np.sqrt(len(series))
        return mean @ weights - penalty - parameters["risk_aversion"] / 2 * variance
    if method == "dr_cvar":
        aversion, tail = parameters["risk_aversion"], 1 - parameters["confidence"]
        risk = conditional_value_at_risk(-series, parameters["confidence"])
        return aversion * risk - series.mean() + parameters["radius"] * (1 + aversion / tail) * np.abs(weights).max()
    if method == "max_diversification":
        return np.sqrt(np.diag(covariance)) @ weights / np.sqrt(variance)
    if method == "max_decorrelation":
        own = np.sqrt(np.diag(covariance))
        return weights @ (covariance / np.outer(own, own)) @ weights
    goal, measure = goal_of(case)
    if goal in ("min_risk", "max_utility", "max_ratio"):
        risk = risk_at(measure, series, parameters, rate=rate_of(case), variance=variance)
        if goal == "min_risk":
            return risk
        if goal == "max_utility":
            return mean @ weights - parameters["risk_aversion"] * risk
        return (mean @ weights - rate_of(case)) / risk + (1 if method == "max_omega" else 0)
    if method in ("max_return", "efficient_risk") or goal == "max_return":
        return mean @ weights
    if method == "max_quadratic_utility":
        return mean @ weights - parameters["risk_aversion"] / 2 * variance
    if method == "min_cvar":
        return conditional_value_at_risk(-series, parameters["confidence"])
    if method == "min_evar":
        return entropic_tail(-series, parameters["confidence"])[0]
    if method == "min_edar":
        sums = np.cumsum(series)
        drawdowns = np.maximum.accumulate(np.maximum(sums, 0)) - sums
        return entropic_tail(drawdowns, parameters["confidence"])[0]
    if method == "kelly" or (method == "risk_parity" and parameters["measure"] in ("variance", "evar")):
        return smooth_objective(case, weights)[0]
    if method == "risk_parity":
        return np.log(risk_at(parameters["measure"], series, parameters)) - budgets_of(case) @ np.log(weights)
    if method == "min_semideviation":
        return np.sqrt((np.maximum(series.mean() - series, 0) ** 2).sum() / (len(series) - 1))
    if method == "min_mad":
        return np.abs(series - series.mean()).mean()
    return golden_drawdowns.risk_at(method, series, parameters, conditional_value_at_risk)


def moments(case):
    returns = case["sample"].returns
    estimator = case["request"].get("covariance", {"estimator": "sample"})
    if estimator["estimator"] == "ledoit_wolf":
        return returns.mean(axis=0), sklearn.covariance.ledoit_wolf(returns)[0]
    if estimator["estimator"] == "ewma":
        share = estimator["decay"] ** np.arange(len(returns) - 1, -1, -1)
        return returns.mean(axis=0), np.cov(returns.T, aweights=share / share.sum(), ddof=0)
    return returns.mean(axis=0), np.cov(returns.T)


def factor(covariance):
    """Returns a factor F with F'F = S of a covariance matrix S, also for a singular S."""
    values, vectors = np.linalg.eigh(covariance)
    keep = values > 1e-13 * values.max()
    return np.sqrt(values[keep])[:, None] * vectors[:, keep].T


def skfolio_check(case, objective):
    """Returns the relative difference of an objective to skfolio's, or None where skfolio cannot state the problem."""
    measure = {
        "min_volatility": skfolio.RiskMeasure.VARIANCE,
        "max_sharpe": skfolio.RiskMeasure.VARIANCE,
        "min_cvar": skfolio.RiskMeasure.CVAR,
        "min_semideviation": skfolio.RiskMeasure.SEMI_VARIANCE,
        "min_mad": skfolio.RiskMeasure.MEAN_ABSOLUTE_DEVIATION,
        **golden_drawdowns.MEASURES,
        "min_evar": skfolio.RiskMeasure.EVAR,
    }.get(case["method"])
    estimator = case["request"].get("covariance", {}).get("estimator", "sample")
    if measure is None or case["constraints"] or estimator == "ewma":
        return None
    sample = case["sample"]
    model = MeanRisk(
        risk_measure=measure,
        objective_function=ObjectiveFunction.MAXIMIZE_RATIO
        if case["method"] == "max_sharpe"
        else ObjectiveFunction.MINIMIZE_RISK,
        risk_free_rate=case["request"].get("risk_free_rate", 0) / sample.periods,
        prior_estimator=EmpiricalPrior(covariance_estimator=LedoitWolf(assume_centered=False))
        if estimator == "ledoit_wolf"
        else EmpiricalPrior(),
        solver_params=dict(tol_gap_abs=1e-12, tol_gap_rel=1e-12, tol_feas=1e-12, max_iter=500),
    )
    model.fit(pd.DataFrame(sample.returns, columns=sample.assets))
    weights = np.asarray(model.weights_, dtype=float)
    return abs(objective_of(case, weights / weights.sum()) - objective) / abs(objective)


def estimator_case(market):
    sample = Sample(market, "IN", listed(market, "IN", 6, skip=4, step=9), "2019-01-01", "2023-12-31", "weekly")
    covariance, _ = sklearn.covariance.ledoit_wolf(sample.returns)
    own = ledoit_wolf(sample.returns)
    difference = np.abs(covariance - own).max() / np.abs(covariance).max()
    if difference > 1e-10:
        print(f"covariance_ledoit_wolf_in6_weekly: not written: {difference:.1e} apart")
        return None
    return {
        "id": "covariance_ledoit_wolf_in6_weekly",
        "kind_of_case": "estimator",
        "what": "estimates alone, per period (not annualised)",
        "formula": "Ledoit-Wolf 2004: the ddof 0 covariance shrunk to its mean variance times the identity; sample mean",
        "data": sample.data,
        "request": {
            "methods": ["equal_weight"],
            "covariance": {"estimator": "ledoit_wolf"},
            "expected_returns": {"estimator": "historical_mean"},
        },
        "expected": {
            "status": "computed",
            "expected_returns": by_asset(sample.assets, sample.returns.mean(axis=0)),
            "covariance": covariance,
            "covariance_assets": sample.assets,
        },
        "tolerance": {"relative_to_largest": 1e-9},
        "made_with": f"scikit-learn {sklearn.__version__}",
        "cross_check": f"the formula in numpy: differs by {difference:.1e} of the largest entry",
    }


def ledoit_wolf(returns):
    rows, n = returns.shape
    centred = returns - returns.mean(axis=0)
    covariance = centred.T @ centred / rows
    target = np.trace(covariance) / n * np.eye(n)
    distance = ((covariance - target) ** 2).sum()
    noise = sum(((np.outer(row, row) - covariance) ** 2).sum() for row in centred) / rows**2
    intensity = min(noise, distance) / distance
    return intensity * target + (1 - intensity) * covariance


def metrics_case(market):
    sample = Sample(market, "IN", listed(market, "IN", 8, skip=3, step=6), "2016-01-01", "2024-12-31", "monthly")
    size = np.arange(1, 9)
    weights = np.round(size / size.sum(), 6)
    weights[-1] = round(1 - weights[:-1].sum(), 6)
    rate = 0.06
    benchmark = returns_of(sample.prices["NIFTY50"])
    series = sample.returns @ weights
    metrics = metrics_of(series, benchmark, rate, sample.periods)
    metrics["effective_number_of_assets"] = 1 / (weights**2).sum()
    covariance = np.cov(sample.returns.T)
    metrics["diversification_ratio"] = weights @ np.sqrt(np.diag(covariance)) / np.sqrt(weights @ covariance @ weights)
    metrics["turnover"] = 0.0
    confirmed, worst = metrics_check(series, benchmark, metrics, rate, sample.periods)
    if worst > 1e-6:
        print(f"metrics_tilt_in8_monthly: not written: {worst:.1e} apart")
        return None
    return {
        "id": "metrics_tilt_in8_monthly",
        "kind_of_case": "metrics",
        "what": "every metric of a portfolio rebalanced each period to fixed weights",
        "formula": "x_t = r_t'w; confidence 0.95; drawdowns of compounded wealth; ratios annual",
        "data": sample.data,
        "request": {
            "methods": ["hold"],
            "starting_portfolio": dict(zip(sample.assets, weights.tolist())),
            "risk_free_rate": rate,
            "benchmark": {"prices": {"$column": "NIFTY50"}},
        },
        "expected": {
            "status": "computed",
            "weights": dict(zip(sample.assets, weights.tolist())),
            "weights_unique": True,
            "metrics": metrics,
        },
        "tolerance": {
            "metrics_relative": 1e-8,
            "metrics_relative_of": {"entropic_value_at_risk": 1e-6, "evar_range": 1e-6},
            "weights_absolute": 1e-9,
        },
        "made_with": f"numpy {np.__version__}, scipy {scipy.__version__}",
        "cross_check": f"skfolio {skfolio.__version__}, scipy and pandas: {', '.join(confirmed)} differ by at most {worst:.1e} relative",
    }


def metrics_of(x, b, rate, periods):
    rf = rate / periods
    wealth = np.cumprod(1 + x)
    drawdown = 1 - wealth / np.maximum.accumulate(np.maximum(wealth, 1))
    deviation = x - x.mean()
    mean_excess = x.mean() - rf
    cagr = wealth[-1] ** (periods / len(x)) - 1
    beta = np.cov(x, b)[0, 1] / b.var(ddof=1)
    order = np.sort(x)
    active = x - b
    return {
        "annual_return": x.mean() * periods,
        "cagr": cagr,
        "annual_volatility": x.std(ddof=1) * np.sqrt(periods),
        "sharpe_ratio": mean_excess / x.std(ddof=1) * np.sqrt(periods),
        "sortino_ratio": mean_excess / np.sqrt((np.minimum(x - rf, 0) ** 2).mean()) * np.sqrt(periods),
        "calmar_ratio": cagr / drawdown.max(),
        "omega_ratio": np.maximum(x - rf, 0).sum() / np.maximum(rf - x, 0).sum(),
        "max_drawdown": drawdown.max(),
        "average_drawdown": drawdown.mean(),
        "ulcer_index": np.sqrt((drawdown**2).mean()),
        "value_at_risk": -order[int(np.ceil(0.05 * len(x) - 1e-9)) - 1],
        "conditional_value_at_risk": conditional_value_at_risk(-x, 0.95),
        "conditional_drawdown_at_risk": conditional_value_at_risk(drawdown, 0.95),
        "entropic_value_at_risk": entropic_value_at_risk(x, 0.95),
        "semideviation": np.sqrt((np.minimum(deviation, 0) ** 2).sum() / (len(x) - 1)),
        "mean_absolute_deviation": np.abs(deviation).mean(),
        "gini_mean_difference": np.abs(x[:, None] - x[None, :]).sum() / (len(x) * (len(x) - 1)),
        "skewness": (deviation**3).mean() / x.std() ** 3,
        "kurtosis": (deviation**4).mean() / x.std() ** 4 - 3,
        "tail_ratio": abs(np.percentile(x, 95)) / abs(np.percentile(x, 5)),
        "best_period": x.max(),
        "worst_period": x.min(),
        "beta": beta,
        "alpha": (mean_excess - beta * (b.mean() - rf)) * periods,
        "tracking_error": active.std(ddof=1) * np.sqrt(periods),
        "information_ratio": active.mean() / active.std(ddof=1) * np.sqrt(periods),
        "treynor_ratio": mean_excess * periods / beta,
        "up_capture": x[b > 0].mean() / b[b > 0].mean(),
        "down_capture": x[b < 0].mean() / b[b < 0].mean(),
        **golden_wider.metrics_of(x, drawdown),
    }


def metrics_check(x, b, metrics, rate, periods):
    """Returns the metrics that a library also computes, and their largest relative difference."""
    frame = pd.Series(np.concatenate([[1], 1 + x])).cumprod()
    library = {
        "annual_return": measures.mean(x) * periods,
        "annual_volatility": measures.standard_deviation(x) * np.sqrt(periods),
        "semideviation": measures.semi_deviation(x),
        "mean_absolute_deviation": measures.mean_absolute_deviation(x),
        "gini_mean_difference": measures.gini_mean_difference(x),
        "conditional_value_at_risk": measures.cvar(x, beta=0.95),
        "entropic_value_at_risk": measures.evar(x, beta=0.95),
        "worst_period": -measures.worst_realization(x),
        "max_drawdown": 1 - (frame / frame.cummax()).min(),
        "average_drawdown": 1 - (frame / frame.cummax())[1:].mean(),
        "beta": scipy.stats.linregress(b, x).slope,
        "alpha": scipy.stats.linregress(b - rate / periods, x - rate / periods).intercept * periods,
        "tracking_error": measures.standard_deviation(x - b) * np.sqrt(periods),
        "skewness": scipy.stats.skew(x),
        "kurtosis": scipy.stats.kurtosis(x),
    }
    differences = {name: abs(value - metrics[name]) / abs(metrics[name]) for name, value in library.items()}
    return list(library), max(differences.values())


def conditional_value_at_risk(losses, confidence):
    """Returns the mean of the worst (1-c)T losses. A fractional loss is weighted exactly."""
    tail = (1 - confidence) * len(losses)
    worst = np.sort(losses)[::-1]
    whole = int(np.floor(tail + 1e-9))
    rest = max(tail - whole, 0)
    return (worst[:whole].sum() + (rest * worst[whole] if rest > 1e-9 else 0)) / tail


def entropic_value_at_risk(x, confidence):
    tail = np.log((1 - confidence) * len(x))

    def value(log_z):
        z = np.exp(log_z)
        return z * (scipy.special.logsumexp(-x / z) - tail)

    return scipy.optimize.minimize_scalar(value, bounds=(-15, 5), method="bounded", options={"xatol": 1e-12}).fun


def infeasible_case(market):
    """Returns the case of rules that conflict. Tests every subset of the rules; the minimal infeasible subsets are the
    conflicts."""
    sample = Sample(market, "US", listed(market, "US", 12), "2020-01-01", "2022-12-31", "weekly")
    groups = {asset: "ABCD"[i % 4] for i, asset in enumerate(sample.assets)}
    limits = [{"group": "A", "min": 0.5}, {"group": "B", "min": 0.4}, {"group": "C", "min": 0.2}, {"group": "D", "max": 0.9}]
    constraints = {"weight_bounds": {"min": 0, "max": 0.25}, "groups": {"map": groups, "rules": limits}}
    names = [("budget", None), ("weight_bounds", None)] + [("groups", limit["group"]) for limit in limits]

    def feasible(subset, solver):
        weights = cp.Variable(12)
        rules = [cp.sum(weights) == 1] if ("budget", None) in subset else []
        rules += [weights >= 0, weights <= 0.25] if ("weight_bounds", None) in subset else []
        for limit in limits:
            if ("groups", limit["group"]) not in subset:
                continue
            total = cp.sum([weights[i] for i, asset in enumerate(sample.assets) if groups[asset] == limit["group"]])
            rules += [total >= limit["min"]] if "min" in limit else [total <= limit["max"]]
        problem = cp.Problem(cp.Minimize(0), rules)
        problem.solve(solver=solver)
        assert problem.status in ("optimal", "infeasible"), problem.status
        return problem.status == "optimal"

    conflicts = []
    for size in range(1, len(names) + 1):
        for subset in itertools.combinations(names, size):
            if any(set(conflict) <= set(subset) for conflict in conflicts):
                continue
            answers = {feasible(subset, solver) for solver in ("CLARABEL", "HIGHS")}
            if len(answers) > 1:
                print(f"infeasible_groups_us12_weekly: not written: solvers differ on {subset}")
                return None
            if not answers.pop():
                conflicts.append(subset)
    return {
        "id": "infeasible_groups_us12_weekly",
        "kind_of_case": "infeasible",
        "what": "group limits that cannot be met together",
        "formula": "no weights meet the rules; `conflicts` are all the minimal sets, budget and weight_bounds one rule each",
        "data": sample.data,
        "request": {"methods": ["min_volatility"], "constraints": constraints},
        "expected": {
            "code": "constraints_infeasible",
            "conflicts": [[{"family": family, "rule": rule} for family, rule in conflict] for conflict in conflicts],
            "conflict_unique": len(conflicts) == 1,
            "smallest_conflict_size": min(len(conflict) for conflict in conflicts),
        },
        "tolerance": {},
        "made_with": f"cvxpy {cp.__version__}: every subset of the rules tested",
        "cross_check": "Clarabel and HiGHS agree on every subset",
    }


def by_asset(assets, values):
    return {asset: float(value) for asset, value in zip(assets, values)}


def write(case):
    if case is None:
        return
    text = json.dumps(plain(case), indent=1)
    (TARGET / f"{case['id']}.json").write_text(text + "\n")
    expected = case["expected"]
    print(f"{case['id']}: {expected.get('objective', '')} {expected.get('weights_unique', '')} {case['cross_check']}")


def plain(value):
    """Returns a value for JSON without numpy types and with numbers rounded to twelve significant digits."""
    if isinstance(value, dict):
        return {key: plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [plain(entry) for entry in value]
    if isinstance(value, (float, np.floating)):
        return float(f"{value:.12g}")
    return value


if __name__ == "__main__":
    main()
