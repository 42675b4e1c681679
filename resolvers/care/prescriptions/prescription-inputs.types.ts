import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { PrescriptionAttributes } from './prescription-attributes.types';
import { Prescription } from './prescriptions.types';
import { CalendarDay } from '../../scalars';

@InputType({ description: 'A new prescription.' })
export class CreatePrescriptionInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => PrescriptionAttributes, {
    description: 'The attributes of the prescription. Only prescribers can submit it.',
  })
  attributes!: PrescriptionAttributes;

  @Field(() => String, {
    nullable: true,
    description: 'Hash of the attributes, as computed by `prescriptionHash`. Required.',
  })
  revisionHash?: string;

  @Field(() => ID, { nullable: true, description: 'Id of the caller; no other value is accepted.' })
  createdUserId?: string;
}

@InputType({ description: 'A new revision of a prescription.' })
export class AddPrescriptionRevisionInput extends CreatePrescriptionInput {
  @Field(() => ID, { description: 'Id of the prescription.' })
  prescriptionId!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of the revision that the caller has seen. If there is a later one, nothing changes.',
  })
  expectedRevisionId?: number;
}

@InputType({ description: 'A draft to delete.' })
export class DeletePrescriptionInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'Id of the prescription.' })
  prescriptionId!: string;
}

@InputType({ description: 'Proof that the patient may claim a prescription.' })
export class ClaimPrescriptionInput {
  @Field(() => ID, { description: 'Id of the caller’s account.' })
  userId!: string;

  @Field({ description: 'The access code from the mail.' })
  accessCode!: string;

  @Field(() => CalendarDay, { description: 'Birthday of the patient, `YYYY-MM-DD`.' })
  birthday!: string;
}

@InputType({ description: 'A prescription to activate.' })
export class ActivatePrescriptionInput {
  @Field(() => ID, { description: 'Id of the caller’s account.' })
  userId!: string;

  @Field(() => ID, { description: 'Id of the prescription.' })
  prescriptionId!: string;
}

@ObjectType({ description: 'Result of changing a prescription.' })
export class PrescriptionPayload {
  @Field({ description: 'The prescription after the change.' })
  prescription!: Prescription;
}

@ObjectType({ description: 'A change to a prescription.' })
export class PrescriptionChange {
  @Field(() => ID, { description: 'Id of the prescription.' })
  prescriptionId!: string;

  @Field(() => Prescription, {
    nullable: true,
    description: 'The prescription after the change; absent once deleted.',
  })
  prescription!: Prescription | null;
}
