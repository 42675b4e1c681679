import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { CalendarDay, DateTime, JsonObject } from '../../scalars';

@InputType({ description: 'An event from Xealth.' })
export class XealthEventInput {
  @Field({ description: 'Token that authenticates Xealth.' })
  partnerToken!: string;

  @Field(() => JsonObject, { description: 'The event: JSON in the format of Xealth.' })
  event!: Record<string, unknown>;
}

@ObjectType({ description: 'The form that Xealth shows before an order.' })
export class XealthPreorderPayload {
  @Field(() => JsonObject, {
    nullable: true,
    description: 'The next form: JSON in the format of Xealth; absent if the order may be placed.',
  })
  form!: object | null;
}

@ObjectType({ description: 'A program that a patient is enrolled in.' })
export class XealthProgram {
  @Field({ description: 'Name of the program.' })
  title!: string;

  @Field({ description: 'Summary of the patient in one line.' })
  description!: string;

  @Field(() => CalendarDay, { description: 'The day of the enrollment, in UTC.' })
  enrolledDate!: string;

  @Field({ description: 'Whether there is anything that the caller has not seen yet.' })
  hasAlert!: boolean;

  @Field(() => ID, { description: 'Reference of the program’s orders.' })
  programId!: string;
}

@ObjectType({ description: 'A URL that shows the report on a patient.' })
export class XealthProgramPayload {
  @Field({ description: 'A URL that is valid for an hour.' })
  url!: string;
}

@InputType({ description: 'A report, and the token that opens it.' })
export class XealthReportInput {
  @Field({ description: 'The restricted token in the URL.' })
  restrictedToken!: string;

  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'Id of the patient’s account.' })
  patientId!: string;
}

@ObjectType({ description: 'A figure of a report.' })
export class ReportFigure {
  @Field({ description: 'Label of the figure.' })
  label!: string;

  @Field({ description: 'The value, rounded according to the iCoDE standard.' })
  value!: string;

  @Field({ description: 'Units; empty for a plain number.' })
  units!: string;
}

@ObjectType({ description: 'Figures of sensors or of meters.' })
export class ReportTable {
  @Field({ description: 'The source of the figures: sensors or meters.' })
  title!: string;

  @Field({ description: 'End of the 14 days, according to the summary.' })
  lastData!: string;

  @Field(() => [ReportFigure], { description: 'The figures of the table, in their order.' })
  figures!: ReportFigure[];
}

@ObjectType({ description: 'A report on the last 14 days of a patient.' })
export class PatientReport {
  @Field({ description: 'Name of the clinic.' })
  clinicName!: string;

  @Field({ description: 'Full name of the patient.' })
  fullName!: string;

  @Field(() => CalendarDay, { nullable: true, description: 'Birthday; absent if unknown.' })
  birthDate!: string | null;

  @Field(() => String, { nullable: true, description: 'Medical record number.' })
  mrn!: string | null;

  @Field(() => DateTime, { description: 'When the report was created.' })
  createdTime!: number;

  @Field(() => [ReportTable], { description: 'Figures, sensors first; none without statistics.' })
  tables!: ReportTable[];

  @Field(() => String, {
    nullable: true,
    description:
      'The ambulatory glucose profile as an SVG image; absent if the clinic may not view the data.',
  })
  image!: string | null;
}
