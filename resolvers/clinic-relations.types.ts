import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { DateTime } from './scalars';

@ArgsType()
export class RelationArguments {
  @Field(() => Int, { description: 'How many at most, up to 1,000.', defaultValue: 20 })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor behind which the page begins.' })
  after?: string;
}

@ArgsType()
export class AllCliniciansArguments extends RelationArguments {
  @Field(() => DateTime, { nullable: true, description: 'Only who came at this instant or later.' })
  createdFrom?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only who came before this instant.' })
  createdTo?: number;
}

@ArgsType()
export class FindPatientsArguments extends RelationArguments {
  @Field(() => String, {
    nullable: true,
    description: 'Medical record number; case and accents do not count.',
  })
  mrn?: string;

  @Field(() => String, { nullable: true, description: 'Birthday, `YYYY-MM-DD`.' })
  birthDate?: string;

  @Field(() => ID, { nullable: true, description: 'Only patients of this clinic of the caller.' })
  clinicId?: string;

  @Field(() => ID, {
    nullable: true,
    description:
      'Only patients of the clinics of the caller that have this source in the health record system.',
  })
  ehrSourceId?: string;
}

@InputType({ description: 'The new address of an account.' })
export class UpdateClinicUserInput {
  @Field(() => ID, { description: 'The account.' })
  userId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The address; when absent, patients have none any more.',
  })
  email?: string;
}

@InputType({ description: 'An account that leaves all clinics.' })
export class RemoveClinicUserInput {
  @Field(() => ID, { description: 'The account.' })
  userId!: string;
}
