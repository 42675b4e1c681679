import { badInput, type ApiError, type Finding } from '../errors';
import type { Finding as BatchFinding } from './finding';

/** Findings of the validator as returned to callers; findings about the body as a whole have no source. */
const toFindings = (findings: readonly BatchFinding[]): Finding[] =>
  findings.map(({ pointer, ...finding }) => ({
    ...finding,
    ...(pointer && { source: { pointer } }),
  }));

/**
 * The refusal of an invalid body.
 *
 * @param count the number of all findings, which may be more than are listed
 */
export function invalidBody(findings: readonly BatchFinding[], count = findings.length): ApiError {
  const [first] = findings;
  const where = first?.pointer ? ` at ${first.pointer}` : '';
  const more = count > 1 ? ` (and ${count - 1} more)` : '';
  return badInput(`The data is invalid${where}: ${first?.detail ?? ''}${more}`, toFindings(findings));
}

/** The refusal of a single field. */
export function invalidField(code: string, title: string, detail: string, pointer: string): ApiError {
  return badInput(`The data is invalid at ${pointer}: ${detail}`, [
    { code, title, detail, source: { pointer } },
  ]);
}
