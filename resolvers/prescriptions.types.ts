import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { hashAlgorithm } from '../src/prescriptions/integrity';
import { shownState, type PrescriptionState } from '../src/prescriptions/prescription-state';
import type { PrescriptionRevisionEntity } from '../src/prescriptions/prescription-revision.entity';
import type { Prescription as PrescriptionRow } from '../src/prescriptions/prescription.entity';
import { now } from '../src/clock';
import { PageInfo } from './page-info';
import { PrescriptionAttributes } from './prescription-attributes.types';
import { DateTime } from './scalars';

/** The states of a prescription, as the graph spells them. */
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
  description: 'What has become of a prescription.',
  valuesConfig: {
    DRAFT: { description: 'It is being written.' },
    PENDING: { description: 'It waits for a prescriber.' },
    SUBMITTED: { description: 'Its patient can claim it with the access code.' },
    CLAIMED: { description: 'Its patient has it.' },
    ACTIVE: { description: 'Its patient uses it. A patient has one active prescription at most.' },
    INACTIVE: { description: 'Another prescription of the patient has become active.' },
    EXPIRED: { description: 'Nobody has claimed it in time.' },
  },
});

@ObjectType({ description: 'What seals a revision.' })
export class IntegrityHash {
  @Field({ description: 'Canonical JSON (RFC 8785), then SHA-512: `JCSSHA512`.' })
  algorithm!: string;

  @Field({ description: '128 lower-case hexadecimal characters.' })
  hash!: string;
}

@ObjectType({ description: 'What a prescription says from some moment on. It is never changed.' })
export class PrescriptionRevision {
  @Field(() => Int, { description: 'From 0.' })
  revisionId!: number;

  @Field({ description: 'What seals the attributes.' })
  integrityHash!: IntegrityHash;

  @Field({ description: 'What it says.' })
  attributes!: PrescriptionAttributes;

  @Field(() => DateTime, { description: 'When it was written.' })
  createdTime!: number;

  @Field(() => ID, { description: 'Who has written it.' })
  createdUserId!: string;
}

/** A revision as the graph shows it. */
export const toRevision = (entity: PrescriptionRevisionEntity): PrescriptionRevision =>
  Object.assign(new PrescriptionRevision(), {
    revisionId: entity.revisionId,
    integrityHash: { algorithm: hashAlgorithm, hash: entity.hash },
    attributes: entity.attributes,
    createdTime: entity.createdTime,
    createdUserId: entity.createdUserId,
  });

@ObjectType({ description: 'A prescription for an app that doses insulin.' })
export class Prescription {
  @Field(() => ID, { description: '24 lower-case hexadecimal characters.' })
  id!: string;

  @Field(() => ID, { description: 'Id of the clinic that has written it.' })
  clinicId!: string;

  @Field(() => PrescriptionStateName, { description: 'What has become of it.' })
  state!: PrescriptionState;

  @Field(() => String, {
    nullable: true,
    description:
      'The code by which its patient claims it; absent once it is claimed. For the people of the clinic.',
  })
  accessCode!: string | null;

  @Field({ description: 'What it says now.' })
  latestRevision!: PrescriptionRevision;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Until when it can be claimed; absent unless it is submitted.',
  })
  expirationTime!: number | null;

  @Field(() => ID, { nullable: true, description: 'Who has submitted it.' })
  prescriberUserId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Who has claimed it.' })
  patientUserId!: string | null;

  @Field(() => DateTime, { description: 'When it was made.' })
  createdTime!: number;

  @Field(() => ID, { description: 'Who has made it.' })
  createdUserId!: string;

  @Field(() => DateTime, { description: 'When it was last revised, claimed, or put into another state.' })
  modifiedTime!: number;

  @Field(() => ID, { description: 'Who has done that.' })
  modifiedUserId!: string;

  @Field(() => DateTime, { nullable: true, description: 'When it was submitted.' })
  submittedTime!: number | null;
}

/** A prescription as the graph shows it. */
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

@ObjectType({ description: 'A prescription and its place in the list.' })
export class PrescriptionEdge {
  @Field({ description: 'The place, for `after`.' })
  cursor!: string;

  @Field({ description: 'The prescription.' })
  node!: Prescription;
}

@ObjectType({ description: 'A page of prescriptions.' })
export class PrescriptionConnection {
  @Field(() => [PrescriptionEdge], { description: 'The prescriptions of the page.' })
  edges!: PrescriptionEdge[];

  @Field({ description: 'Where the page stands in the list.' })
  pageInfo!: PageInfo;
}

@ObjectType({ description: 'A revision and its place in the list.' })
export class PrescriptionRevisionEdge {
  @Field({ description: 'The place, for `after`.' })
  cursor!: string;

  @Field({ description: 'The revision.' })
  node!: PrescriptionRevision;
}

@ObjectType({ description: 'A page of the revisions of a prescription.' })
export class PrescriptionRevisionConnection {
  @Field(() => [PrescriptionRevisionEdge], { description: 'The revisions of the page.' })
  edges!: PrescriptionRevisionEdge[];

  @Field({ description: 'Where the page stands in the list.' })
  pageInfo!: PageInfo;
}

@InputType({ description: 'Which of the prescriptions that somebody has claimed are wanted; all must hold.' })
export class ClaimedPrescriptionFilter {
  @Field(() => ID, { nullable: true, description: 'Only the one with this id.' })
  id?: string;

  @Field(() => PrescriptionStateName, { nullable: true, description: 'Only those in this state.' })
  state?: PrescriptionState;

  @Field(() => DateTime, { nullable: true, description: 'Only those made at this instant or later.' })
  createdAfter?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only those made before this instant.' })
  createdBefore?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only those changed at this instant or later.' })
  modifiedAfter?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only those changed before this instant.' })
  modifiedBefore?: number;
}

@InputType({ description: 'Which prescriptions of a clinic are wanted; all must hold.' })
export class PrescriptionFilter extends ClaimedPrescriptionFilter {
  @Field(() => ID, { nullable: true, description: 'Only those that this account has claimed.' })
  patientUserId?: string;

  @Field(() => String, {
    nullable: true,
    description: 'Only those whose latest revision names this address, letter for letter.',
  })
  patientEmail?: string;
}

@ArgsType()
class PageArguments {
  @Field(() => Int, { description: 'How many at most, up to 1,000.', defaultValue: 20 })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor behind which the page begins.' })
  after?: string;
}

@ArgsType()
export class PrescriptionListArguments extends PageArguments {
  @Field(() => PrescriptionFilter, { nullable: true, description: 'Which ones; all when absent.' })
  filter?: PrescriptionFilter;
}

@ArgsType()
export class ClaimedPrescriptionListArguments extends PageArguments {
  @Field(() => ClaimedPrescriptionFilter, { nullable: true, description: 'Which ones; all when absent.' })
  filter?: ClaimedPrescriptionFilter;
}

@ArgsType()
export class PrescriptionRevisionArguments extends PageArguments {}
