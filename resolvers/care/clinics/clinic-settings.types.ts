import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type {
  PatientCountSettings as Settings,
  PatientLimit as Limit,
} from '../../../src/care/clinics/clinic.entity';
import type { PatientCount as Count } from '../../../src/care/patients/patient-count.service';
import { tierDescription, tiers, type Tier } from '../../../src/care/clinics/tier';
import { Clearable } from '../../clearable';
import { named } from './clinics.types';
import { DateTime } from '../../scalars';

export const ClinicTierName = named(tiers, (tier) => tierDescription(tier).toUpperCase());

registerEnumType(ClinicTierName, {
  name: 'ClinicTier',
  description: 'Service tiers of clinics.',
  valuesConfig: {
    FREE: { description: '`tier0100`; has a patient limit in the United States.' },
    STANDARD: { description: 'Standard: `tier0200`.' },
    PREMIUM: { description: 'Premium: `tier0300`.' },
    ENTERPRISE: { description: 'Enterprise: `tier0400`.' },
  },
});

@ObjectType({ description: 'Rules for medical record numbers.' })
export class MrnSettings {
  @Field({ description: 'Every patient must have one.' })
  required!: boolean;

  @Field({ description: 'No two patients may have the same one, ignoring case and accents.' })
  unique!: boolean;
}

@ObjectType({ description: 'A restriction on who may join a clinic.' })
@InputType('MembershipRestrictionInput', { description: 'A restriction on who may join a clinic.' })
export class MembershipRestriction {
  @Field({ description: 'Domain of the email address.' })
  emailDomain!: string;

  @Field(() => String, { nullable: true, description: 'Identity provider to log in with.' })
  requiredIdp?: string | null;
}

@ObjectType({ description: 'A patient limit and the period in which it applies.' })
@InputType('PatientLimitInput', { description: 'A patient limit and the period in which it applies.' })
export class PatientLimit {
  @Field(() => Int, { description: 'The largest number of patients.' })
  plan!: number;

  @Field(() => DateTime, { nullable: true, description: 'Applies from this instant; always if absent.' })
  startDate?: number | null;

  @Field(() => DateTime, { nullable: true, description: 'Applies until this instant; forever if absent.' })
  endDate?: number | null;
}

@ObjectType({ description: 'The patient limits of a clinic.' })
export class PatientCountSettings {
  @Field(() => PatientLimit, {
    nullable: true,
    description: 'Above this number, no accounts can be created.',
  })
  hardLimit?: PatientLimit | null;

  @Field(() => PatientLimit, { nullable: true, description: 'Above this number, clients show a warning.' })
  softLimit?: PatientLimit | null;
}

const toLimit = ({ plan, startTime, endTime }: Limit): PatientLimit => ({
  plan,
  startDate: startTime ?? null,
  endDate: endTime ?? null,
});

/** Maps limits to their GraphQL type. */
export const toCountSettings = ({ hardLimit, softLimit }: Settings): PatientCountSettings => ({
  hardLimit: hardLimit ? toLimit(hardLimit) : null,
  softLimit: softLimit ? toLimit(softLimit) : null,
});

/** Maps a limit to its stored form. */
export const fromLimit = ({ plan, startDate, endDate }: PatientLimit): Limit => ({
  plan,
  ...(startDate != null && { startTime: startDate }),
  ...(endDate != null && { endTime: endDate }),
});

@ObjectType({ description: 'Number of data sources in a state.' })
export class SourceStateCount {
  @Field({ description: 'The state, such as `connected`.' })
  state!: string;

  @Field(() => Int, { description: 'Number of data sources.' })
  total!: number;
}

@ObjectType({ description: 'Number of the patients’ data sources from one provider.' })
export class ProviderCount {
  @Field({ description: 'Name of the provider.' })
  providerName!: string;

  @Field(() => Int, { description: 'Number of data sources in any state; a patient may have several.' })
  total!: number;

  @Field(() => [SourceStateCount], { description: 'Number of data sources by state.' })
  states!: SourceStateCount[];
}

@ObjectType({ description: 'Number of patients of a clinic.' })
export class PatientCount {
  @Field(() => Int, { description: 'Number of all patients.' })
  total!: number;

  @Field(() => Int, { description: 'The demo patient: 0 or 1.' })
  demo!: number;

  @Field(() => Int, { description: 'Patients that count against the limit.' })
  plan!: number;

  @Field(() => [ProviderCount], { description: 'Their data sources, without those of the demo patient.' })
  providers!: ProviderCount[];
}

/** Maps a count to its GraphQL type. */
export const toPatientCount = ({ clinicId: _clinic, ...count }: Count): PatientCount => count;

@InputType({ description: 'A clinic and its new tier.' })
export class UpdateClinicTierInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => ClinicTierName, { description: 'Name of the tier, which decides what the clinic may use.' })
  tier!: Tier;
}

@InputType({
  description:
    'Mails that a clinic does not want. Absent fields stay unchanged; null means that the mail is wanted.',
})
export class UpdateSuppressedNotificationsInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Clearable()
  @Field(() => Boolean, {
    nullable: true,
    description: 'No mail to the administrators when someone asks to become a patient.',
  })
  patientClinicInvitation?: boolean | null;
}

@InputType({ description: 'New membership restrictions of a clinic.' })
export class UpdateMembershipRestrictionsInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => [MembershipRestriction], { description: 'The complete list. An empty list allows anyone.' })
  restrictions!: MembershipRestriction[];
}

@InputType({ description: 'New rules for medical record numbers of a clinic.' })
export class UpdateMrnSettingsInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field({ description: 'Every patient must have one.' })
  required!: boolean;

  @Field({ description: 'No two patients may have the same.' })
  unique!: boolean;
}

@InputType({
  description: 'New patient limits of a clinic. Absent limits stay unchanged; null removes a limit.',
})
export class UpdatePatientCountSettingsInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Clearable()
  @Field(() => PatientLimit, {
    nullable: true,
    description: 'Above this number, no accounts can be created. It replaces the stored limit as a whole.',
  })
  hardLimit?: PatientLimit | null;

  @Clearable()
  @Field(() => PatientLimit, {
    nullable: true,
    description: 'Above this number, clients show a warning. It replaces the stored limit as a whole.',
  })
  softLimit?: PatientLimit | null;
}

@InputType({ description: 'The clinic to recount.' })
export class RefreshPatientCountInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;
}

@ObjectType({ description: 'Result of changing the membership restrictions of a clinic.' })
export class MembershipRestrictionsPayload {
  @Field(() => [MembershipRestriction], { description: 'All restrictions after the change.' })
  restrictions!: MembershipRestriction[];

  /** The clinic, for the edge `clinic`. */
  clinicId!: string;
}

@ObjectType({ description: 'Result of changing the rules for medical record numbers.' })
export class MrnSettingsPayload {
  @Field({ description: 'The settings after the change.' })
  settings!: MrnSettings;

  /** The clinic, for the edge `clinic`. */
  clinicId!: string;
}

@ObjectType({ description: 'Result of changing the patient limits.' })
export class PatientCountSettingsPayload {
  @Field({ description: 'The limits that currently apply.' })
  settings!: PatientCountSettings;

  /** The clinic, for the edge `clinic`. */
  clinicId!: string;
}

@ObjectType({ description: 'Result of counting patients.' })
export class PatientCountPayload {
  @Field({ description: 'The number of patients after the change.' })
  patientCount!: PatientCount;

  /** The clinic, for the edge `clinic`. */
  clinicId!: string;
}
