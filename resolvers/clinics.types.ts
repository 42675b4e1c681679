import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import {
  clinicSizes,
  clinicTypes,
  clearableClinicFields,
  type ClearableClinicField,
} from '../src/clinics/clinic-fields';
import type { ClinicEntity } from '../src/clinics/clinic.entity';
import { tierDescription } from '../src/clinics/tier';
import { GlucoseUnits } from './data/glucose-units';
import { PageInfo } from './page-info';
import { DateTime } from './scalars';

/** Values by the names that the graph has for them. */
export const named = <Value extends string>(values: readonly Value[], nameOf: (value: Value) => string) =>
  Object.fromEntries(values.map((value) => [nameOf(value), value])) as Record<string, Value>;

export const ClinicTypeName = named(clinicTypes, (type) => type.toUpperCase());

registerEnumType(ClinicTypeName, {
  name: 'ClinicType',
  description: 'What kind of place a clinic is.',
  valuesConfig: {
    PROVIDER_PRACTICE: { description: 'A practice.' },
    HEALTHCARE_SYSTEM: { description: 'A hospital or a system of several places.' },
    VETERINARY_CLINIC: { description: 'A clinic for animals.' },
    RESEARCHER: { description: 'A place of research.' },
    OTHER: { description: 'Something else.' },
  },
});

const nameOfSize = {
  '0-249': 'UP_TO_249',
  '250-499': 'UP_TO_499',
  '500-999': 'UP_TO_999',
  '1000+': 'FROM_1000',
};

export const ClinicSizeName = named(clinicSizes, (size) => nameOfSize[size]);

registerEnumType(ClinicSizeName, {
  name: 'ClinicSize',
  description: 'How many patients a clinic has, roughly.',
  valuesConfig: {
    UP_TO_249: { description: 'Less than 250.' },
    UP_TO_499: { description: '250 to 499.' },
    UP_TO_999: { description: '500 to 999.' },
    FROM_1000: { description: '1,000 or more.' },
  },
});

export const ClinicFieldName = named(clearableClinicFields, (field) =>
  field.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
);

registerEnumType(ClinicFieldName, {
  name: 'ClinicField',
  description: 'What can be taken back of a clinic.',
  valuesConfig: {
    ADDRESS: { description: 'The street address.' },
    CITY: { description: 'The city.' },
    POSTAL_CODE: { description: 'The postal code.' },
    STATE: { description: 'The state.' },
    COUNTRY: { description: 'The country.' },
    PHONE_NUMBERS: { description: 'All phone numbers.' },
    CLINIC_TYPE: { description: 'What kind of place it is.' },
    CLINIC_SIZE: { description: 'How many patients it has.' },
    WEBSITE: { description: 'The web site.' },
    TIMEZONE: { description: 'The time zone.' },
  },
});

@ObjectType({ description: 'A phone number of a clinic.' })
export class PhoneNumber {
  @Field(() => String, { nullable: true, description: 'What the number is for, such as `Office`.' })
  type?: string | null;

  @Field({ description: 'The number.' })
  number!: string;
}

@ObjectType({ description: 'Mails that a clinic does not want.' })
export class SuppressedNotifications {
  @Field(() => Boolean, {
    nullable: true,
    description: 'No mail to the administrators when somebody asks to become a patient.',
  })
  patientClinicInvitation?: boolean | null;
}

@ObjectType({ description: 'A clinic: people who care for patients together.' })
export class Clinic {
  @Field(() => ID, { description: '24 lower-case hexadecimal characters; they grow with the creation.' })
  id!: string;

  @Field({ description: 'The name.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Street address.' })
  address!: string | null;

  @Field(() => String, { nullable: true, description: 'City.' })
  city!: string | null;

  @Field(() => String, { nullable: true, description: 'Postal code.' })
  postalCode!: string | null;

  @Field(() => String, { nullable: true, description: 'State or region.' })
  state!: string | null;

  @Field(() => String, { nullable: true, description: 'Country, as ISO 3166-1 alpha-2.' })
  country!: string | null;

  @Field(() => ClinicTypeName, { nullable: true, description: 'What kind of place it is.' })
  clinicType!: string | null;

  @Field(() => String, { nullable: true, description: 'Web site.' })
  website!: string | null;

  @Field(() => GlucoseUnits, { description: 'The units that the clinic reads glucose in.' })
  preferredBgUnits!: string;

  @Field({ description: 'The code by which patients find the clinic to share their data with it.' })
  shareCode!: string;

  @Field({ description: 'The service tier.' })
  tier!: string;

  @Field({ description: 'The name of the service tier.' })
  tierDescription!: string;

  @Field(() => DateTime, { description: 'When the clinic was opened.' })
  createdTime!: number;

  @Field(() => DateTime, { description: 'When what is said about it was last changed.' })
  updatedTime!: number;

  entity!: ClinicEntity;
}

/** What a clinic tells everybody. What only its people may see has resolvers, which take it from the `entity`. */
export const toClinic = (entity: ClinicEntity): Clinic =>
  Object.assign(new Clinic(), {
    id: entity.id,
    name: entity.name,
    address: entity.address,
    city: entity.city,
    postalCode: entity.postalCode,
    state: entity.state,
    country: entity.country,
    clinicType: entity.clinicType,
    website: entity.website,
    preferredBgUnits: entity.preferredBgUnits,
    shareCode: entity.shareCode,
    tier: entity.tier,
    tierDescription: tierDescription(entity.tier),
    createdTime: entity.createdTime,
    updatedTime: entity.updatedTime,
    entity,
  });

@ObjectType({ description: 'A clinic and its place in the list.' })
export class ClinicEdge {
  @Field({ description: 'The place, for `after`.' })
  cursor!: string;

  @Field({ description: 'The clinic.' })
  node!: Clinic;
}

@ObjectType({ description: 'A page of clinics.' })
export class ClinicConnection {
  @Field(() => [ClinicEdge], { description: 'The clinics of the page.' })
  edges!: ClinicEdge[];

  @Field({ description: 'Where the page stands in the list.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class ClinicArguments {
  @Field(() => String, { nullable: true, description: 'Only the clinic that this code finds.' })
  shareCode?: string;

  @Field(() => DateTime, { nullable: true, description: 'Only clinics opened at this instant or later.' })
  createdFrom?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only clinics opened before this instant.' })
  createdTo?: number;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only clinics that are connected to a health record system, or that are not.',
  })
  ehrEnabled?: boolean;

  @Field(() => Int, { description: 'How many clinics at most, up to 1,000.', defaultValue: 20 })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor behind which the page begins.' })
  after?: string;
}

@InputType({ description: 'A phone number of a clinic.' })
export class PhoneNumberInput {
  @Field(() => String, { nullable: true, description: 'What the number is for.' })
  type?: string;

  @Field({ description: 'The number.' })
  number!: string;
}

@InputType({ description: 'What is said about a clinic.' })
abstract class ClinicDetails {
  @Field(() => String, { nullable: true, description: 'Street address.' })
  address?: string;

  @Field(() => String, { nullable: true, description: 'City.' })
  city?: string;

  @Field(() => String, { nullable: true, description: 'Postal code.' })
  postalCode?: string;

  @Field(() => String, { nullable: true, description: 'State or region.' })
  state?: string;

  @Field(() => String, { nullable: true, description: 'Country, as ISO 3166-1 alpha-2.' })
  country?: string;

  @Field(() => [PhoneNumberInput], { nullable: true, description: 'Phone numbers, none of them twice.' })
  phoneNumbers?: PhoneNumberInput[];

  @Field(() => ClinicTypeName, { nullable: true, description: 'What kind of place it is.' })
  clinicType?: string;

  @Field(() => ClinicSizeName, { nullable: true, description: 'How many patients it has.' })
  clinicSize?: string;

  @Field(() => String, { nullable: true, description: 'Web site.' })
  website?: string;

  @Field(() => String, { nullable: true, description: 'IANA name of the time zone.' })
  timezone?: string;
}

@InputType({ description: 'What is said about a new clinic.' })
export class CreateClinicInput extends ClinicDetails {
  @Field({ description: 'The name.' })
  name!: string;

  @Field(() => GlucoseUnits, { description: 'The units that the clinic reads glucose in.' })
  preferredBgUnits!: string;
}

@InputType({ description: 'What to change of a clinic; what is neither given nor cleared stays.' })
export class UpdateClinicInput extends ClinicDetails {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => String, { nullable: true, description: 'The name.' })
  name?: string;

  @Field(() => GlucoseUnits, { nullable: true, description: 'The units that the clinic reads glucose in.' })
  preferredBgUnits?: string;

  @Field(() => [ClinicFieldName], { nullable: true, description: 'What is not known any more.' })
  clear?: ClearableClinicField[];
}

@InputType({ description: 'Which clinic to close.' })
export class DeleteClinicInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;
}

@ObjectType({ description: 'A clinic after a change.' })
export class ClinicPayload {
  @Field({ description: 'The clinic as it is now.' })
  clinic!: Clinic;
}
