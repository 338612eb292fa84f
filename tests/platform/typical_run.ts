const DATES = Array.from({ length: 750 }, (_, day) => new Date(Date.UTC(2022, 0, 1 + day)).toISOString().slice(0, 10));

/** Body of a run of 20 assets over 750 days by three methods. */
export const TYPICAL_RUN = {
  prices: {
    dates: DATES,
    series: Object.fromEntries(
      Array.from({ length: 20 }, (_, k) => [
        `A${k}`,
        DATES.map((_, day) => 100 + day / (k + 20) + (1 + k % 7) * Math.sin(day * (1.1 + k))),
      ]),
    ),
  },
  methods: ["min_volatility", "max_sharpe", "risk_parity"].map((method) => ({ method })),
};
