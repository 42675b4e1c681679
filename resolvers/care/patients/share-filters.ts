import { badInput } from '../../../src/platform/errors';
import { SummaryFigureName, type PatientFilterInput } from './patient-list.types';

/** Whether a figure is a share, or the difference of two. */
const isShare = (figure: string): boolean => /Percent(Delta)?$/.test(figure);

const nameOf = (figure: string): string =>
  Object.entries(SummaryFigureName).find(([, value]) => value === figure)?.[0] ?? figure;

/**
 * Refuses filters that compare a share with a percentage: every patient, or none, would match. REST callers keep the
 * filters of the public API, which accept any number.
 */
export function refusePercentages({ figures = [] }: PatientFilterInput = {}): void {
  for (const { field, value } of figures) {
    if (!isShare(field)) continue;
    const lowest = field.endsWith('Delta') ? -1 : 0;
    if (value >= lowest && value <= 1) continue;
    throw badInput(
      `${nameOf(field)} is a share between ${lowest} and 1, not a percentage: write 0.7 for 70 %. The value was ${value}.`,
    );
  }
}
