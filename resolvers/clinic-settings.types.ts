import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { PatientCountSettings as Settings, PatientLimit as Limit } from '../src/clinics/clinic.entity';
import type { PatientCount as Count } from '../src/clinics/settings/patient-count.service';
import { tierDescription, tiers, type Tier } from '../src/clinics/tier';
import { named } from './clinics.types';
import { DateTime } from './scalars';

export const ClinicTierName = named(tiers, (tier) => tierDescription(tier).toUpperCase());

registerEnumType(ClinicTierName, {
  name: 'ClinicTier',
  description: 'Service tiers that a clinic can get.',
  valuesConfig: {
    FREE: { description: '`tier0100`; in the United States with a limit of patients.' },
    STANDARD: { description: '`tier0200`.' },
    PREMIUM: { description: '`tier0300`.' },
    ENTERPRISE: { description: '`tier0400`.' },
  },
});

@ObjectType({ description: 'What holds for medical record numbers.' })
export class MrnSettings {
  @Field({ description: 'Every patient has one.' })
  required!: boolean;

  @Field({ description: 'No two patients have the same; neither case nor accents count.' })
  unique!: boolean;
}

@ObjectType({ description: 'Who may join a clinic.' })
@InputType('MembershipRestrictionInput', { description: 'Who may join a clinic.' })
export class MembershipRestriction {
  @Field({ description: 'What stands behind the @ of an address.' })
  emailDomain!: string;

  @Field(() => String, { nullable: true, description: 'The identity provider to log in with.' })
  requiredIdp?: string | null;
}

@ObjectType({ description: 'How many patients a clinic may have, and when this holds.' })
@InputType('PatientLimitInput', { description: 'How many patients a clinic may have, and when this holds.' })
export class PatientLimit {
  @Field(() => Int, { description: 'How many.' })
  plan!: number;

  @Field(() => DateTime, { nullable: true, description: 'From then on; always when absent.' })
  startDate?: number | null;

  @Field(() => DateTime, { nullable: true, description: 'Until then; for ever when absent.' })
  endDate?: number | null;
}

@ObjectType({ description: 'The limits of the number of patients that hold for a clinic.' })
export class PatientCountSettings {
  @Field(() => PatientLimit, { nullable: true, description: 'No accounts are opened beyond it.' })
  hardLimit?: PatientLimit | null;

  @Field(() => PatientLimit, { nullable: true, description: 'Clients warn beyond it.' })
  softLimit?: PatientLimit | null;
}

const toLimit = ({ plan, startTime, endTime }: Limit): PatientLimit => ({
  plan,
  startDate: startTime ?? null,
  endDate: endTime ?? null,
});

/** Limits as the graph shows them. */
export const toCountSettings = ({ hardLimit, softLimit }: Settings): PatientCountSettings => ({
  hardLimit: hardLimit ? toLimit(hardLimit) : null,
  softLimit: softLimit ? toLimit(softLimit) : null,
});

/** A limit as it is kept. */
export const fromLimit = ({ plan, startDate, endDate }: PatientLimit): Limit => ({
  plan,
  ...(startDate != null && { startTime: startDate }),
  ...(endDate != null && { endTime: endDate }),
});

@ObjectType({ description: 'How many sources of data are in a state.' })
export class SourceStateCount {
  @Field({ description: 'The state, such as `connected`.' })
  state!: string;

  @Field(() => Int, { description: 'How many.' })
  total!: number;
}

@ObjectType({ description: 'How many sources of data of one provider the patients of a clinic have.' })
export class ProviderCount {
  @Field({ description: 'The provider.' })
  providerName!: string;

  @Field(() => Int, { description: 'How many, whatever their state; a patient may have several.' })
  total!: number;

  @Field(() => [SourceStateCount], { description: 'How many of them are in which state.' })
  states!: SourceStateCount[];
}

@ObjectType({ description: 'How many patients a clinic has.' })
export class PatientCount {
  @Field(() => Int, { description: 'All.' })
  total!: number;

  @Field(() => Int, { description: 'The demo patient: 0 or 1.' })
  demo!: number;

  @Field(() => Int, { description: 'Those that count against the limit.' })
  plan!: number;

  @Field(() => [ProviderCount], { description: 'Their sources of data, without those of the demo patient.' })
  providers!: ProviderCount[];
}

/** A count as the graph shows it. */
export const toPatientCount = ({ clinicId: _clinic, ...count }: Count): PatientCount => count;

@InputType({ description: 'A clinic and its new tier.' })
export class UpdateClinicTierInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => ClinicTierName, { description: 'The tier.' })
  tier!: Tier;
}

@InputType({ description: 'A clinic, and which mails it does not want. What is absent is wanted.' })
export class UpdateSuppressedNotificationsInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'No mail to the administrators when somebody asks to become a patient.',
  })
  patientClinicInvitation?: boolean;
}

@InputType({ description: 'A clinic, and who may join it from now on.' })
export class UpdateMembershipRestrictionsInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => [MembershipRestriction], { description: 'All of them; none lets everybody join.' })
  restrictions!: MembershipRestriction[];
}

@InputType({ description: 'A clinic, and what holds for its medical record numbers from now on.' })
export class UpdateMrnSettingsInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field({ description: 'Every patient must have one.' })
  required!: boolean;

  @Field({ description: 'No two patients may have the same.' })
  unique!: boolean;
}

@InputType({ description: 'A clinic and its limits, in place of all that were set before.' })
export class UpdatePatientCountSettingsInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => PatientLimit, { nullable: true, description: 'No accounts are opened beyond it.' })
  hardLimit?: PatientLimit;

  @Field(() => PatientLimit, { nullable: true, description: 'Clients warn beyond it.' })
  softLimit?: PatientLimit;
}

@InputType({ description: 'Which clinic to count anew.' })
export class RefreshPatientCountInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;
}

@ObjectType({ description: 'Who may join a clinic after a change.' })
export class MembershipRestrictionsPayload {
  @Field(() => [MembershipRestriction], { description: 'All restrictions.' })
  restrictions!: MembershipRestriction[];
}

@ObjectType({ description: 'What holds for medical record numbers after a change.' })
export class MrnSettingsPayload {
  @Field({ description: 'The settings as they are now.' })
  settings!: MrnSettings;
}

@ObjectType({ description: 'The limits after a change.' })
export class PatientCountSettingsPayload {
  @Field({ description: 'The limits that hold now.' })
  settings!: PatientCountSettings;
}

@ObjectType({ description: 'A count of patients.' })
export class PatientCountPayload {
  @Field({ description: 'The count.' })
  patientCount!: PatientCount;
}
