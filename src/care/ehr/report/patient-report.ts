import type { FigureTable } from '../statistics';

/** The content of a report on the last 14 days of a patient. */
export interface PatientReport {
  clinicName: string;
  fullName: string;
  /** `YYYY-MM-DD`; empty if unknown */
  birthDate: string;
  mrn: string | null;
  /** When the report was created; milliseconds since the epoch. */
  createdTime: number;
  tables: FigureTable[];
}
