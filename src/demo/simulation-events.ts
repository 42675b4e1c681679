import type { BasalSegment } from './basal-delivery';
import type { PlannedMeal } from './day-plan';
import type { SensorReading } from './sensor';

/** A bolus: `normal` at once, `extended` over `duration` ms, or both; units of insulin. */
export interface SimulatedBolus {
  /** Given by a closed loop. */
  automated: boolean;
  normal?: number;
  /** What was programmed, when the delivery was stopped early. */
  expectedNormal?: number;
  extended?: number;
  duration?: number;
}

/** Food as written down: grams of carbohydrate, minutes of absorption. */
export type SimulatedFood = Pick<PlannedMeal, 'name' | 'occasion' | 'counted' | 'absorptionMinutes'>;

/** Something that a device records at an instant, milliseconds since 1970; glucose in mg/dL. */
export type SimulationEvent = { time: number } & (
  | ({ kind: 'reading' } & SensorReading)
  | { kind: 'fingerstick'; value: number }
  | ({ kind: 'bolus' } & SimulatedBolus)
  | ({ kind: 'basal' } & BasalSegment)
  | ({ kind: 'food' } & SimulatedFood)
);
