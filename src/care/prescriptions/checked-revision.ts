import { badInput, type Finding } from '../../platform/errors';
import type { PrescriptionAttributes } from './attributes';
import { attributeFindings } from './check-attributes';
import { guardRailFindings } from './check-guard-rails';
import type { Check } from '../../platform/rules/check';
import { findingAt, required } from '../../platform/rules/finding';
import { integrityHash, keptAttributes } from './integrity';

/** A revision as somebody of a clinic writes it. */
export interface NewRevision {
  attributes: PrescriptionAttributes;
  /** What the client has sealed the attributes with. */
  revisionHash?: string;
  /** Who writes it, when the client says so. */
  createdUserId?: string;
}

/** A revision that may be kept. */
export interface CheckedRevision {
  attributes: PrescriptionAttributes & { state: string };
  hash: string;
}

/** Nobody reads more of them. */
const mostFindings = 500;

function refuse(findings: readonly Finding[]): void {
  if (findings.length > 0) throw badInput('The prescription is invalid.', findings.slice(0, mostFindings));
}

const equals =
  (expected: string, detail: string): Check<string> =>
  (value) =>
    value === expected ? undefined : ['value-not-valid', detail];

/**
 * The revision, if it may be kept: its attributes are valid and sealed with the right hash, and the devices that it
 * names take its settings. Throws with everything that is wrong when not.
 *
 * @param authorId who writes it
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
