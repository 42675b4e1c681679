import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { PrescriptionAttributes } from './prescription-attributes.types';
import { Prescription } from './prescriptions.types';

@InputType({ description: 'A new prescription.' })
export class CreatePrescriptionInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => PrescriptionAttributes, {
    description: 'What it says. Only prescribers submit prescriptions.',
  })
  attributes!: PrescriptionAttributes;

  @Field(() => String, {
    nullable: true,
    description: 'What seals the attributes, as `prescriptionHash` computes it. Required.',
  })
  revisionHash?: string;

  @Field(() => ID, { nullable: true, description: 'The caller; nobody else can be named.' })
  createdUserId?: string;
}

@InputType({ description: 'A new revision of a prescription.' })
export class AddPrescriptionRevisionInput extends CreatePrescriptionInput {
  @Field(() => ID, { description: 'The prescription.' })
  prescriptionId!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of the revision that the caller has seen. When there is a later one, nothing changes.',
  })
  expectedRevisionId?: number;
}

@InputType({ description: 'A draft to delete.' })
export class DeletePrescriptionInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'The prescription.' })
  prescriptionId!: string;
}

@InputType({ description: 'What a patient shows to get a prescription.' })
export class ClaimPrescriptionInput {
  @Field(() => ID, { description: 'The account of the caller.' })
  userId!: string;

  @Field({ description: 'The code that was sent by mail.' })
  accessCode!: string;

  @Field({ description: 'Birthday of the patient, `YYYY-MM-DD`.' })
  birthday!: string;
}

@InputType({ description: 'A prescription that its patient begins to use.' })
export class ActivatePrescriptionInput {
  @Field(() => ID, { description: 'The account of the caller.' })
  userId!: string;

  @Field(() => ID, { description: 'The prescription.' })
  prescriptionId!: string;
}

@ObjectType({ description: 'A prescription after a change.' })
export class PrescriptionPayload {
  @Field({ description: 'The prescription as it is now.' })
  prescription!: Prescription;
}

@ObjectType({ description: 'Something that was done to a prescription.' })
export class PrescriptionChange {
  @Field(() => ID, { description: 'Id of the prescription.' })
  prescriptionId!: string;

  @Field(() => Prescription, {
    nullable: true,
    description: 'The prescription as it is now; absent once it is deleted.',
  })
  prescription!: Prescription | null;
}
