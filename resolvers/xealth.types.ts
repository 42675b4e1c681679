import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { DateTime, JsonObject } from './scalars';

@InputType({ description: 'An event of Xealth.' })
export class XealthEventInput {
  @Field({ description: 'What Xealth shows with what it sends.' })
  partnerToken!: string;

  @Field(() => JsonObject, { description: 'The event, as Xealth spells it.' })
  event!: Record<string, unknown>;
}

@ObjectType({ description: 'What Xealth shows before something is ordered.' })
export class XealthPreorderPayload {
  @Field(() => JsonObject, {
    nullable: true,
    description: 'The next form, as Xealth spells it; absent when the order may be placed.',
  })
  form!: object | null;
}

@ObjectType({ description: 'A program that a patient is enrolled in.' })
export class XealthProgram {
  @Field({ description: 'Name of the program.' })
  title!: string;

  @Field({ description: 'What is known of the patient, in one line.' })
  description!: string;

  @Field({ description: 'Since when, `YYYY-MM-DD`.' })
  enrolledDate!: string;

  @Field({ description: 'There is something new since whoever asks has looked.' })
  hasAlert!: boolean;

  @Field(() => ID, { description: 'What orders of the program are known by.' })
  programId!: string;
}

@ObjectType({ description: 'Where the report on a patient is shown.' })
export class XealthProgramPayload {
  @Field({ description: 'An address that works for an hour.' })
  url!: string;
}

@InputType({ description: 'A report, and what opens it.' })
export class XealthReportInput {
  @Field({ description: 'The restricted token of the address.' })
  restrictedToken!: string;

  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'The account of the patient.' })
  patientId!: string;
}

@ObjectType({ description: 'A figure of a report.' })
export class ReportFigure {
  @Field({ description: 'What it tells.' })
  label!: string;

  @Field({ description: 'The amount, rounded as the iCoDE standard has it.' })
  value!: string;

  @Field({ description: 'Units; empty for a plain number.' })
  units!: string;
}

@ObjectType({ description: 'Figures of sensors, or of meters.' })
export class ReportTable {
  @Field({ description: 'What the figures are of.' })
  title!: string;

  @Field({ description: 'The end of the 14 days, as the summary tells it.' })
  lastData!: string;

  @Field(() => [ReportFigure], { description: 'The figures.' })
  figures!: ReportFigure[];
}

@ObjectType({ description: 'A report on the last 14 days of a patient.' })
export class PatientReport {
  @Field({ description: 'Name of the clinic.' })
  clinicName!: string;

  @Field({ description: 'Full name of the patient.' })
  fullName!: string;

  @Field({ description: 'Birthday, `YYYY-MM-DD`.' })
  birthDate!: string;

  @Field(() => String, { nullable: true, description: 'Medical record number.' })
  mrn!: string | null;

  @Field(() => DateTime, { description: 'When the report was made.' })
  createdTime!: number;

  @Field(() => [ReportTable], { description: 'Figures, of sensors first; none without statistics.' })
  tables!: ReportTable[];

  @Field(() => String, {
    nullable: true,
    description:
      'The ambulatory glucose profile as an SVG image; absent where the clinic may not look at the data.',
  })
  image!: string | null;
}
