import type { BasalSegment } from './basal-delivery';
import type { PlannedMeal } from './day-plan';
import type { SensorReading } from './sensor';

/** A bolus: `normal` at once, `extended` over `duration` ms, or both; units of insulin. */
export interface SimulatedBolus {
  /** Whether a closed loop gave it. */
  automated: boolean;
  normal?: number;
  /** The programmed amounts, if the delivery was stopped early. */
  expectedNormal?: number;
  extended?: number;
  duration?: number;
}

/** Logged food: grams of carbohydrate, minutes of absorption. */
export type SimulatedFood = Pick<PlannedMeal, 'name' | 'occasion' | 'counted' | 'absorptionMinutes'>;

/** A device event at an instant, milliseconds since the epoch; glucose in mg/dL. */
export type SimulationEvent = { time: number } & (
  | ({ kind: 'reading' } & SensorReading)
  | { kind: 'fingerstick'; value: number }
  | ({ kind: 'bolus' } & SimulatedBolus)
  | ({ kind: 'basal' } & BasalSegment)
  | ({ kind: 'food' } & SimulatedFood)
);
