import { unitLabels } from '@glycograph/client/units';
import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { useState, type PointerEvent } from 'react';
import { glucoseText, toUnits } from '../figures';
import { rangeOfReading, standardTarget } from '../glucose-ranges';
import { beyondSensorText, type DayEvents, type Reading } from '../day/day-records';
import type { Note } from '../day/notes-of-day';
import { clockTime } from '../time/zones';
import { useUnits } from '../ui/units';
import { InsulinPanel } from './insulin-panel';
import { glucoseScale, margin } from './scales';
import { useWidth } from './use-width';

interface DayChartProps {
  events: DayEvents;
  notes: readonly Note[];
  from: Date;
  to: Date;
  timeZone: string;
}

const height = 300;
const hourMs = 3_600_000;
/** A longer pause between readings is shown as a gap. */
const longestGap = 20 * 60_000;

/** Readings in pieces without gaps, so that no line is drawn where nothing was measured. */
function pieces(readings: readonly Reading[]): Reading[][] {
  const all: Reading[][] = [];
  for (const reading of readings) {
    const last = all.at(-1)?.at(-1);
    if (last && reading.time - last.time <= longestGap) all.at(-1)?.push(reading);
    else all.push([reading]);
  }
  return all;
}

/** A day: sensor glucose above, insulin and carbohydrate below, with notes where they belong. */
export function DayChart({ events, notes, from, to, timeZone }: DayChartProps) {
  const units = useUnits();
  const [ref, width] = useWidth();
  const [pointed, setPointed] = useState<Reading | null>(null);
  const x = scaleLinear<number>({
    domain: [from.getTime(), to.getTime()],
    range: [margin.left, width - margin.right],
  });
  const ticks = dayTicks(from, to, width < 500 ? 6 : 3);
  const { readings } = events;
  const { scale: y, ticks: glucoseTicks } = glucoseScale(
    Math.max(0, ...readings.map(({ mmolL }) => mmolL)),
    units,
    height,
  );
  const atTime = ({ time }: { time: number }) => x(time);
  const atGlucose = ({ mmolL }: Reading) => y(toUnits(mmolL, units));
  const sensor = readings.filter(({ isFingerstick }) => !isFingerstick);
  const fingersticks = readings.filter(({ isFingerstick }) => isFingerstick);
  const end = width - margin.right;
  const [low, high] = [y(toUnits(standardTarget.low, units)), y(toUnits(standardTarget.high, units))];
  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) =>
    setPointed(nearest(readings, x.invert(clientX - currentTarget.getBoundingClientRect().left)));
  return (
    <figure className="chart">
      <div ref={ref} className="chart-area">
        {width > 0 && (
          <>
            <svg
              width={width}
              height={height}
              role="img"
              aria-label={`Glucose from ${readings.length} readings. The table below has the events of the day.`}
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
              {[low, high].map((limit) => (
                <line key={limit} className="target-limit" x1={margin.left} x2={end} y1={limit} y2={limit} />
              ))}
              {pieces(sensor).map((piece) => (
                <LinePath key={piece[0]?.id} data={piece} x={atTime} y={atGlucose} className="trace" />
              ))}
              {sensor.map((reading) => (
                <circle
                  key={reading.id}
                  className={`reading ${rangeOfReading(reading.mmolL)}`}
                  cx={atTime(reading)}
                  cy={atGlucose(reading)}
                  r={2.2}
                />
              ))}
              {fingersticks.map((reading) => (
                <rect
                  key={reading.id}
                  className={`fingerstick ${rangeOfReading(reading.mmolL)}`}
                  x={atTime(reading) - 4}
                  y={atGlucose(reading) - 4}
                  width={8}
                  height={8}
                  transform={`rotate(45 ${atTime(reading)} ${atGlucose(reading)})`}
                />
              ))}
              {notes.map((note, index) => (
                <g
                  key={note.id}
                  transform={`translate(${x(new Date(note.time).getTime())} ${margin.top + 10})`}
                >
                  <title>{note.text}</title>
                  <circle className="note-mark" r={9} />
                  <text className="note-number" textAnchor="middle" dy="0.35em">
                    {index + 1}
                  </text>
                </g>
              ))}
              <AxisLeft
                scale={y}
                left={margin.left}
                tickValues={[...glucoseTicks]}
                tickFormat={(value) => Number(value).toFixed(units === 'MG_DL' ? 0 : 1)}
                hideTicks
                hideAxisLine
                axisClassName="axis"
              />
              <AxisBottom
                scale={x}
                top={height - margin.bottom}
                tickValues={ticks}
                tickFormat={(time) => clockTime(new Date(Number(time)), timeZone)}
                axisClassName="axis"
              />
              <text className="axis-unit" x={margin.left} y={margin.top - 4}>
                {unitLabels[units]}
              </text>
              {pointed && (
                <line
                  className="pointer"
                  x1={atTime(pointed)}
                  x2={atTime(pointed)}
                  y1={margin.top}
                  y2={height - margin.bottom}
                />
              )}
            </svg>
            <InsulinPanel events={events} x={x} width={width} ticks={ticks} timeZone={timeZone} />
          </>
        )}
      </div>
      <figcaption>
        <p className="readout" aria-hidden="true">
          {pointed ? (
            <PointedReading reading={pointed} timeZone={timeZone} />
          ) : (
            <Legend hasNotes={notes.length > 0} />
          )}
        </p>
      </figcaption>
    </figure>
  );
}

/** Full hours of the day, some hours apart, also where clocks change. */
function dayTicks(from: Date, to: Date, hours: number): number[] {
  const count = Math.floor((to.getTime() - from.getTime()) / (hours * hourMs));
  return Array.from({ length: count + 1 }, (_, index) => from.getTime() + index * hours * hourMs);
}

/** The reading next to an instant, within half an hour of it. */
function nearest(readings: readonly Reading[], time: number): Reading | null {
  let best: Reading | null = null;
  for (const reading of readings) {
    const distance = Math.abs(reading.time - time);
    if (distance < hourMs / 2 && (!best || distance < Math.abs(best.time - time))) best = reading;
  }
  return best;
}

function PointedReading({ reading, timeZone }: { reading: Reading; timeZone: string }) {
  const units = useUnits();
  const amount = glucoseText(reading.mmolL, units);
  return (
    <>
      <strong>{clockTime(new Date(reading.time), timeZone)}</strong>{' '}
      {reading.beyond ? beyondSensorText(reading.beyond, amount) : amount}
      {reading.isFingerstick ? ', fingerstick' : ''}
    </>
  );
}

const Legend = ({ hasNotes }: { hasNotes: boolean }) => (
  <>
    <span className="key reading-key" /> Sensor <span className="key fingerstick-key" /> Fingerstick{' '}
    <span className="key bolus-key" /> Bolus <span className="key basal-key" /> Basal rate{' '}
    <span className="key carb-key" /> Carbohydrate{' '}
    {hasNotes && (
      <>
        <span className="key note-key" /> Note
      </>
    )}
  </>
);
