import type { Database } from '../../platform/database/database';
import type { Dialect } from '../../platform/database/dialect';
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

/** Patients of a clinic whose data sources have the same providers and states. */
interface Group {
  clinicId: string;
  /** JSON: the names of the providers, and the states, in the same order; null without data sources. */
  sources: string | null;
  demo: number;
  patients: number;
}

/** A data source of a patient. */
type Source = Pick<PatientDataSource, 'providerName' | 'state'>;

/** Marks a group whose `sources` are too long for the index. */
const tooLong = 'long';

const sourcesAsText: Readonly<Record<Dialect, string>> = {
  sqlite: `(SELECT json_array(json_group_array(s.value ->> 'providerName'), json_group_array(s.value ->> 'state'))
    FROM json_each(p.data_sources) s)`,
  mysql: `CONCAT('[', JSON_EXTRACT(data_sources, '$[*].providerName'), ',', JSON_EXTRACT(data_sources, '$[*].state'), ']')`,
};

/** The same, on MySQL from an index. */
const sourcesOfIndex: Readonly<Record<Dialect, string>> = {
  sqlite: sourcesAsText.sqlite,
  mysql: 'p.source_states',
};

/** Counts patients on demand, so the count is always current. */
export class PatientCountService {
  constructor(
    private readonly database: Database,
    private readonly news: ClinicNews,
    private readonly demoPatientId: string,
  ) {}

  /** The patients of these clinics, in the order of the ids. For loaders. */
  readonly ofClinics = async (clinicIds: readonly string[]): Promise<PatientCount[]> => {
    const found = await this.groups(sourcesOfIndex[this.database.dialect], clinicIds);
    const isMarked = found.some(({ sources }) => sources === tooLong);
    const others = isMarked
      ? await this.groups(
          sourcesAsText[this.database.dialect],
          clinicIds,
          `AND p.source_states = '${tooLong}'`,
        )
      : [];
    const rows = [...found.filter(({ sources }) => sources !== tooLong), ...others];
    return clinicIds.map((clinicId) => addCounts(clinicId, rows));
  };

  private groups(sources: string, clinicIds: readonly string[], further = ''): Promise<Group[]> {
    const isDemo = 'CASE WHEN p.user_id = ? THEN 1 ELSE 0 END';
    return this.database.aside.rows<Group>(
      `SELECT p.clinic_id AS clinicId, ${sources} AS sources, ${isDemo} AS demo, COUNT(*) AS patients
       FROM clinic_patients p WHERE p.clinic_id IN (${placeholders(clinicIds)}) ${further}
       GROUP BY p.clinic_id, ${sources}, ${isDemo}`,
      [this.demoPatientId, ...clinicIds, this.demoPatientId],
    );
  }

  /** Publishes the number of patients of a clinic. Throws when the clinic does not exist. */
  async refresh(clinicId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      await lockClinic(this.database, manager, clinicId);
      this.news.patientCountChanged(manager, clinicId);
    });
  }
}

function addCounts(clinicId: string, all: readonly Group[]): PatientCount {
  const rows = all.filter((group) => group.clinicId === clinicId);
  const sum = (some: readonly Group[]) => some.reduce((total, { patients }) => total + Number(patients), 0);
  const isDemo = ({ demo }: Group) => Number(demo) === 1;
  const real = rows.filter((row) => !isDemo(row));
  const withSources = real.map((row) => ({ row, sources: parseSources(row) }));
  const isPlanned = ({ sources }: { sources: Source[] }) =>
    !sources.some(({ providerName }) => providerName === 'twiist');
  return {
    clinicId,
    total: sum(rows),
    demo: sum(rows.filter(isDemo)),
    plan: sum(withSources.filter(isPlanned).map(({ row }) => row)),
    providers: countProviders(withSources),
  };
}

function parseSources({ sources }: Group): Source[] {
  if (sources === null) return [];
  const [names, states] = JSON.parse(sources) as [string[], string[]];
  return names.map((providerName, index) => ({ providerName, state: states[index] as string }));
}

function countProviders(withSources: readonly { row: Group; sources: Source[] }[]): ProviderCount[] {
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
