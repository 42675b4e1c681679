import { ArgsType, Field, ObjectType } from 'type-graphql';
import type { ListOrder, Placed } from '../../../src/platform/list-part';
import { sortPlaced } from '../../../src/platform/part-of-items';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { MergedClinician, MergedPatient } from './clinic-merges.types';

@ObjectType({ description: 'A patient of a merge and its cursor.' })
export class MergedPatientEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field(() => MergedPatient, { description: 'The patient.' })
  node!: MergedPatient;
}

@ObjectType({ description: 'A page of the patients of a merge.' })
export class MergedPatientConnection {
  @Field(() => [MergedPatientEdge], { description: 'The patients of the page.' })
  edges!: MergedPatientEdge[];

  @Field(() => PageInfo, { description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class MergedPatientArguments extends pageArguments('patients') {}

@ObjectType({ description: 'A clinician of a merge and its cursor.' })
export class MergedClinicianEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field(() => MergedClinician, { description: 'The clinician.' })
  node!: MergedClinician;
}

@ObjectType({ description: 'A page of the clinicians of a merge.' })
export class MergedClinicianConnection {
  @Field(() => [MergedClinicianEdge], { description: 'The clinicians of the page.' })
  edges!: MergedClinicianEdge[];

  @Field(() => PageInfo, { description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class MergedClinicianArguments extends pageArguments('clinicians') {}

/** What a merge moves from the source, or joins with the target, stands before what the target keeps. */
const fromSource: readonly string[] = ['MOVE', 'MERGE'];

const whoseFirst = { expression: 'is_of_target', kind: 'number' } as const;

/** Patients of the source first, each by the id of the account. */
export const mergedPatientsOrder: ListOrder = {
  name: 'merged',
  keys: [whoseFirst, { expression: 'user_id', kind: 'text' }],
};

/** Clinicians of the source first, each by the id of the account; open invitations have addresses only. */
export const mergedCliniciansOrder: ListOrder = {
  name: 'merged',
  keys: [whoseFirst, { expression: 'user_id', kind: 'text' }, { expression: 'email', kind: 'text' }],
};

const isOfTarget = ({ action }: { action: string }): number => (fromSource.includes(action) ? 0 : 1);

/** The patients of a plan in their order. */
export const placedPatients = (patients: readonly MergedPatient[]): Placed<MergedPatient>[] =>
  sortPlaced(
    mergedPatientsOrder,
    patients.map((item) => ({ item, place: [isOfTarget(item), item.userId] })),
  );

/** The clinicians of a plan in their order. */
export const placedClinicians = (clinicians: readonly MergedClinician[]): Placed<MergedClinician>[] =>
  sortPlaced(
    mergedCliniciansOrder,
    clinicians.map((item) => ({ item, place: [isOfTarget(item), item.userId ?? '', item.email ?? ''] })),
  );
