import { ApiError, badInput, conflict, type Finding } from '../errors';
import type { Finding as BatchFinding } from './record-types/finding';

/** Findings of the validator as callers get them; what is about the body as a whole has no source. */
export const toFindings = (findings: readonly BatchFinding[]): Finding[] =>
  findings.map(({ pointer, ...finding }) => ({
    ...finding,
    ...(pointer && { source: { pointer } }),
  }));

/** The refusal of a body that the validator found wrong. */
export function invalidBody(findings: readonly BatchFinding[]): ApiError {
  const [first] = findings;
  const where = first?.pointer ? ` at ${first.pointer}` : '';
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : '';
  return badInput(`The data are not valid${where}: ${first?.detail ?? ''}${more}`, toFindings(findings));
}

/** The refusal of a single field. */
export function invalidField(code: string, title: string, detail: string, pointer: string): ApiError {
  return badInput(`The data are not valid at ${pointer}: ${detail}`, [
    { code, title, detail, source: { pointer } },
  ]);
}

/** The data set takes no more records and cannot be closed again. */
export function closedDataSet(): ApiError {
  const detail = 'The data set is closed.';
  return conflict(detail, [{ code: 'data-set-closed', title: 'data set is closed', detail }]);
}

/** There is no such data set, or it was deleted. */
export function unknownDataSet(): ApiError {
  const detail = 'There is no data set with this id.';
  return new ApiError('NOT_FOUND', detail, {
    findings: [{ code: 'data-set-id-not-found', title: 'data set does not exist', detail }],
  });
}
