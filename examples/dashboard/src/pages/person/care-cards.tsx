import {
  ClinicDocument,
  CreateTagDocument,
  GlucoseStatisticsDocument,
  PatientDocument,
  UpdatePatientDocument,
  type PatientQuery,
  type UpdatePatientInput,
} from '@glycograph/client/operations';
import { useState } from 'react';
import { PatientRowsDocument } from '../../generated/operations';
import { useGraphMutation, useGraphQuery, useReadAgain } from '../../graph/graph';
import { unknown } from '../../time/zones';
import { Card } from '../../ui/card';
import { Empty, Shown } from '../../ui/states';
import { useUnits } from '../../ui/units';
import { ChangeProblem } from '../../ui/user-errors';
import { diagnosisText } from './person-header';
import { TargetForm, TargetSummary } from './target-form';

type Patient = NonNullable<PatientQuery['patient']>;
/** What is edited here. */
type Changes = Pick<UpdatePatientInput, 'tagIds' | 'glycemicRanges'>;

/** What a clinic records about its patient: tags and targets, edited in place. */
export function CareCards({ clinicId, userId }: { clinicId: string; userId: string }) {
  const query = useGraphQuery(PatientDocument, { clinicId, userId });
  return (
    <div className="care-cards">
      <Shown query={query} what="Loading the patient record">
        {({ patient }) =>
          patient ? (
            <>
              <TagCard patient={patient} />
              <TargetCard patient={patient} />
            </>
          ) : (
            <Empty>The patient record cannot be shown.</Empty>
          )
        }
      </Shown>
    </div>
  );
}

/**
 * Changes a patient, unless somebody else has since the shown version was read. Then the current state is read, so that
 * the person sees what they would have overwritten.
 */
function useUpdatePatient() {
  const update = useGraphMutation(UpdatePatientDocument, {
    changes: [PatientDocument, PatientRowsDocument, GlucoseStatisticsDocument],
  });
  const readAgain = useReadAgain();
  const change = async (patient: Patient, changes: Changes) => {
    try {
      await update.mutateAsync({
        input: {
          clinicId: patient.clinicId,
          userId: patient.userId,
          expectedVersion: patient.version,
          ...changes,
        },
      });
      return true;
    } catch {
      await readAgain(PatientDocument);
      return false;
    }
  };
  return { change, error: update.error, isBusy: update.isPending };
}

function TagCard({ patient }: { patient: Patient }) {
  const { change, error, isBusy } = useUpdatePatient();
  const clinic = useGraphQuery(ClinicDocument, { clinicId: patient.clinicId });
  const create = useGraphMutation(CreateTagDocument, { changes: [ClinicDocument] });
  const [name, setName] = useState('');
  const ids = patient.tags.map(({ id }) => id);
  const others = (clinic.data?.clinic?.patientTags ?? []).filter(({ id }) => !ids.includes(id));
  const assign = (tagIds: string[]) => change(patient, { tagIds });
  const createAndAssign = async () => {
    const { createPatientTag } = await create.mutateAsync({
      input: { clinicId: patient.clinicId, name: name.trim() },
    });
    if (createPatientTag?.tag) await assign([...ids, createPatientTag.tag.id]);
    setName('');
  };
  return (
    <Card title="Tags">
      <ul className="tag-list" aria-label="Tags of the patient">
        {patient.tags.map((tag) => (
          <li key={tag.id} className="chip">
            {tag.name}
            <button
              type="button"
              className="remove"
              disabled={isBusy}
              aria-label={`Remove the tag ${tag.name}`}
              onClick={() => void assign(ids.filter((id) => id !== tag.id))}
            >
              ×
            </button>
          </li>
        ))}
        {patient.tags.length === 0 && <li>No tags</li>}
      </ul>
      <ChangeProblem error={error ?? create.error} />
      <div className="tag-edit">
        <label className="field">
          <span>Add a tag</span>
          <select
            value=""
            disabled={isBusy || others.length === 0}
            onChange={(event) => void assign([...ids, event.target.value])}
          >
            <option value="">{others.length === 0 ? 'All are assigned' : 'Choose…'}</option>
            {others.map((tag) => (
              <option key={tag.id} value={tag.id}>
                {tag.name}
              </option>
            ))}
          </select>
        </label>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            createAndAssign().catch(() => undefined);
          }}
        >
          <label className="field">
            <span>New tag</span>
            <input value={name} maxLength={20} onChange={(event) => setName(event.target.value)} />
          </label>
          <button type="submit" className="button" disabled={name.trim() === '' || create.isPending}>
            Create
          </button>
        </form>
      </div>
    </Card>
  );
}

function TargetCard({ patient }: { patient: Patient }) {
  const [isOpen, setOpen] = useState(false);
  const units = useUnits();
  const { change, error, isBusy } = useUpdatePatient();
  const edit = !isOpen && (
    <button type="button" className="button" onClick={() => setOpen(true)}>
      Edit<span className="visually-hidden"> the targets</span>
    </button>
  );
  return (
    <Card title="Targets" aside={edit}>
      {isOpen ? (
        <TargetForm
          // After a conflict, the form begins again with what the other person has saved.
          key={`${patient.version} ${units}`}
          ranges={patient.glycemicRanges}
          units={units}
          isBusy={isBusy}
          onCancel={() => setOpen(false)}
          onSave={(glycemicRanges) =>
            void change(patient, { glycemicRanges }).then((isSaved) => isSaved && setOpen(false))
          }
        />
      ) : (
        <TargetSummary ranges={patient.glycemicRanges} units={units} />
      )}
      <ChangeProblem error={error} />
      <dl className="record">
        <div>
          <dt>Diagnosis</dt>
          <dd>{diagnosisText(patient.diagnosisType)}</dd>
        </div>
        <div>
          <dt>Record number</dt>
          <dd>{patient.mrn ?? unknown}</dd>
        </div>
      </dl>
    </Card>
  );
}
