import { pumpIncrement, roundDose } from './basal-delivery';

/** What a closed loop knows when it decides; glucose in mg/dL, insulin in U, rates in U/h. */
export interface LoopInput {
  glucose: number;
  /** Change of glucose, mg/dL a minute. */
  ratePerMinute: number;
  target: number;
  /** Insulin that has not acted yet, beyond the scheduled basal insulin; may be negative. */
  insulinOnBoard: number;
  /** Announced carbohydrate that has not been absorbed yet, grams. */
  carbohydrateOnBoard: number;
  scheduledRate: number;
  insulinSensitivity: number;
  carbohydrateRatio: number;
  /** Whether corrections are given as boluses; otherwise as a higher basal rate. */
  automaticBolus: boolean;
  /** Rate that runs now, kept when the wanted one hardly differs. */
  presentRate: number;
}

/** Basal rate (U/h) for the next minutes and an automatic bolus (U, 0 for none). */
export interface LoopDecision {
  rate: number;
  bolus: number;
}

/** Minutes for which the present change of glucose is expected to go on. */
const momentumMinutes = 15;
/** Predicted glucose below which no insulin is given at all, mg/dL. */
const suspendBelow = 80;
/** Hours within which a temporary rate shall make up for the correction. */
const correctionHours = 0.5;
/** Highest rate as a multiple of the scheduled one. */
const maximumRateFactor = 4;
/** Share of the correction that an automatic bolus gives at once, and the least that is worth one. */
const bolusShare = 0.4;
const leastBolus = 0.1;
/** Difference to the present rate, as a share of the scheduled one, that is worth a new command. */
const leastChange = 0.25;

/**
 * Decision of a predictive closed loop: glucose is expected to end where momentum, active insulin and
 * announced carbohydrate lead it; the difference to the target is corrected.
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
