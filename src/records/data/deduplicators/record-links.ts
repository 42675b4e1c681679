import { recordTypes } from '../record-types/table';

/** Fields that refer to embedded records, by type and subtype. */
const linkFields = new Map(
  recordTypes.map(({ type, discriminator, fields }) => [
    `${type} ${discriminator?.value ?? ''}`,
    fields.filter(({ kind }) => kind === 'record').map(({ name }) => name),
  ]),
);

/** The names of the fields of a record that refer to embedded records. */
export const linkNames = ({ type, subType }: { type: string; subType?: string | null }): readonly string[] =>
  linkFields.get(`${type} ${subType ?? ''}`) ?? linkFields.get(`${type} `) ?? [];

interface Linking {
  type: string;
  subType: string | null;
  content: string;
}

/** The ids that a record refers to. */
export function linksIn({ type, subType, content }: Linking): string[] {
  const names = linkNames({ type, subType });
  if (names.length === 0) return [];
  const record = JSON.parse(content) as Record<string, unknown>;
  return names.map((name) => record[name]).filter((link) => typeof link === 'string');
}

/** The text of a record whose links lead to `kept` records in place of those that are not stored, by their ids. */
export function relinked({ type, subType, content }: Linking, kept: ReadonlyMap<string, string>): string {
  const names = linkNames({ type, subType });
  if (names.length === 0) return content;
  const record = JSON.parse(content) as Record<string, unknown>;
  for (const name of names) {
    const link = record[name];
    if (typeof link === 'string') record[name] = kept.get(link) ?? link;
  }
  return JSON.stringify(record);
}
