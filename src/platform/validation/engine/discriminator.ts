import { type FindingReport, quoted } from '../finding';

/** A set of the values, or a map from them. */
type AcceptedValues = Pick<ReadonlyMap<string, unknown>, 'has' | 'keys'>;

/**
 * Reads the member that decides what an object is. It is part of the object's shape, so a missing or unknown
 * value is a finding of the first stage.
 */
export function readDiscriminator(
  raw: Readonly<Record<string, unknown>>,
  name: string,
  accepted: AcceptedValues,
  report: FindingReport,
): string | undefined {
  const value = raw[name];
  if (value === undefined || value === null) {
    report.addMissing(name);
  } else if (typeof value !== 'string') {
    report.add('type-not-string', `Expected a string, found ${quoted(value)}.`, name);
  } else if (!accepted.has(value)) {
    const detail = `${quoted(value)} is not one of ${JSON.stringify([...accepted.keys()])}.`;
    report.add('value-not-allowed', detail, name);
  } else {
    return value;
  }
  return undefined;
}
