import type { Database } from '../../../platform/database/database';
import { throughIndex } from '../../../platform/database/dialect';

/** A tag or a site of a clinic. */
export interface LabelName {
  clinicId: string;
  id: string;
  name: string;
}

/** The same, with the current number of patients. */
export interface Label extends LabelName {
  numPatients: number;
}

/** Tables of a kind of label: the labels, their patients, and the label column. */
export interface LabelTables {
  labels: string;
  patients: string;
  column: string;
}

/** The labels of each of these clinics without counts, in order of creation. */
export async function findLabelNames(
  { plain }: Database,
  { labels }: LabelTables,
  clinicIds: readonly string[],
): Promise<LabelName[][]> {
  const rows = await plain.rows<{ clinic_id: string; id: string; name: string }>(
    `SELECT clinic_id, id, name FROM ${labels}
      WHERE clinic_id IN (${clinicIds.map(() => '?').join(', ')}) ORDER BY id`,
    [...clinicIds],
  );
  const found = rows.map(({ clinic_id, id, name }) => ({ clinicId: clinic_id, id, name }));
  return clinicIds.map((wanted) => found.filter(({ clinicId }) => clinicId === wanted));
}

/** The labels of each of these clinics, in order of creation. */
export async function findLabels(
  { plain, dialect }: Database,
  { labels, patients, column }: LabelTables,
  clinicIds: readonly string[],
): Promise<Label[][]> {
  const labelled = `${patients} p ${throughIndex(dialect, 'PRIMARY')}`;
  const rows = await plain.rows<{ clinic_id: string; id: string; name: string; patients: number }>(
    `SELECT l.clinic_id, l.id, l.name,
        (SELECT COUNT(*) FROM ${labelled} WHERE p.clinic_id = l.clinic_id AND p.${column} = l.id) AS patients
      FROM ${labels} l WHERE l.clinic_id IN (${clinicIds.map(() => '?').join(', ')}) ORDER BY l.id`,
    [...clinicIds],
  );
  const found = rows.map(({ clinic_id, id, name, patients: count }) => ({
    clinicId: clinic_id,
    id,
    name,
    numPatients: Number(count),
  }));
  return clinicIds.map((wanted) => found.filter(({ clinicId }) => clinicId === wanted));
}

/** The label with this id. Throws the error if the clinic does not have it. */
export async function findLabel(
  database: Database,
  tables: LabelTables,
  { clinicId, id }: { clinicId: string; id: string },
  missing: () => Error,
): Promise<Label> {
  const [labels = []] = await findLabels(database, tables, [clinicId]);
  const label = labels.find((each) => each.id === id);
  if (!label) throw missing();
  return label;
}

/** The labels with these ids without counts, whatever their clinic; null for unknown ids. */
export async function findLabelNamesById(
  { plain }: Database,
  { labels }: LabelTables,
  ids: readonly string[],
): Promise<(LabelName | null)[]> {
  const rows = await plain.rows<{ clinic_id: string; id: string; name: string }>(
    `SELECT clinic_id, id, name FROM ${labels} WHERE id IN (${ids.map(() => '?').join(', ')})`,
    [...ids],
  );
  const found = new Map(rows.map(({ clinic_id, id, name }) => [id, { clinicId: clinic_id, id, name }]));
  return ids.map((id) => found.get(id) ?? null);
}
