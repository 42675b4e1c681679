import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { Clearable } from '../../clearable';
import { pageArguments } from '../../page-arguments';
import { CalendarDay, DateTime } from '../../scalars';

@ArgsType()
export class RelationArguments extends pageArguments() {}

@ArgsType()
export class AllCliniciansArguments extends RelationArguments {
  @Field(() => DateTime, { nullable: true, description: 'Only those created at this instant or later.' })
  createdFrom?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only those created before this instant.' })
  createdTo?: number;
}

@ArgsType()
export class FindPatientsArguments extends RelationArguments {
  @Field(() => String, {
    nullable: true,
    description: 'Medical record number; ignores case and accents.',
  })
  mrn?: string;

  @Field(() => CalendarDay, { nullable: true, description: 'Birthday, `YYYY-MM-DD`.' })
  birthDate?: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Only patients of this clinic, which the caller works in.',
  })
  clinicId?: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Only patients of the caller’s clinics that have this source id in their EHR settings.',
  })
  ehrSourceId?: string;
}

@InputType({ description: 'The new address of an account.' })
export class UpdateClinicUserInput {
  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;

  @Clearable()
  @Field(() => String, {
    nullable: true,
    description: 'The address. Null clears it for the patients; clinicians keep theirs.',
  })
  email?: string | null;
}

@InputType({ description: 'An account to remove from all clinics.' })
export class RemoveClinicUserInput {
  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;
}
