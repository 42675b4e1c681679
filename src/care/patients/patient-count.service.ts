import type { Database } from '../../platform/database/database';
import { placeholders } from '../../platform/database/placeholders';
import type { ClinicNews } from '../clinics/clinic-news.service';
import { lockClinic } from '../clinics/lock-clinic';
import type { PatientDataSource } from './patient.entity';

/** The number of data sources of one provider, by state. */
export interface ProviderCount {
  providerName: string;
  total: number;
  states: { state: string; total: number }[];
}

/** The number of patients of a clinic. */
export interface PatientCount {
  clinicId: string;
  total: number;
  /** The demo patient: 0 or 1. */
  demo: number;
  /** Those that count against the limit: neither the demo patient nor those with a `twiist` source. */
  plan: number;
  /** By name; a patient with two sources of a provider counts twice. */
  providers: ProviderCount[];
}

interface Row {
  clinic_id: string;
  sources: string | null;
  demo: number;
  patients: number;
}

/** Dependency: the data sources of a patient. */
type Source = Pick<PatientDataSource, 'providerName' | 'state'>;

/** Counts patients on demand, so the count is always current. */
export class PatientCountService {
  constructor(
    private readonly database: Database,
    private readonly news: ClinicNews,
    private readonly demoPatientId: string,
  ) {}

  /** The patients of these clinics, in the order of the ids. For loaders. */
  readonly ofClinics = async (clinicIds: readonly string[]): Promise<PatientCount[]> => {
    const rows = await this.database.plain.rows<Row>(
      `SELECT clinic_id, data_sources AS sources, CASE WHEN user_id = ? THEN 1 ELSE 0 END AS demo,
          COUNT(*) AS patients
        FROM clinic_patients WHERE clinic_id IN (${placeholders(clinicIds)})
        GROUP BY clinic_id, data_sources, CASE WHEN user_id = ? THEN 1 ELSE 0 END`,
      [this.demoPatientId, ...clinicIds, this.demoPatientId],
    );
    return clinicIds.map((clinicId) => countOf(clinicId, rows));
  };

  /** Publishes the number of patients of a clinic. Throws when the clinic does not exist. */
  async refresh(clinicId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      await lockClinic(this.database, manager, clinicId);
      this.news.patientCountChanged(manager, clinicId);
    });
  }
}

function countOf(clinicId: string, all: readonly Row[]): PatientCount {
  const rows = all.filter(({ clinic_id }) => clinic_id === clinicId);
  const sum = (some: readonly Row[]) => some.reduce((total, { patients }) => total + Number(patients), 0);
  const isDemo = ({ demo }: Row) => Number(demo) === 1;
  const real = rows.filter((row) => !isDemo(row));
  const withSources = real.map((row) => ({ row, sources: sourcesOf(row) }));
  const isPlanned = ({ sources }: { sources: Source[] }) =>
    !sources.some(({ providerName }) => providerName === 'twiist');
  return {
    clinicId,
    total: sum(rows),
    demo: sum(rows.filter(isDemo)),
    plan: sum(withSources.filter(isPlanned).map(({ row }) => row)),
    providers: providersOf(withSources),
  };
}

const sourcesOf = ({ sources }: Row): Source[] => (sources === null ? [] : (JSON.parse(sources) as Source[]));

function providersOf(withSources: readonly { row: Row; sources: Source[] }[]): ProviderCount[] {
  const counts = new Map<string, Map<string, number>>();
  for (const { row, sources } of withSources) {
    for (const { providerName, state } of sources) {
      const states = counts.get(providerName) ?? new Map<string, number>();
      states.set(state, (states.get(state) ?? 0) + Number(row.patients));
      counts.set(providerName, states);
    }
  }
  return [...counts]
    .map(([providerName, states]) => ({
      providerName,
      total: [...states.values()].reduce((sum, count) => sum + count, 0),
      states: [...states].map(([state, total]) => ({ state, total })),
    }))
    .sort((a, b) => (a.providerName < b.providerName ? -1 : 1));
}
