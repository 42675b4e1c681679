import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { hashAlgorithm } from '../../../src/care/prescriptions/integrity';
import { shownState, type PrescriptionState } from '../../../src/care/prescriptions/prescription-state';
import type { PrescriptionRevisionEntity } from '../../../src/care/prescriptions/prescription-revision.entity';
import type { Prescription as PrescriptionRow } from '../../../src/care/prescriptions/prescription.entity';
import { now } from '../../../src/platform/clock';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { PrescriptionAttributes } from './prescription-attributes.types';
import { DateTime } from '../../scalars';

/** States of a prescription in the graph. */
export const PrescriptionStateName = {
  DRAFT: 'draft',
  PENDING: 'pending',
  SUBMITTED: 'submitted',
  CLAIMED: 'claimed',
  ACTIVE: 'active',
  INACTIVE: 'inactive',
  EXPIRED: 'expired',
} as const;

registerEnumType(PrescriptionStateName, {
  name: 'PrescriptionState',
  description: 'State of a prescription.',
  valuesConfig: {
    DRAFT: { description: 'Draft: being written.' },
    PENDING: { description: 'Waiting for a prescriber.' },
    SUBMITTED: { description: 'Submitted: the patient can claim it with the access code.' },
    CLAIMED: { description: 'Claimed by the patient.' },
    ACTIVE: { description: 'In use. A patient has at most one active prescription.' },
    INACTIVE: { description: 'Replaced by another active prescription of the patient.' },
    EXPIRED: { description: 'Expired unclaimed.' },
  },
});

@ObjectType({ description: 'Integrity hash of a revision.' })
export class IntegrityHash {
  @Field({ description: 'The algorithm: canonical JSON (RFC 8785), then SHA-512: `JCSSHA512`.' })
  algorithm!: string;

  @Field({ description: 'The hash: 128 lower-case hexadecimal characters.' })
  hash!: string;
}

@ObjectType({ description: 'A revision of a prescription. It never changes.' })
export class PrescriptionRevision {
  clinicId!: string;

  /** The prescription, for the id. */
  prescriptionId!: string;

  @Field(() => Int, { description: 'Number of the revision, from 0.' })
  revisionId!: number;

  @Field({ description: 'Hash of the attributes.' })
  integrityHash!: IntegrityHash;

  @Field({ description: 'What is prescribed, and for whom.' })
  attributes!: PrescriptionAttributes;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdTime!: number;

  @Field(() => ID, { description: 'Id of its author.' })
  createdUserId!: string;
}

/** Maps a revision to its GraphQL type. */
export const toRevision = (entity: PrescriptionRevisionEntity): PrescriptionRevision =>
  Object.assign(new PrescriptionRevision(), {
    clinicId: entity.clinicId,
    prescriptionId: entity.prescriptionId,
    revisionId: entity.revisionId,
    integrityHash: { algorithm: hashAlgorithm, hash: entity.hash },
    attributes: entity.attributes,
    createdTime: entity.createdTime,
    createdUserId: entity.createdUserId,
  });

@ObjectType({ description: 'A prescription for an insulin-dosing app.' })
export class Prescription {
  @Field(() => ID, { description: '24 lower-case hexadecimal characters.' })
  id!: string;

  @Field(() => ID, { description: 'Id of the clinic that wrote it.' })
  clinicId!: string;

  @Field(() => PrescriptionStateName, { description: 'State of the prescription.' })
  state!: PrescriptionState;

  @Field(() => String, {
    nullable: true,
    description: 'Access code for claiming it; absent once claimed. For members of the clinic.',
  })
  accessCode!: string | null;

  @Field({ description: 'The latest revision.' })
  latestRevision!: PrescriptionRevision;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When it expires unless claimed; absent unless submitted.',
  })
  expirationTime!: number | null;

  @Field(() => ID, { nullable: true, description: 'Id of the account that submitted it.' })
  prescriberUserId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Id of the patient who has claimed it.' })
  patientUserId!: string | null;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdTime!: number;

  @Field(() => ID, { description: 'Id of the account that created it.' })
  createdUserId!: string;

  @Field(() => DateTime, { description: 'When it was last revised or claimed, or its state last changed.' })
  modifiedTime!: number;

  @Field(() => ID, { description: 'Id of the account that last changed it.' })
  modifiedUserId!: string;

  @Field(() => DateTime, { nullable: true, description: 'When it was submitted.' })
  submittedTime!: number | null;
}

/** Maps a prescription to its GraphQL type. */
export const toPrescription = (row: PrescriptionRow): Prescription =>
  Object.assign(new Prescription(), {
    id: row.id,
    clinicId: row.clinicId,
    state: shownState(row, now()),
    accessCode: row.accessCode,
    latestRevision: toRevision(row.latestRevision),
    expirationTime: row.expirationTime,
    prescriberUserId: row.prescriberUserId,
    patientUserId: row.patientUserId,
    createdTime: row.createdTime,
    createdUserId: row.createdUserId,
    modifiedTime: row.modifiedTime,
    modifiedUserId: row.modifiedUserId,
    submittedTime: row.submittedTime,
  });

@ObjectType({ description: 'A prescription and its cursor.' })
export class PrescriptionEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field({ description: 'The prescription.' })
  node!: Prescription;
}

@ObjectType({ description: 'A page of prescriptions.' })
export class PrescriptionConnection {
  @Field(() => [PrescriptionEdge], { description: 'The prescriptions of the page.' })
  edges!: PrescriptionEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ObjectType({ description: 'A revision and its cursor.' })
export class PrescriptionRevisionEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field({ description: 'The revision.' })
  node!: PrescriptionRevision;
}

@ObjectType({ description: 'A page of the revisions of a prescription.' })
export class PrescriptionRevisionConnection {
  @Field(() => [PrescriptionRevisionEdge], { description: 'The revisions of the page.' })
  edges!: PrescriptionRevisionEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@InputType({ description: 'Filters of claimed prescriptions; all must match.' })
export class ClaimedPrescriptionFilter {
  @Field(() => ID, { nullable: true, description: 'Only the prescription with this id.' })
  id?: string;

  @Field(() => PrescriptionStateName, { nullable: true, description: 'Only those in this state.' })
  state?: PrescriptionState;

  @Field(() => DateTime, { nullable: true, description: 'Only those created at this instant or later.' })
  createdAfter?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only those created before this instant.' })
  createdBefore?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only those changed at this instant or later.' })
  modifiedAfter?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only those changed before this instant.' })
  modifiedBefore?: number;
}

@InputType({ description: 'Filters of a clinic’s prescriptions; all must match.' })
export class PrescriptionFilter extends ClaimedPrescriptionFilter {
  @Field(() => ID, { nullable: true, description: 'Only those claimed by this account.' })
  patientUserId?: string;

  @Field(() => String, {
    nullable: true,
    description: 'Only those whose latest revision has exactly this email address.',
  })
  patientEmail?: string;
}

@ArgsType()
export class PrescriptionListArguments extends pageArguments('prescriptions') {
  @Field(() => PrescriptionFilter, { nullable: true, description: 'Filters; all prescriptions if absent.' })
  filter?: PrescriptionFilter;
}

@ArgsType()
export class ClaimedPrescriptionListArguments extends pageArguments('prescriptions') {
  @Field(() => ClaimedPrescriptionFilter, {
    nullable: true,
    description: 'Filters; all prescriptions if absent.',
  })
  filter?: ClaimedPrescriptionFilter;
}

@ArgsType()
export class PrescriptionRevisionArguments extends pageArguments('revisions') {}
