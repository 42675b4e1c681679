import type { FigureTable } from '../statistics';

/** What a report on the last 14 days of a patient tells. */
export interface PatientReport {
  clinicName: string;
  fullName: string;
  /** `YYYY-MM-DD` */
  birthDate: string;
  mrn: string | null;
  /** When the report was made; milliseconds since the epoch. */
  createdTime: number;
  tables: FigureTable[];
}
