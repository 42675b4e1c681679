import { badInput, type Finding } from '../../platform/errors';
import type { PrescriptionAttributes } from './attributes';
import { attributeFindings } from './check-attributes';
import { guardRailFindings } from './check-guard-rails';
import type { Check } from '../../platform/rules/check';
import { findingAt, required } from '../../platform/rules/finding';
import { integrityHash, keptAttributes } from './integrity';

/** A revision as received from a member of the clinic. */
export interface NewRevision {
  attributes: PrescriptionAttributes;
  /** The client's hash of the attributes. */
  revisionHash?: string;
  /** The author, if the client names one. */
  createdUserId?: string;
}

/** A valid revision, ready to be stored. */
export interface CheckedRevision {
  attributes: PrescriptionAttributes & { state: string };
  hash: string;
}

/** Maximum number of findings in a response. */
const mostFindings = 500;

function refuse(findings: readonly Finding[]): void {
  if (findings.length > 0) throw badInput('The prescription is invalid.', findings.slice(0, mostFindings));
}

const equals =
  (expected: string, detail: string): Check<string> =>
  (value) =>
    value === expected ? undefined : ['value-not-valid', detail];

/**
 * Validates a revision: its attributes must be valid, its hash correct, and its settings supported by its devices.
 * Throws with every finding otherwise.
 *
 * @param authorId the author
 * @param time milliseconds since the epoch
 */
export function checkedRevision(given: NewRevision, authorId: string, time: number): CheckedRevision {
  const attributes = keptAttributes(given.attributes);
  const hash = integrityHash(attributes);
  const { createdUserId } = given;
  const { state, initialSettings } = attributes;
  refuse([
    ...attributeFindings(attributes, time),
    ...(createdUserId === undefined || createdUserId === authorId
      ? []
      : [findingAt('/createdUserId', ['value-not-valid', "Only the caller's own id is accepted here."])]),
    ...required(
      '/revisionHash',
      given.revisionHash,
      equals(hash, 'It does not match the hash of the attributes.'),
    ),
  ]);
  if (initialSettings) refuse(guardRailFindings('/attributes/initialSettings', initialSettings));
  return { attributes: { ...attributes, state: state ?? '' }, hash };
}
