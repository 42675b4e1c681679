import { isNonNullType, type GraphQLArgument } from 'graphql';
import type { ArgumentsOf } from './field-walk';

/** Objects of the demo that the operations name. */
export interface DemoIds {
  clinicId: string;
  patientId: string;
  doctorId: string;
  /** One that patients of the clinic have. */
  tagId: string;
}

const day = 86_400_000;
/** Of pages: large, so that what an item takes outweighs what a page takes. */
const pageSize = 100;

const isoTime = (time: number): string => JSON.stringify(new Date(time).toISOString());

/** Values of arguments of the demo's objects, by `Type.field.argument`, `field.argument` or `argument`. */
function knownValues(
  { clinicId, patientId, doctorId, tagId }: DemoIds,
  days: number,
): Record<string, string> {
  const quoted = [clinicId, patientId, doctorId, tagId].map((id) => JSON.stringify(id));
  const [clinic, patient, doctor, tag] = quoted as [string, string, string, string];
  const now = Date.now();
  const from = isoTime(now - days * day);
  return {
    first: String(pageSize),
    days: String(days),
    clinicId: clinic,
    userId: patient,
    'Query.clinic.id': clinic,
    'Query.user.id': patient,
    'Query.clinician.userId': doctor,
    'Query.permissions.member': doctor,
    'Query.permissions.owner': patient,
    'Query.node.id': patient,
    'Query.nodes.ids': `[${patient}, ${clinic}]`,
    followedId: patient,
    followerId: doctor,
    'metadata.collection': '"profile"',
    'Clinic.realtimeReport.startTime': isoTime(now - 30 * day),
    'Clinic.realtimeReport.endTime': isoTime(now),
    'Clinic.tideReport.input': `{ tagIds: [${tag}], period: DAYS_14, lastDataCutoff: ${from} }`,
    'glucoseStatistics.from': from,
    'glucoseStatistics.to': isoTime(now),
    'trend.from': isoTime(now - 2 * days * day),
    'trend.to': from,
    'summary.type': 'CGM',
    'outdatedSummaries.type': 'CGM',
    'migratableSummaries.type': 'CGM',
    'providerSessions.filter': `{ userId: ${patient} }`,
  };
}

const unknownId = '"000000000000000000000000"';

/**
 * Arguments for fields of the demo: required ones, and what a field's cost depends on. Ids of objects that the demo lacks are
 * those of nothing.
 */
export function demoArguments(ids: DemoIds, days: number): ArgumentsOf {
  const known = knownValues(ids, days);
  return (type, field) => {
    const given = field.args.map((argument) => {
      const names = [
        `${type.name}.${field.name}.${argument.name}`,
        `${field.name}.${argument.name}`,
        argument.name,
      ];
      const value = names.map((name) => known[name]).find((each) => each !== undefined);
      if (value !== undefined) return `${argument.name}: ${value}`;
      if (!isRequired(argument)) return '';
      return isId(argument) ? `${argument.name}: ${unknownId}` : undefined;
    });
    if (given.includes(undefined)) return undefined;
    return given.filter((each) => each !== '').join(', ');
  };
}

const isRequired = ({ type, defaultValue }: GraphQLArgument): boolean =>
  isNonNullType(type) && defaultValue === undefined;

const isId = ({ type }: GraphQLArgument): boolean => String(type) === 'ID!' || String(type) === 'String!';
