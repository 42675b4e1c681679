import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import {
  matchActions,
  matchCriteria,
  type MatchAction,
  type MatchCriterion,
} from '../src/clinics/ehr/ehr-match.service';
import { Clinic, named } from './clinics.types';
import { EhrSettings } from './ehr-settings.types';
import { Patient } from './patients.types';
import { JsonObject } from './scalars';

export const EhrMatchCriterionName = named(matchCriteria, (name) => name);

registerEnumType(EhrMatchCriterionName, {
  name: 'EhrMatchCriterion',
  description: 'What patients are found by.',
  valuesConfig: {
    MRN: { description: 'Medical record number.' },
    MRN_DOB: { description: 'Medical record number and birthday.' },
    DOB_FULLNAME: { description: 'Birthday, and first and last name.' },
  },
});

export const EhrMatchActionName = named(matchActions, (name) => name);

registerEnumType(EhrMatchActionName, {
  name: 'EhrMatchAction',
  description: 'What is done when exactly one patient is found.',
  valuesConfig: {
    ENABLE_REPORTS: { description: 'Reports on the patient are sent from then on.' },
    DISABLE_REPORTS: { description: 'No reports on the patient are sent any more.' },
  },
});

@InputType({ description: 'A message of a health record system.' })
export class ReceiveEhrMessageInput {
  @Field({ description: 'What whoever sends messages shows.' })
  verificationToken!: string;

  @Field(() => JsonObject, { description: 'The message; kept as it is.' })
  message!: Record<string, unknown>;
}

@ObjectType({ description: 'A message that is kept.' })
export class ReceivedEhrMessage {
  @Field(() => ID, { description: 'What the message is known by.' })
  documentId!: string;
}

@InputType({ description: 'A question whether messages are accepted here.' })
export class EhrChallengeInput {
  @Field({ description: 'What whoever sends messages shows.' })
  verificationToken!: string;

  @Field(() => String, { nullable: true, description: 'What is to be said back; required.' })
  challenge?: string | null;
}

@InputType({ description: 'Which patients are looked for.' })
export class EhrPatientMatchInput {
  @Field(() => [EhrMatchCriterionName], {
    description: 'At least one; what they find is put together in this order.',
  })
  criteria!: MatchCriterion[];

  @Field(() => EhrMatchActionName, {
    nullable: true,
    description: 'What is done when exactly one patient is found. An order does it once.',
  })
  onUniqueMatch?: MatchAction | null;
}

@InputType({ description: 'An order, and which patients are looked for.' })
export class MatchEhrOrderInput {
  @Field(() => ID, { description: 'What the order is known by.' })
  documentId!: string;

  @Field(() => EhrPatientMatchInput, {
    nullable: true,
    description: 'None are looked for when this is absent.',
  })
  patients?: EhrPatientMatchInput | null;
}

@ObjectType({ description: 'Whom an order is about.' })
export class EhrMatchPayload {
  @Field({ description: 'The clinic.' })
  clinic!: Clinic;

  @Field({ description: 'How the clinic is connected.' })
  settings!: EhrSettings;

  @Field(() => [Patient], {
    nullable: true,
    description:
      'All patients found; absent when none are looked for, or the order names no record number of the clinic.',
  })
  patients!: Patient[] | null;
}

@InputType({ description: 'A clinic whose health record system is to get reports.' })
export class SyncEhrForClinicInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;
}

@InputType({ description: 'An account on which health record systems are to get reports.' })
export class SyncEhrForPatientInput {
  @Field(() => ID, { description: 'The account.' })
  userId!: string;
}
