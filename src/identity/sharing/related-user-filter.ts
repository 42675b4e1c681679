import { isoTime } from '../../platform/clock';
import { badInput } from '../../platform/errors';
import { titles } from '../../platform/rules/check';
import { quoted } from '../../platform/rules/texts';
import { grantablePermissions } from '../permission';
import type { RelatedUser } from './related-user.service';

/** Filters of related people; all must match. */
export interface RelatedUserFilter {
  /** Permissions that the person grants the account, or `any` or `none` alone. */
  received?: string[];
  /** Permissions that the account grants the person, or `any` or `none` alone. */
  given?: string[];
  email?: string;
  emailVerified?: boolean;
  termsAccepted?: string;
  name?: string;
  birthday?: string;
  diagnosisDate?: string;
}

type Test = (related: RelatedUser) => boolean;

/**
 * The predicate of a filter. Texts match any part of a value, ignoring case; missing values never match. Throws on
 * names that are no permissions, which would match nobody, and when `any` or `none` is combined with another name.
 */
export function relatedUserTest(filter: RelatedUserFilter): Test {
  const tests = [
    holding('received', filter.received, ({ received }) => received),
    holding('given', filter.given, ({ given }) => given),
    containing(filter.email, ({ user }) => user.email),
    containing(filter.termsAccepted, ({ user }) => termsText(user.termsAcceptedTime)),
    containing(filter.name, ({ profile }) => profile?.fullName),
    containing(filter.birthday, (related) => readPatientProfile(related).birthday),
    containing(filter.diagnosisDate, (related) => readPatientProfile(related).diagnosisDate),
    ({ user }: RelatedUser) =>
      filter.emailVerified === undefined || user.emailVerified === filter.emailVerified,
  ];
  return (related) => tests.every((test) => test(related));
}

/** The names of the lists in REST. */
const parameters = { received: 'trustorPermissions', given: 'trusteePermissions' };

function holding(
  field: 'received' | 'given',
  names: string[] | undefined,
  held: (related: RelatedUser) => readonly string[] | null,
): Test {
  if (!names?.length) return () => true;
  if (names.length === 1 && names[0] === 'any') return (related) => (held(related) ?? []).length > 0;
  if (names.length === 1 && names[0] === 'none') return (related) => (held(related) ?? []).length === 0;
  if (names.includes('any') || names.includes('none')) {
    const detail = '"any" and "none" cannot be combined with others.';
    const source = { parameter: parameters[field] };
    throw badInput(detail, [{ code: 'value-not-valid', title: 'value is not valid', detail, source }]);
  }
  assertPermissions(field, names);
  return (related) => names.every((name) => held(related)?.includes(name));
}

function assertPermissions(field: string, names: readonly string[]): void {
  const known: readonly string[] = grantablePermissions;
  const wrong = names.find((name) => !known.includes(name));
  if (wrong === undefined) return;
  const detail = `${quoted(wrong)} in "${field}" is no permission. It takes ${known.join(', ')}, or any or none alone.`;
  const code = 'value-not-allowed';
  throw badInput(detail, [{ code, title: titles[code], detail, source: { pointer: `/filter/${field}` } }]);
}

function containing(wanted: string | undefined, value: (related: RelatedUser) => unknown): Test {
  if (wanted === undefined) return () => true;
  const part = wanted.toLowerCase();
  return (related) => {
    const text = value(related);
    return typeof text === 'string' && text.toLowerCase().includes(part);
  };
}

/** The time of acceptance in the format of account routes. */
const termsText = (time: number | null): string | null =>
  time === null ? null : isoTime(time).replace(/\.\d+Z$/, '+00:00');

/** What is no object has no fields. */
const readPatientProfile = ({ profile }: RelatedUser): Record<string, unknown> => ({
  ...(profile?.patient as Record<string, unknown> | null | undefined),
});
