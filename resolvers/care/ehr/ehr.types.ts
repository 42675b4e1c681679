import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import {
  matchActions,
  matchCriteria,
  type MatchAction,
  type MatchCriterion,
} from '../../../src/care/ehr/ehr-match.service';
import { Clinic, named } from '../clinics/clinics.types';
import { EhrSettings } from '../clinics/ehr-settings.types';
import { Patient } from '../patients/patients.types';
import { JsonObject } from '../../scalars';

export const EhrMatchCriterionName = named(matchCriteria, (name) => name);

registerEnumType(EhrMatchCriterionName, {
  name: 'EhrMatchCriterion',
  description: 'Criteria for matching patients.',
  valuesConfig: {
    MRN: { description: 'Medical record number.' },
    MRN_DOB: { description: 'Medical record number and birthday.' },
    DOB_FULLNAME: { description: 'Birthday, and first and last name.' },
  },
});

export const EhrMatchActionName = named(matchActions, (name) => name);

registerEnumType(EhrMatchActionName, {
  name: 'EhrMatchAction',
  description: 'Action if exactly one patient matches.',
  valuesConfig: {
    ENABLE_REPORTS: { description: 'Turn reports on the patient on.' },
    DISABLE_REPORTS: { description: 'Turn reports on the patient off.' },
  },
});

@InputType({ description: 'A message from an EHR.' })
export class ReceiveEhrMessageInput {
  @Field({ description: 'Credentials of the sender.' })
  verificationToken!: string;

  @Field(() => JsonObject, { description: 'The message: JSON in the format of Redox, stored unchanged.' })
  message!: Record<string, unknown>;
}

@ObjectType({ description: 'A stored message.' })
export class ReceivedEhrMessage {
  @Field(() => ID, { description: 'Id of the message.' })
  documentId!: string;
}

@InputType({ description: 'A verification challenge.' })
export class EhrChallengeInput {
  @Field({ description: 'Credentials of the sender.' })
  verificationToken!: string;

  @Field(() => String, { nullable: true, description: 'The challenge to return; required.' })
  challenge?: string | null;
}

@InputType({ description: 'How to match patients.' })
export class EhrPatientMatchInput {
  @Field(() => [EhrMatchCriterionName], {
    description: 'At least one; matches are combined in this order.',
  })
  criteria!: MatchCriterion[];

  @Field(() => EhrMatchActionName, {
    nullable: true,
    description: 'Action if exactly one patient matches. Each order performs it once.',
  })
  onUniqueMatch?: MatchAction | null;
}

@InputType({ description: 'An order, and how to match its patient.' })
export class MatchEhrOrderInput {
  @Field(() => ID, { description: 'Reference to the order.' })
  documentId!: string;

  @Field(() => EhrPatientMatchInput, {
    nullable: true,
    description: 'No patients are matched if this is absent.',
  })
  patients?: EhrPatientMatchInput | null;
}

@ObjectType({ description: 'The result of matching an order.' })
export class EhrMatchPayload {
  @Field({ description: 'The clinic that the order is for.' })
  clinic!: Clinic;

  @Field({ description: 'EHR connection of the clinic.' })
  settings!: EhrSettings;

  @Field(() => [Patient], {
    nullable: true,
    description:
      'All matching patients; absent if none were requested, or if the order has no record number of the clinic.',
  })
  patients!: Patient[] | null;
}

@InputType({ description: 'A clinic to send reports for.' })
export class SyncEhrForClinicInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;
}

@InputType({ description: 'An account to send reports on.' })
export class SyncEhrForPatientInput {
  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;
}
