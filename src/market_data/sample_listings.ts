import { assetId } from "../domain/asset.ts";
import type { FundAssetClass, Listing } from "./provider.ts";
import { NOT_TOLD } from "./readers/listing_file.ts";

/**
 * Indian stocks of the sample market by sector. "Example" is put before each name, so that none is taken for a real
 * company.
 */
const INDIAN_STOCKS: Readonly<Record<string, readonly string[]>> = {
  "Banks": [
    "Lotus Bank",
    "Banyan Bank",
    "Neem Bank",
    "Peepal Bank",
    "Jasmine Bank",
    "Tulsi Bank",
    "Mahua Bank",
    "Ashoka Bank",
  ],
  "Financial Services": ["Marigold Finance", "Saffron Capital", "Sandal Insurance", "Champak Leasing"],
  "Information Technology": [
    "Peacock Software",
    "Kingfisher Systems",
    "Myna Digital",
    "Bulbul Networks",
    "Hornbill Data",
    "Drongo Computing",
  ],
  "Energy": ["Sunbird Petroleum", "Monsoon Gas", "Himal Refining", "Deccan Coal"],
  "Power": ["Cloud Power", "River Electric", "Dawn Solar", "Breeze Wind Energy"],
  "Consumer Goods": [
    "Mango Foods",
    "Cardamom Spices",
    "Coconut Care",
    "Clove Beverages",
    "Tamarind Stores",
    "Jaggery Sweets",
  ],
  "Healthcare": [
    "Turmeric Pharma",
    "Ginger Laboratories",
    "Amla Hospitals",
    "Brahmi Biotech",
    "Cinnamon Diagnostics",
  ],
  "Automobiles": ["Elephant Motors", "Cheetah Cycles", "Antelope Tractors", "Leopard Tyres", "Gazelle Components"],
  "Metals": ["Granite Steel", "Basalt Aluminium", "Marble Mining", "Quartz Copper"],
  "Construction": ["Pillar Cement", "Arch Builders", "Terrace Homes", "Causeway Works", "Courtyard Estates"],
  "Telecommunication": ["Conch Telecom", "Drum Media", "Veena Broadcasting"],
  "Chemicals": ["Woad Paints", "Madder Dyes", "Ochre Fertilisers", "Vermilion Polymers"],
  "Transport": ["Lighthouse Ports", "Caravan Logistics"],
};

const US_STOCKS: Readonly<Record<string, readonly string[]>> = {
  "Technology": [
    "Maple Software",
    "Cedar Semiconductors",
    "Juniper Grove Computing",
    "Aspen Cloud",
    "Sequoia Hill Robotics",
    "Willow Networks",
    "Redbud Devices",
  ],
  "Communication": ["Heron Media", "Osprey Telecom", "Cardinal Games", "Bluebird Search"],
  "Consumer Discretionary": ["Prairie Retail", "Canyon Motors", "Mesa Hotels", "Harbor Apparel", "Lagoon Travel"],
  "Consumer Staples": ["Orchard Foods", "Meadow Beverages", "Clover Household", "Pumpkin Grocers"],
  "Health Care": ["Birch Pharma", "Alder Devices", "Hickory Insurance", "Magnolia Biotech", "Dogwood Hospitals"],
  "Financials": ["Granary Bank", "Lantern Insurance", "Compass Brokers", "Anchor Trust", "Beacon Payments"],
  "Industrials": ["Falcon Ridge Aerospace", "Badger Machinery", "Bison Rail", "Moose Logistics"],
  "Energy": ["Gulf Breeze Oil", "Plains Gas", "Summit Pipelines"],
  "Utilities and Materials": ["Cascade Electric", "Everglade Water", "Flint Chemicals"],
};

const FUNDS: readonly (readonly [house: string, assetClass: FundAssetClass, category: string])[] = [
  ["Lotus", "equity", "Large Cap"],
  ["Lotus", "equity", "Flexi Cap"],
  ["Lotus", "debt", "Short Duration"],
  ["Lotus", "hybrid", "Aggressive Hybrid"],
  ["Lotus", "other", "Gold"],
  ["Banyan", "equity", "Large Cap"],
  ["Banyan", "equity", "Mid Cap"],
  ["Banyan", "equity", "Banking Sector"],
  ["Banyan", "debt", "Corporate Bond"],
  ["Banyan", "hybrid", "Balanced Advantage"],
  ["Marigold", "equity", "Small Cap"],
  ["Marigold", "equity", "Index"],
  ["Marigold", "debt", "Gilt"],
  ["Marigold", "hybrid", "Conservative Hybrid"],
  ["Marigold", "other", "Global Equity"],
  ["Saffron", "equity", "Technology Sector"],
  ["Saffron", "equity", "Value"],
  ["Saffron", "equity", "Healthcare Sector"],
  ["Saffron", "debt", "Liquid"],
  ["Saffron", "hybrid", "Multi Asset"],
];

/** Scheme code of the first sample fund, far above the codes that the fund association uses. */
const FIRST_SCHEME_CODE = 900001;

/** Returns the 60 Indian stocks of the sample market, `NSE:EX…`, sector by sector. */
export function sampleIndianStocks(): Listing[] {
  return Object.entries(INDIAN_STOCKS).flatMap(([sector, names]) =>
    names.map((name) => stock("NSE", `Example ${name} Ltd`, symbolOf(name), sector))
  );
}

/**
 * Returns the 40 US stocks of the sample market, `US:EX…`, sector by sector. Their symbols are longer than any real
 * one.
 */
export function sampleUsStocks(): Listing[] {
  return Object.entries(US_STOCKS).flatMap(([sector, names]) =>
    names.map((name) => stock("US", `Example ${name} Inc`, symbolOf(name), sector))
  );
}

/** Returns the 20 Indian mutual funds of the sample market, `MF:9000…`. */
export function sampleFunds(): Listing[] {
  return FUNDS.map(([house, assetClass, category], i) => {
    const symbol = String(FIRST_SCHEME_CODE + i);
    return {
      asset: assetId(`MF:${symbol}`),
      name: `Example ${house} ${category} Fund - Direct Plan - Growth`,
      market: "MF",
      currency: "INR",
      exchange: null,
      symbol,
      ...NOT_TOLD,
      fund: {
        amc: `Example ${house} Asset Management`,
        assetClass,
        category,
        plan: "direct",
        option: "growth",
        nav: null,
        navDate: null,
      },
    };
  });
}

function stock(exchange: "NSE" | "US", name: string, symbol: string, sector: string): Listing {
  const market = exchange === "NSE" ? "IN" : "US";
  return {
    asset: assetId(`${exchange}:${symbol}`),
    name,
    market,
    currency: market === "IN" ? "INR" : "USD",
    exchange,
    symbol,
    ...NOT_TOLD,
    sector,
    series: market === "IN" ? "EQ" : null,
    isEtf: market === "US" ? false : null,
  };
}

/** Returns the symbol of a sample stock, for example EXLOTUS for "Lotus Bank". */
function symbolOf(name: string): string {
  return `EX${name.split(" ")[0].toUpperCase()}`;
}
