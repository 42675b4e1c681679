import { AxisBottom, AxisLeft, AxisRight } from '@visx/axis';
import { scaleLinear } from '@visx/scale';
import type { BasalRate, DayEvents } from '../day/day-records';
import { clockTime } from '../time/zones';
import { margin } from './scales';

interface InsulinPanelProps {
  events: DayEvents;
  /** The scale of time, in milliseconds. */
  x: (time: number) => number;
  width: number;
  /** Instants that are marked on the axis. */
  ticks: readonly number[];
  timeZone: string;
}

const height = 190;
/** Where carbohydrate is shown, above the insulin. */
const carbLine = 18;
const top = 48;
const bottom = height - margin.bottom;

/** Scales begin with these amounts, so that little insulin looks little: units, and units per hour. */
const least = { bolus: 6, rate: 2 };

/** Boluses as bars (left axis, U), basal rates as an area (right axis, U/h), carbohydrate as circles with grams. */
export function InsulinPanel({ events, x, width, ticks, timeZone }: InsulinPanelProps) {
  const { boluses, basals, carbs } = events;
  const bolusTop = Math.max(least.bolus, ...boluses.map(({ amount }) => amount ?? 0)) * 1.1;
  const rateTop = Math.max(least.rate, ...basals.map(({ rate }) => rate ?? 0)) * 1.1;
  const bolusScale = scaleLinear<number>({ domain: [0, bolusTop], range: [bottom, top] });
  const rateScale = scaleLinear<number>({ domain: [0, rateTop], range: [bottom, top] });
  const summary = `${boluses.length} boluses, ${basals.length} basal rates and ${carbs.length} entries of carbohydrate`;
  return (
    <svg
      width={width}
      height={height}
      role="img"
      aria-label={`Insulin: ${summary}. The table below has the amounts.`}
    >
      {basals.map((basal) => (
        <BasalBlock key={basal.from} basal={basal} x={x} y={rateScale} />
      ))}
      {boluses.map(({ id, time, amount }) =>
        amount === null ? (
          <text key={id} className="unknown-amount" x={x(time)} y={bottom - 4} textAnchor="middle">
            ?
          </text>
        ) : (
          <rect
            key={id}
            className="bolus"
            x={x(time) - 2}
            y={bolusScale(amount)}
            width={4}
            height={Math.max(1, bottom - bolusScale(amount))}
          />
        ),
      )}
      {carbs
        .filter(({ isCalculation }) => !isCalculation)
        .map(({ id, time, amount, name }) => (
          <g key={id} transform={`translate(${x(time)} ${carbLine})`}>
            <title>{name}</title>
            <circle className="carb" r={12} />
            <text className="carb-amount" textAnchor="middle" dy="0.35em">
              {amount === null ? '–' : Math.round(amount)}
            </text>
          </g>
        ))}
      <AxisLeft
        scale={bolusScale}
        left={margin.left}
        numTicks={3}
        hideTicks
        hideAxisLine
        axisClassName="axis"
      />
      <AxisRight
        scale={rateScale}
        left={width - margin.right}
        numTicks={3}
        hideTicks
        hideAxisLine
        axisClassName="axis"
      />
      <AxisBottom
        scale={scaleLinear<number>({
          domain: [ticks[0] ?? 0, ticks.at(-1) ?? 1],
          range: [x(ticks[0] ?? 0), x(ticks.at(-1) ?? 1)],
        })}
        top={bottom}
        tickValues={[...ticks]}
        tickFormat={(time) => clockTime(new Date(Number(time)), timeZone)}
        axisClassName="axis"
      />
      <text className="axis-unit" x={margin.left - 4} y={top - 8} textAnchor="end">
        U
      </text>
      <text className="axis-unit" x={width - margin.right + 4} y={top - 8}>
        U/h
      </text>
      <text className="axis-unit" x={margin.left - 4} y={carbLine + 4} textAnchor="end">
        g
      </text>
    </svg>
  );
}

function BasalBlock({
  basal,
  x,
  y,
}: {
  basal: BasalRate;
  x: (time: number) => number;
  y: (rate: number) => number;
}) {
  const { from, to, rate } = basal;
  const [left, right] = [x(from), x(to)];
  // A gap, because nothing is known, is not the same as no insulin.
  if (rate === null) return null;
  return (
    <>
      <rect
        className="basal"
        x={left}
        y={y(rate)}
        width={Math.max(0.5, right - left)}
        height={bottom - y(rate)}
      />
      <line className="basal-line" x1={left} x2={right} y1={y(rate)} y2={y(rate)} />
    </>
  );
}
