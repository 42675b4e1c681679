import { pumpIncrement, roundDose } from './basal-delivery';

/** Inputs of a closed loop's decision; glucose in mg/dL, insulin in U, rates in U/h. */
export interface LoopInput {
  glucose: number;
  /** Change of glucose, mg/dL per minute. */
  ratePerMinute: number;
  target: number;
  /** Active insulin beyond the scheduled basal insulin; may be negative. */
  insulinOnBoard: number;
  /** Announced carbohydrate that is not absorbed yet, grams. */
  carbohydrateOnBoard: number;
  scheduledRate: number;
  insulinSensitivity: number;
  carbohydrateRatio: number;
  /** Whether corrections are given as boluses, rather than as a higher basal rate. */
  automaticBolus: boolean;
  /** Current rate; it stays if the new one hardly differs. */
  presentRate: number;
}

/** Basal rate (U/h) for the next minutes, and an automatic bolus (U, 0 for none). */
export interface LoopDecision {
  rate: number;
  bolus: number;
}

/** Minutes for which the current trend is expected to continue. */
const momentumMinutes = 15;
/** Predicted glucose below which all insulin is suspended, mg/dL. */
const suspendBelow = 80;
/** Hours over which a temporary rate delivers the correction. */
const correctionHours = 0.5;
/** Maximum rate as a multiple of the scheduled one. */
const maximumRateFactor = 4;
/** Fraction of the correction in one automatic bolus, and its minimum. */
const bolusShare = 0.4;
const leastBolus = 0.1;
/** Minimum difference from the current rate for a new command, as a fraction of the scheduled rate. */
const leastChange = 0.25;

/**
 * The decision of a predictive closed loop: predicts glucose from trend, active insulin and announced carbohydrate, and
 * corrects the difference from the target.
 */
export function decideDelivery(input: LoopInput): LoopDecision {
  const { glucose, insulinSensitivity, scheduledRate, target } = input;
  const momentum = Math.max(-3, Math.min(3, input.ratePerMinute)) * momentumMinutes;
  const rise = (input.carbohydrateOnBoard * insulinSensitivity) / input.carbohydrateRatio;
  const predicted = glucose + momentum + rise - input.insulinOnBoard * insulinSensitivity;
  if (glucose + momentum < suspendBelow || predicted < suspendBelow) return { rate: 0, bolus: 0 };

  const correction = (predicted - target) / insulinSensitivity;
  if (input.automaticBolus && correction > 0) {
    const bolus = roundDose(correction * bolusShare, pumpIncrement);
    return { rate: scheduledRate, bolus: bolus >= leastBolus && glucose > target ? bolus : 0 };
  }
  const wanted = scheduledRate + correction / correctionHours;
  const rate = Math.max(0, Math.min(maximumRateFactor * scheduledRate, wanted));
  const isSmallChange = Math.abs(rate - input.presentRate) < leastChange * scheduledRate;
  return { rate: isSmallChange ? input.presentRate : roundDose(rate, pumpIncrement), bolus: 0 };
}
