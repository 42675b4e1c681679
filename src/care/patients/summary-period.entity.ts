import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { TimeColumn } from '../../platform/database/columns';
import { summaryFields } from './summary-fields';

/** The figures of one period of a patient's summary, each in its own column, for sorting and filtering. */
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

  /** Id of the patient's record, which breaks ties in every order. */
  @Column({ type: 'varchar', name: 'patient_id' })
  patientId!: string;

  /** A bit for each figure with a flag (`SummaryField.flag`): the figure has a value. */
  @TimeColumn()
  flags!: number;
}

for (const { name, column } of summaryFields) {
  Column({ type: 'double', name: column, nullable: true })(SummaryPeriodEntity.prototype, name);
}
