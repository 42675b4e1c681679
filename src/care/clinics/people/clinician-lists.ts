import type { PartQuestion } from '../../../platform/database/pages';
import { isFindable, searchedWords } from '../../../platform/folding';
import { newestFirst, type ListOrder, type ListPart } from '../../../platform/list-part';

/** Filters of a clinic's members; all must match. */
export interface ClinicianFilter {
  role?: string;
  /** The whole address, ignoring case. */
  email?: string;
  /** Any part of name or address, ignoring case. */
  search?: string;
}

/** When a member was added, in milliseconds since the epoch. */
export interface CreatedRange {
  /** Inclusive. */
  createdFrom?: number;
  /** Exclusive. */
  createdTo?: number;
}

/** A request for a part of a clinic's members. */
export interface ClinicianQuestion extends ListPart {
  clinicId: string;
  filter: ClinicianFilter;
}

/** A request for a part of an account's memberships. */
export interface MembershipQuestion extends ListPart {
  userId: string;
}

/** The members of a clinic, newest first. */
export const membersOrder: ListOrder = {
  name: 'newest',
  keys: [
    { expression: 'created_time', kind: 'number', descending: true },
    { expression: 'id', kind: 'text' },
  ],
};

/** The members of all clinics, in order of creation. */
export const cliniciansOrder: ListOrder = {
  name: 'created',
  keys: [
    { expression: 'created_time', kind: 'number' },
    { expression: 'id', kind: 'text' },
  ],
};

/** Further words of a search are ignored; no name has more. */
const mostWords = 200;

/** A condition, and its value; the condition does not apply without a value. */
type Condition = readonly [sql: string, value: string | number | undefined];

function selectClinicians(
  conditions: readonly Condition[],
  { keys }: ListOrder,
  part: ListPart,
): PartQuestion {
  const asked = conditions.filter(([, value]) => value !== undefined);
  const from = `FROM clinicians WHERE ${['1 = 1', ...asked.map(([sql]) => sql)].join(' AND ')}`;
  return { source: { id: 'id', from, parameters: asked.map(([, value]) => value) }, keys, part };
}

/** Selects members of a clinic, including open invitations. */
export function selectMembers({ clinicId, filter, ...part }: ClinicianQuestion): PartQuestion {
  const { role, email, search } = filter;
  const words = searchedWords(search ?? '').slice(0, mostWords);
  const conditions: Condition[] = [
    ['clinic_id = ?', clinicId],
    // Stored as JSON text.
    ['INSTR(roles, ?) > 0', role && JSON.stringify(role)],
    ['email = ?', email?.toLowerCase()],
    ...words.map((word): Condition => [isFindable(word) ? 'INSTR(search_text, ?) > 0' : '? IS NULL', word]),
  ];
  return selectClinicians(conditions, membersOrder, part);
}

/** Selects memberships of an account. */
export const selectMemberships = ({ userId, ...part }: MembershipQuestion): PartQuestion =>
  selectClinicians([['user_id = ?', userId]], newestFirst, part);

/** Selects members of all clinics, including open invitations. */
export const selectAllClinicians = ({ createdFrom, createdTo }: CreatedRange, part: ListPart): PartQuestion =>
  selectClinicians(
    [
      ['created_time >= ?', createdFrom],
      ['created_time < ?', createdTo],
    ],
    cliniciansOrder,
    part,
  );
