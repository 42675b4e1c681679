import { badInput, type Finding } from '../../platform/errors';
import { optional } from '../../platform/rules/finding';
import { line } from '../../platform/rules/texts';
import { ageGroups, grantorTypes, type AgeGroup, type GrantorType } from './consent-record.entity';
import { dataDonation, organizationNames } from './consent-texts';

/** A consent to grant. */
export interface NewConsent {
  type: string;
  version: number;
  ageGroup: string;
  ownerName: string;
  parentGuardianName?: string;
  grantorType: string;
  organizations: string[];
}

/** A consent with valid enumeration values. */
export type CheckedConsent = Omit<NewConsent, 'ageGroup' | 'grantorType'> & {
  ageGroup: AgeGroup;
  grantorType: GrantorType;
};

const longestName = 256;
const longestType = 64;

const finding = (code: string, title: string, field: string, detail: string): Finding[] => [
  { code, title, detail, source: { pointer: `/input/${field}` } },
];

function lengthProblem(field: string, value: string, longest: number): Finding[] {
  // Code points, which is what people perceive as characters, as everywhere.
  const { length } = [...value];
  if (length > 0 && value.trim() === '') {
    const detail = 'It consists only of spaces.';
    return finding('value-empty', 'value is empty', field, detail);
  }
  if (length >= 1 && length <= longest) return [];
  const detail = `It has ${length} characters; 1 to ${longest} are allowed.`;
  return finding('length-out-of-range', 'length is out of range', field, detail);
}

function nameProblem(field: string, value: string): Finding[] {
  const problem = lengthProblem(field, value, longestName);
  return problem.length > 0 ? problem : optional(`/${field}`, value, line({ longest: longestName }));
}

function choiceProblem(field: string, value: string, choices: readonly string[]): Finding[] {
  if (choices.includes(value)) return [];
  const detail = `"${value}" is not one of ${choices.join(', ')}.`;
  return finding('value-string-not-one-of', 'value is not one of the allowed values', field, detail);
}

/** Adults sign for themselves; for all others a parent or guardian signs. */
function signatureProblems({ ageGroup, grantorType, parentGuardianName }: NewConsent): Finding[] {
  const isOfAge = ageGroup === '>=18';
  const grantor = isOfAge ? 'owner' : 'parent/guardian';
  const problems: Finding[] = [];
  if (grantorType !== grantor) {
    const detail = `For the age group ${ageGroup} it must be ${grantor}.`;
    problems.push(...finding('value-not-allowed', 'value is not allowed', 'grantorType', detail));
  }
  if (isOfAge && parentGuardianName !== undefined) {
    const detail = 'Adults sign without a parent or guardian.';
    problems.push(...finding('value-exists', 'value exists', 'parentGuardianName', detail));
  }
  if (!isOfAge && parentGuardianName === undefined) {
    const detail = 'A parent or guardian has to sign.';
    problems.push(...finding('value-not-exists', 'value does not exist', 'parentGuardianName', detail));
  }
  return problems;
}

const refuse = (findings: Finding[]): void => {
  if (findings.length > 0) throw badInput('The consent is invalid.', findings);
};

/** All problems of the organizations for this consent type. */
function organizationProblems(type: string, organizations: readonly string[]): Finding[] {
  const field = 'organizations';
  if (type !== dataDonation && organizations.length > 0) {
    const detail = `A consent of the type ${type} cannot name organizations.`;
    return finding('value-not-allowed', 'value is not allowed', field, detail);
  }
  if (new Set(organizations).size < organizations.length) {
    return finding('value-duplicate', 'value is a duplicate', field, 'An organization is listed twice.');
  }
  return organizations.flatMap((name) => choiceProblem(field, name, organizationNames));
}

/** Throws when organizations are invalid for this consent type. */
export const assertOrganizations = (type: string, organizations: readonly string[]): void =>
  refuse(organizationProblems(type, organizations));

/** Validates a consent to grant. Throws every finding. */
export function checkedConsent(consent: NewConsent): CheckedConsent {
  const { type, version, ageGroup, ownerName, parentGuardianName, grantorType, organizations } = consent;
  const choices = [
    ...choiceProblem('ageGroup', ageGroup, ageGroups),
    ...choiceProblem('grantorType', grantorType, grantorTypes),
  ];
  refuse([
    ...lengthProblem('type', type, longestType),
    ...(version >= 1
      ? []
      : finding('value-out-of-range', 'value is out of range', 'version', 'Versions start at 1.')),
    ...nameProblem('ownerName', ownerName),
    ...(parentGuardianName === undefined ? [] : nameProblem('parentGuardianName', parentGuardianName)),
    ...(choices.length > 0 ? choices : signatureProblems(consent)),
    ...organizationProblems(type, organizations),
  ]);
  return consent as CheckedConsent;
}
