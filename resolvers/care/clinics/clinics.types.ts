import { ArgsType, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import {
  clinicSizes,
  clinicTypes,
  clearableClinicFields,
  type ClearableClinicField,
} from '../../../src/care/clinics/clinic-fields';
import type { ClinicEntity } from '../../../src/care/clinics/clinic.entity';
import { tierDescription } from '../../../src/care/clinics/tier';
import { GlucoseUnits } from '../../records/data/glucose-units';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { DateTime } from '../../scalars';

/** Maps the keys of an object to the names in the graph. */
export const named = <Value extends string>(values: readonly Value[], nameOf: (value: Value) => string) =>
  Object.fromEntries(values.map((value) => [nameOf(value), value])) as Record<string, Value>;

export const ClinicTypeName = named(clinicTypes, (type) => type.toUpperCase());

registerEnumType(ClinicTypeName, {
  name: 'ClinicType',
  description: 'Type of clinic.',
  valuesConfig: {
    PROVIDER_PRACTICE: { description: 'Provider practice.' },
    HEALTHCARE_SYSTEM: { description: 'Health care system.' },
    VETERINARY_CLINIC: { description: 'Veterinary clinic.' },
    RESEARCHER: { description: 'Research institution.' },
    OTHER: { description: 'Other.' },
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
  description: 'Approximate number of patients of a clinic.',
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
  description: 'Details of a clinic that can be cleared.',
  valuesConfig: {
    ADDRESS: { description: 'The street address.' },
    CITY: { description: 'The city.' },
    POSTAL_CODE: { description: 'The postal code.' },
    STATE: { description: 'The state or region.' },
    COUNTRY: { description: 'The country.' },
    PHONE_NUMBERS: { description: 'All phone numbers.' },
    CLINIC_TYPE: { description: 'The type of clinic.' },
    CLINIC_SIZE: { description: 'The number of patients.' },
    WEBSITE: { description: 'The website.' },
    TIMEZONE: { description: 'The time zone.' },
  },
});

@ObjectType({ description: 'A phone number of a clinic.' })
export class PhoneNumber {
  @Field(() => String, { nullable: true, description: 'The type of number, such as `Office`.' })
  type?: string | null;

  @Field({ description: 'The telephone number.' })
  number!: string;
}

@ObjectType({ description: 'Mails that a clinic does not want.' })
export class SuppressedNotifications {
  @Field(() => Boolean, {
    nullable: true,
    description: 'No mail to the administrators when someone asks to become a patient.',
  })
  patientClinicInvitation?: boolean | null;
}

@ObjectType({ description: 'A clinic: a group of people who care for patients together.' })
export class Clinic {
  @Field(() => ID, { description: '24 lower-case hexadecimal characters, in order of creation.' })
  id!: string;

  @Field({ description: 'Name of the clinic.' })
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

  @Field(() => ClinicTypeName, { nullable: true, description: 'Type of clinic.' })
  clinicType!: string | null;

  @Field(() => String, { nullable: true, description: 'Website.' })
  website!: string | null;

  @Field(() => GlucoseUnits, { description: 'Preferred glucose units.' })
  preferredBgUnits!: string;

  @Field({ description: 'Share code that patients use to share their data with the clinic.' })
  shareCode!: string;

  @Field({ description: 'The service tier.' })
  tier!: string;

  @Field({ description: 'The name of the service tier.' })
  tierDescription!: string;

  @Field(() => DateTime, { description: 'When the clinic was created.' })
  createdTime!: number;

  @Field(() => DateTime, { description: 'When its details were last changed.' })
  updatedTime!: number;

  entity!: ClinicEntity;
}

/** Public fields of a clinic. Fields for members have resolvers, which read them from `entity`. */
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

@ObjectType({ description: 'A clinic and its cursor.' })
export class ClinicEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field({ description: 'The clinic.' })
  node!: Clinic;
}

@ObjectType({ description: 'A page of clinics.' })
export class ClinicConnection {
  @Field(() => [ClinicEdge], { description: 'The clinics of the page.' })
  edges!: ClinicEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class ClinicArguments extends pageArguments('clinics') {
  @Field(() => String, { nullable: true, description: 'Only the clinic with this share code.' })
  shareCode?: string;

  @Field(() => DateTime, { nullable: true, description: 'Only clinics created at this instant or later.' })
  createdFrom?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only clinics created before this instant.' })
  createdTo?: number;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only clinics that have an EHR connection, or that have none.',
  })
  ehrEnabled?: boolean;
}

@InputType({ description: 'A phone number of a clinic.' })
export class PhoneNumberInput {
  @Field(() => String, { nullable: true, description: 'The type of number.' })
  type?: string;

  @Field({ description: 'The telephone number.' })
  number!: string;
}

@InputType({ description: 'Details of a clinic.' })
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

  @Field(() => [PhoneNumberInput], { nullable: true, description: 'Phone numbers, without duplicates.' })
  phoneNumbers?: PhoneNumberInput[];

  @Field(() => ClinicTypeName, { nullable: true, description: 'Type of clinic.' })
  clinicType?: string;

  @Field(() => ClinicSizeName, { nullable: true, description: 'Number of patients.' })
  clinicSize?: string;

  @Field(() => String, { nullable: true, description: 'Website.' })
  website?: string;

  @Field(() => String, { nullable: true, description: 'IANA name of the time zone.' })
  timezone?: string;
}

@InputType({ description: 'Details of a new clinic.' })
export class CreateClinicInput extends ClinicDetails {
  @Field({ description: 'Name of the clinic.' })
  name!: string;

  @Field(() => GlucoseUnits, { description: 'Preferred glucose units.' })
  preferredBgUnits!: string;
}

@InputType({ description: 'Changes to a clinic. Absent fields stay unchanged; null clears a field.' })
export class UpdateClinicInput extends ClinicDetails {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The `version` that the caller has seen. If it has changed since, nothing is changed, and the error is `PRECONDITION_FAILED`.',
  })
  expectedVersion?: string;

  @Field(() => String, { nullable: true, description: 'New name of the clinic.' })
  name?: string;

  @Field(() => GlucoseUnits, { nullable: true, description: 'Preferred glucose units.' })
  preferredBgUnits?: string;

  @Field(() => [ClinicFieldName], {
    nullable: true,
    description: 'Fields to clear, as null in the field does.',
  })
  clear?: ClearableClinicField[];
}

@InputType({ description: 'The clinic to delete.' })
export class DeleteClinicInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;
}

@ObjectType({ description: 'Result of changing a clinic.' })
export class ClinicPayload {
  @Field({ description: 'The clinic after the change.' })
  clinic!: Clinic;
}
