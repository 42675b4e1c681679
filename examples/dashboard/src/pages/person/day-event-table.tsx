import { glucoseText, grams, insulin, insulinRate } from '../../figures';
import { clockTime } from '../../time/zones';
import { Empty } from '../../ui/states';
import { useUnits } from '../../ui/units';
import { beyondSensorText, sum, type BolusDose, type DayEvents } from '../../day/day-records';
import type { Note } from '../../day/notes-of-day';

interface DayEventTableProps {
  events: DayEvents;
  notes: readonly Note[];
  timeZone: string;
}

interface Line {
  id: string;
  time: number;
  what: string;
  amount: string;
  detail: string;
}

const minuteMs = 60_000;

const bolusDetail = ({ extended, duration }: BolusDose): string => {
  if (extended === null) return '';
  const over = duration === null ? '' : ` over ${Math.round(duration / minuteMs)} min`;
  return `${insulin(extended)} of it slowly${over}`;
};

/** Everything that people did on a day, in the order of time; the same as in the chart, in words. */
export function DayEventTable({ events, notes, timeZone }: DayEventTableProps) {
  const units = useUnits();
  const lines: Line[] = [
    ...events.boluses
      .filter(({ isAutomated }) => !isAutomated)
      .map((bolus) => ({
        id: bolus.id,
        time: bolus.time,
        what: bolus.kind,
        amount: insulin(bolus.amount),
        detail: bolusDetail(bolus),
      })),
    ...events.carbs.map(({ id, time, amount, name, isCalculation }) => ({
      id,
      time,
      what: isCalculation ? 'Carbohydrate entered' : 'Food',
      amount: grams(amount),
      detail: name,
    })),
    ...events.readings
      .filter(({ isFingerstick }) => isFingerstick)
      .map(({ id, time, mmolL, beyond }) => {
        const amount = glucoseText(mmolL, units);
        return {
          id,
          time,
          what: 'Fingerstick',
          amount: beyond ? beyondSensorText(beyond, amount) : amount,
          detail: '',
        };
      }),
    ...events.others.map(({ id, time, text }) => ({ id, time, what: 'Entry', amount: '', detail: text })),
    ...notes.map(({ id, time, text, authorName }) => ({
      id,
      time: new Date(time).getTime(),
      what: 'Note',
      amount: '',
      detail: authorName ? `${authorName}: ${text}` : text,
    })),
  ].sort((one, other) => one.time - other.time);
  return (
    <>
      {lines.length === 0 ? (
        <Empty>Nothing was entered or delivered.</Empty>
      ) : (
        <table className="events">
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">What</th>
              <th scope="col" className="number">
                Amount
              </th>
              <th scope="col">Details</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ id, time, what, amount, detail }) => (
              <tr key={`${what} ${id}`}>
                <td>{clockTime(new Date(time), timeZone)}</td>
                <th scope="row">{what}</th>
                <td className="number">{amount}</td>
                <td className="detail">{detail}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <AutomatedBoluses
        boluses={events.boluses.filter(({ isAutomated }) => isAutomated)}
        timeZone={timeZone}
      />
      {events.basals.length > 0 && <BasalTable events={events} timeZone={timeZone} />}
    </>
  );
}

/** Boluses of a closed loop are many and small, and nobody decided on them. */
function AutomatedBoluses({ boluses, timeZone }: { boluses: readonly BolusDose[]; timeZone: string }) {
  if (boluses.length === 0) return null;
  return (
    <details>
      <summary>
        Automated boluses ({boluses.length}, {insulin(sum(boluses.map(({ amount }) => amount)))})
      </summary>
      <table className="events">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col" className="number">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {boluses.map(({ id, time, amount }) => (
            <tr key={id}>
              <td>{clockTime(new Date(time), timeZone)}</td>
              <td className="number">{insulin(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function BasalTable({ events, timeZone }: Omit<DayEventTableProps, 'notes'>) {
  return (
    <details>
      <summary>Basal rates ({events.basals.length})</summary>
      <table className="events">
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col" className="number">
              Rate
            </th>
            <th scope="col">Delivery</th>
          </tr>
        </thead>
        <tbody>
          {events.basals.map(({ from, to, rate, kind }) => (
            <tr key={from}>
              <td>{clockTime(new Date(from), timeZone)}</td>
              <td>{clockTime(new Date(to), timeZone)}</td>
              <td className="number">{insulinRate(rate)}</td>
              <td>{kind}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
