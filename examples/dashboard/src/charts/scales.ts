import { scaleLinear } from '@visx/scale';
import type { GlucoseUnits } from '@glycograph/client/operations';
import { toUnits } from '../figures';

/** Space around the area of a chart, in pixels. */
export const margin = { top: 16, right: 44, bottom: 28, left: 44 } as const;

/** Glucose that charts always show, in mmol/L: 300 mg/dL. */
const leastTop = 16.7;

const tickValues: Record<GlucoseUnits, readonly number[]> = {
  MG_DL: [70, 180, 250, 300, 350, 400],
  MMOL_L: [3.9, 10.0, 13.9, 16.7, 19.4, 22.2],
};

/** The scale of glucose from 0 to the highest value, in a unit. */
export function glucoseScale(highestMmolL: number, units: GlucoseUnits, height: number) {
  const top = toUnits(Math.max(leastTop, highestMmolL * 1.05), units);
  const scale = scaleLinear<number>({ domain: [0, top], range: [height - margin.bottom, margin.top] });
  return { scale, ticks: tickValues[units].filter((tick) => tick <= top) };
}
