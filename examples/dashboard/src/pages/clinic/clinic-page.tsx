import { ClinicDocument, PatientListChangedDocument, type ClinicQuery } from '@glycograph/client/operations';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { PatientRowsDocument } from '../../generated/operations';
import { useGraphQuery, useLive, useReadAgain } from '../../graph/graph';
import { useNow } from '../../time/use-now';
import { useTitle } from '../../ui/layout';
import { pageArguments, Pager } from '../../ui/pager';
import { Empty, Problem, Shown } from '../../ui/states';
import { ListFilters } from './list-filters';
import { readSettings, toArguments, writeSettings, type ListSettings } from './list-settings';
import { PatientTable } from './patient-table';

const pageSize = 20;
const hourMs = 3_600_000;

type Clinic = NonNullable<ClinicQuery['clinic']>;

/** The patients of a clinic. */
export function ClinicPage({ clinicId }: { clinicId: string }) {
  const header = useGraphQuery(ClinicDocument, { clinicId });
  return (
    <Shown query={header} what="Loading the clinic">
      {({ clinic }) =>
        clinic ? <PatientList clinic={clinic} /> : <Empty>This clinic cannot be shown.</Empty>
      }
    </Shown>
  );
}

function PatientList({ clinic }: { clinic: Clinic }) {
  useTitle(`Patients · ${clinic.name}`);
  const [query, setQuery] = useSearchParams();
  const settings = readSettings(query);
  // Filters by time move on each hour, not with each drawing of the page.
  const hour = Math.floor(useNow() / hourMs) * hourMs;
  const listArguments = useMemo(() => toArguments(readSettings(query), hour), [query, hour]);
  const patients = useGraphQuery(
    PatientRowsDocument,
    { clinicId: clinic.id, ...listArguments, ...pageArguments(settings.position, pageSize) },
    { keepPrevious: true },
  );
  const readAgain = useReadAgain();
  useLive(PatientListChangedDocument, { clinicId: clinic.id }, () => void readAgain(PatientRowsDocument));

  /** Other settings begin with the first page. */
  const change = (changes: Partial<ListSettings>) =>
    setQuery(writeSettings({ ...settings, position: {}, ...changes }), { replace: !('position' in changes) });

  return (
    <>
      <header className="page-header">
        <div>
          <p className="eyebrow">{clinic.name}</p>
          <h1>Patients</h1>
        </div>
        <p className="page-note">Times in ranges from sensor readings</p>
      </header>
      <ListFilters settings={settings} tags={clinic.patientTags ?? []} onChange={change} />
      <Shown query={patients} what="Loading patients">
        {({ clinic: list }) => {
          const connection = list?.patients;
          if (!connection) return <Empty>The patients of this clinic cannot be shown.</Empty>;
          const rows = (connection.edges ?? []).map(({ node }) => node);
          return (
            <section
              aria-label="Patients"
              aria-busy={patients.isPlaceholderData}
              className={patients.isPlaceholderData ? 'stale' : ''}
            >
              {patients.error !== null && <Problem error={patients.error} />}
              <p className="count" role="status">
                {connection.count === connection.totalCount
                  ? `${connection.totalCount} patients`
                  : `${connection.count} of ${connection.totalCount} patients match`}
              </p>
              {rows.length === 0 ? (
                <Empty>No patient matches. Remove a filter to see more.</Empty>
              ) : (
                <PatientTable rows={rows} settings={settings} clinic={clinic} onChange={change} />
              )}
              <Pager
                what="patients"
                pageInfo={connection.pageInfo}
                onTurn={(position) => change({ position })}
              />
            </section>
          );
        }}
      </Shown>
    </>
  );
}
