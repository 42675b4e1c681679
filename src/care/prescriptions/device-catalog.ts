import { billionths } from './billionths';

/** Values that a device supports: the minimum, and every whole number of increments above it. In billionths. */
export interface Bounds {
  minimum: number;
  maximum: number;
  increment: number;
}

/** The supported and recommended values of a setting. */
export interface GuardRail {
  units: 'MilligramsPerDeciliter' | 'UnitsPerHour' | 'GramsPerUnit' | 'Units';
  absolute: Bounds;
  /** Outside this range clients show a warning, but nothing is refused. Billionths. */
  recommended: { minimum: number; maximum: number };
  /** Maximum number of entries of a schedule. */
  maxSegments?: number;
  /** Billionths. */
  defaultValue?: number;
}

/** Device names that clients know. */
export const guardRailNames = [
  'glucoseSafetyLimit',
  'insulinSensitivity',
  'basalRates',
  'carbohydrateRatio',
  'basalRateMaximum',
  'bolusAmountMaximum',
  'correctionRange',
  'preprandialCorrectionRange',
  'workoutCorrectionRange',
] as const;

export type GuardRails = Record<(typeof guardRailNames)[number], GuardRail>;

export interface Device {
  id: string;
  displayName: string;
  manufacturers: string[];
  model: string;
}

export interface Pump extends Device {
  guardRails: GuardRails;
}

type Range = readonly [minimum: number, maximum: number];

const rail = (
  units: GuardRail['units'],
  [minimum, maximum]: Range,
  increment: number,
  recommended: Range = [minimum, maximum],
): GuardRail => ({
  units,
  absolute: {
    minimum: billionths(minimum),
    maximum: billionths(maximum),
    increment: billionths(increment),
  },
  recommended: { minimum: billionths(recommended[0]), maximum: billionths(recommended[1]) },
});

const glucose = (range: Range, recommended?: Range) => rail('MilligramsPerDeciliter', range, 1, recommended);
const basal = { ...rail('UnitsPerHour', [0.05, 30], 0.05), defaultValue: billionths(0.05) };

/** Limits of Coastal. */
const coastal: GuardRails = {
  glucoseSafetyLimit: glucose([67, 110], [74, 80]),
  insulinSensitivity: glucose([10, 500], [16, 399]),
  basalRates: basal,
  carbohydrateRatio: rail('GramsPerUnit', [2, 150], 0.01, [4, 28]),
  basalRateMaximum: basal,
  bolusAmountMaximum: rail('Units', [0.2, 30], 0.05, [0.2, 19.95]),
  correctionRange: glucose([87, 180], [100, 115]),
  preprandialCorrectionRange: glucose([67, 130]),
  workoutCorrectionRange: glucose([87, 250]),
};

const mostEntries = 48;
const mostBasalRates = 24;

/** Limits of the pumps of Palmtree, and of the simulator. */
const palmtree: GuardRails = {
  ...coastal,
  insulinSensitivity: { ...glucose([5, 500], [16, 399]), maxSegments: mostEntries },
  basalRates: { ...basal, maxSegments: mostBasalRates },
  carbohydrateRatio: { ...rail('GramsPerUnit', [2, 150], 0.1, [4, 28]), maxSegments: mostEntries },
  bolusAmountMaximum: rail('Units', [0.05, 30], 0.05, [0.1, 19.95]),
  correctionRange: { ...glucose([87, 180], [100, 125]), maxSegments: mostEntries },
};

const device = (id: string, displayName: string, manufacturer: string, model: string): Device => ({
  id,
  displayName,
  manufacturers: [manufacturer],
  model,
});

/** Pumps that a prescription may name. */
export const pumps: readonly Pump[] = [
  {
    ...device('c524b5b0-632e-4125-8f6a-df9532d8f6fe', 'Palmtree', 'Palmtree', 'Palmtree'),
    guardRails: palmtree,
  },
  {
    ...device('e6d9afc8-2642-4d95-a2b5-58929e44e105', 'Palmtree Pump Demo', 'Palmtree', 'Demo'),
    guardRails: palmtree,
  },
  {
    ...device('aff19260-fca9-4efc-9b81-dcd39f695979', 'Pump Simulator', 'Simulated', 'Simulator'),
    guardRails: palmtree,
  },
  {
    ...device('e4a46eda-02f9-4faf-b8f4-ef7b40d02e4f', 'Coastal', 'Coastal', 'Coastal'),
    guardRails: coastal,
  },
];

/** Continuous glucose monitors that a prescription may name. */
export const cgms: readonly Device[] = [
  device('d25c3f1b-a2e8-44e2-b3a3-fd07806fc245', 'Dexcom G6', 'Dexcom', 'G6'),
  device('80eb646f-18c0-4799-a1bf-3a0e1a5390d9', 'Dexcom G6 Demo', 'Dexcom', 'G6 Demo'),
  device('c97bd194-5e5e-44c1-9629-4cb87be1a4c9', 'Mock CGM', 'Simulated', 'Mock'),
];
