import { unitLabels } from '@glycograph/client/units';
import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleLinear } from '@visx/scale';
import { Area, LinePath } from '@visx/shape';
import { useState, type PointerEvent } from 'react';
import { glucoseNumber, glucoseText, toUnits } from '../figures';
import { targetText, type TargetRange } from '../glucose-ranges';
import { unknown } from '../time/zones';
import { useUnits } from '../ui/units';
import { glucoseScale, margin } from './scales';
import { useWidth } from './use-width';

interface Bin {
  minuteOfDay: number;
  records: number;
  /** The 5th, 25th, 50th, 75th and 95th percentile in mmol/L; absent without readings. */
  percentiles?: readonly number[] | null;
}

interface AgpChartProps {
  bins: Bin[];
  target: TargetRange;
}

const height = 340;
const dayMinutes = 24 * 60;
const binMinutes = 15;
const median = 2;

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

const isKnown = ({ percentiles }: Bin): boolean => percentiles?.length === 5;

/** The ambulatory glucose profile: median, 25–75 % and 5–95 % of the readings by time of day, and the target. */
export function AgpChart({ bins, target }: AgpChartProps) {
  const units = useUnits();
  const [ref, width] = useWidth();
  const [pointed, setPointed] = useState<Bin | null>(null);
  const highest = Math.max(...bins.map(({ percentiles }) => percentiles?.[4] ?? 0));
  const { scale: y, ticks } = glucoseScale(highest, units, height);
  const x = scaleLinear<number>({ domain: [0, dayMinutes], range: [margin.left, width - margin.right] });
  const at = (index: number) => (bin: Bin) => y(toUnits(bin.percentiles?.[index] ?? 0, units));
  const middle = ({ minuteOfDay }: Bin) => x(minuteOfDay + binMinutes / 2);
  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const minute = x.invert(clientX - currentTarget.getBoundingClientRect().left);
    setPointed(bins[Math.floor(minute / binMinutes)] ?? null);
  };
  const [low, high] = [y(toUnits(target.low, units)), y(toUnits(target.high, units))];
  const end = width - margin.right;
  return (
    <figure className="chart">
      <div ref={ref} className="chart-area" style={{ height }}>
        {width > 0 && (
          <svg
            width={width}
            height={height}
            role="img"
            aria-label={`Glucose by time of day; target ${targetText(target, units)}. The table below has the figures.`}
            onPointerMove={point}
            onPointerLeave={() => setPointed(null)}
          >
            <rect
              className="target-band"
              x={margin.left}
              y={high}
              width={end - margin.left}
              height={low - high}
            />
            <Area data={bins} x={middle} y0={at(0)} y1={at(4)} defined={isKnown} className="band outer" />
            <Area data={bins} x={middle} y0={at(1)} y1={at(3)} defined={isKnown} className="band inner" />
            {[low, high].map((limit) => (
              <line key={limit} className="target-limit" x1={margin.left} x2={end} y1={limit} y2={limit} />
            ))}
            <LinePath data={bins} x={middle} y={at(median)} defined={isKnown} className="median" />
            <AxisLeft
              scale={y}
              left={margin.left}
              tickValues={[...ticks]}
              tickFormat={(value) => Number(value).toFixed(units === 'MG_DL' ? 0 : 1)}
              hideTicks
              hideAxisLine
              axisClassName="axis"
            />
            <AxisBottom
              scale={x}
              top={height - margin.bottom}
              tickValues={[0, 6, 12, 18, 24].map((hour) => hour * 60)}
              tickFormat={(minute) => clock(Number(minute))}
              axisClassName="axis"
            />
            <text className="axis-unit" x={margin.left} y={margin.top - 4}>
              {unitLabels[units]}
            </text>
            <BandLabels bin={bins.findLast(isKnown)} at={at} x={end + 4} />
            {pointed && (
              <line
                className="pointer"
                x1={middle(pointed)}
                x2={middle(pointed)}
                y1={margin.top}
                y2={height - margin.bottom}
              />
            )}
          </svg>
        )}
      </div>
      <figcaption>
        <p className="readout" aria-hidden="true">
          {pointed ? <PointedBin bin={pointed} /> : <Legend target={target} />}
        </p>
        <ProfileTable bins={bins} />
      </figcaption>
    </figure>
  );
}

const bandNames = ['5%', '25%', '50%', '75%', '95%'];

/** Names the percentiles at the right end; those that would cover others are left out. */
function BandLabels({
  bin,
  at,
  x,
}: {
  bin: Bin | undefined;
  at: (index: number) => (bin: Bin) => number;
  x: number;
}) {
  if (!bin) return null;
  let lowest = Number.POSITIVE_INFINITY;
  return bandNames.map((name, index) => {
    const y = at(index)(bin);
    if (lowest - y < 12) return null;
    lowest = y;
    return (
      <text key={name} className="band-label" x={x} y={y + 4}>
        {name}
      </text>
    );
  });
}

function PointedBin({ bin }: { bin: Bin }) {
  const units = useUnits();
  const [p5, p25, p50, p75, p95] = bin.percentiles ?? [];
  const span = (from: number | undefined, to: number | undefined) =>
    from === undefined ? unknown : `${glucoseNumber(from, units)}–${glucoseText(to, units)}`;
  return (
    <>
      <strong>
        {clock(bin.minuteOfDay)}–{clock(bin.minuteOfDay + binMinutes)}
      </strong>{' '}
      median {glucoseText(p50, units)} · half of the readings {span(p25, p75)} · nine of ten {span(p5, p95)}
    </>
  );
}

function Legend({ target }: { target: TargetRange }) {
  const units = useUnits();
  return (
    <>
      <span className="key median-key" /> Median <span className="key inner-key" /> 25–75%{' '}
      <span className="key outer-key" /> 5–95% <span className="key target-key" /> Target{' '}
      {targetText(target, units)}
    </>
  );
}

/** The same in words, for each hour. */
function ProfileTable({ bins }: { bins: readonly Bin[] }) {
  const units = useUnits();
  const hourly = bins.filter(({ minuteOfDay }) => minuteOfDay % 60 === 0);
  return (
    <details>
      <summary>Show as a table</summary>
      <div className="table-frame" tabIndex={0} role="region" aria-label="Glucose profile as a table">
        <table>
          <caption>
            Percentiles of glucose in the quarter of an hour that begins at each hour, {unitLabels[units]}
          </caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              {bandNames.map((name) => (
                <th key={name} scope="col" className="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {hourly.map(({ minuteOfDay, percentiles }) => (
              <tr key={minuteOfDay}>
                <th scope="row">{clock(minuteOfDay)}</th>
                {bandNames.map((name, index) => (
                  <td key={name} className="number">
                    {glucoseNumber(percentiles?.[index], units)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
