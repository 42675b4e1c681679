import type { SummaryFieldsFragment } from '../../generated/operations';

const lengths = { DAYS_1: '1d', DAYS_7: '7d', DAYS_14: '14d', DAYS_30: '30d' } as const;

/** Removes additions of the graph, and absent values. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => name !== '__typename' && member !== null)
      .map(([name, member]) => [name, plain(member)]),
  );
}

/** Clients expect every number, and 0 where there is no management indicator. */
const withIndicator = <Figures extends object>(figures: Figures): Figures =>
  'glucoseManagementIndicator' in figures
    ? { ...figures, glucoseManagementIndicator: figures.glucoseManagementIndicator ?? 0 }
    : figures;

/** Clients expect a number here, too: to them the figures of a preceding period without readings are 0. */
function fromZero(delta: object, figures: object): object {
  const current = figures as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(delta).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'object' && value !== null
        ? fromZero(value, current[name] as object)
        : (value ?? current[name]),
    ]),
  );
}

/** A summary in the form of clients: periods by name. */
export function summaryOnWire(summary: SummaryFieldsFragment): unknown {
  const { id, type, userId, config, dates } = summary;
  const periods = 'glucosePeriods' in summary ? summary.glucosePeriods : summary.continuousPeriods;
  const byName = periods.map(({ length, ...period }) => {
    const figures =
      'delta' in period ? { ...period, delta: withIndicator(fromZero(period.delta, period)) } : period;
    return [lengths[length], withIndicator(figures)] as const;
  });
  return plain({ id, type: type.toLowerCase(), userId, config, dates, periods: Object.fromEntries(byName) });
}
