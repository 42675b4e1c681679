import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../database/account-column';
import { TimeColumn } from '../database/columns';
import { summaryFields } from './summary-fields';

/** The figures of one period of a patient's summary, each in a column of its own, to sort and filter by. */
@Entity({ name: 'patient_summary_periods' })
export class SummaryPeriodEntity {
  @PrimaryColumn({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'summary_type' })
  summaryType!: string;

  @PrimaryColumn({ type: 'varchar' })
  period!: string;

  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** Record of the patient: the last word in every order. */
  @Column({ type: 'varchar', name: 'patient_id' })
  patientId!: string;

  /** A bit for each figure that has one (`SummaryField.flag`): the figure has a value. */
  @TimeColumn()
  flags!: number;
}

for (const { name, column } of summaryFields) {
  Column({ type: 'double', name: column, nullable: true })(SummaryPeriodEntity.prototype, name);
}
