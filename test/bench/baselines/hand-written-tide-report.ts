import express, { type Request } from 'express';
import type { RowDataPacket } from 'mysql2';
import { findRow, findRows as rows, identifyCaller, isOnSqlite } from './token-check';

/**
 * A TIDE report written for this one case: the same token check and permissions, one category after the other until the
 * limit, each read in index order, no schema and no rules.
 */
interface Category {
  name: string;
  condition: string;
  order: string;
  /** Sort keys of the figures. */
  index?: string;
}

const category = (
  name: string,
  column: string,
  condition: string,
  order: 'ASC' | 'DESC',
  isSorted = false,
) => ({
  name,
  condition: `f.${column} ${condition}`,
  order: `f.${column} ${order}`,
  ...(isSorted && { index: `patient_periods_${column}_${order.toLowerCase()}` }),
});

const categories: Category[] = [
  category('timeInVeryLowPercent', 'time_in_very_low_percent', '> 0.01e0', 'DESC', true),
  category('timeInAnyLowPercent', 'time_in_any_low_percent', '> 0.04e0', 'DESC'),
  category('timeInVeryHighPercent', 'time_in_very_high_percent', '> 0.05e0', 'DESC', true),
  category('timeInAnyHighPercent', 'time_in_any_high_percent', '> 0.25e0', 'DESC'),
  category('dropInTimeInTargetPercent', 'time_in_target_percent_delta', '< -0.15e0', 'ASC'),
  category('timeCGMUsePercent', 'time_cgm_use_percent', '< 0.7e0', 'ASC', true),
  {
    name: 'meetingTargets',
    condition: `f.time_in_target_percent >= 0.7e0 AND f.time_cgm_use_percent >= 0.7e0
      AND NOT COALESCE(f.time_in_extreme_high_percent >= 0.01e0, 0)`,
    order: 'f.time_in_target_percent DESC',
    index: 'patient_periods_time_in_target_percent_desc',
  },
];

const figures: [name: string, column: string][] = [
  ['averageGlucoseMmol', 'average_glucose_mmol'],
  ['glucoseManagementIndicator', 'glucose_management_indicator'],
  ['timeCGMUseMinutes', 'time_cgm_use_minutes'],
  ['timeCGMUsePercent', 'time_cgm_use_percent'],
  ['timeInExtremeHighPercent', 'time_in_extreme_high_percent'],
  ['timeInHighPercent', 'time_in_high_percent'],
  ['timeInLowPercent', 'time_in_low_percent'],
  ['timeInTargetPercent', 'time_in_target_percent'],
  ['timeInVeryHighPercent', 'time_in_very_high_percent'],
  ['timeInVeryLowPercent', 'time_in_very_low_percent'],
  ['timeInAnyHighPercent', 'time_in_any_high_percent'],
  ['timeInAnyLowPercent', 'time_in_any_low_percent'],
  ['timeInTargetPercentDelta', 'time_in_target_percent_delta'],
];

interface Question {
  clinicId: string;
  tag: string;
  cutoff: number;
}

interface Section {
  name: string;
  found: RowDataPacket[];
}

const of = (table: string, first: string) =>
  `${table}.clinic_id = ${first}.clinic_id AND ${table}.user_id = ${first}.user_id`;

async function standingOut({ clinicId, tag, cutoff }: Question): Promise<Section[]> {
  const sections: Section[] = [];
  let room = 100;
  for (const [place, { name, condition, order, index }] of categories.entries()) {
    if (room === 0) break;
    const earlier = categories.slice(0, place).map((each) => `AND NOT COALESCE(${each.condition}, 0)`);
    const found = await rows(
      `SELECT STRAIGHT_JOIN f.user_id, d.cgm_last_data
       FROM patient_summary_periods f ${index ? `FORCE INDEX (${index})` : ''}
         JOIN patient_taggings t ON ${of('t', 'f')} AND t.tag_id = ?
         JOIN patient_summaries d ON ${of('d', 'f')} AND d.cgm_last_data >= ?
       WHERE f.clinic_id = ? AND f.summary_type = 'cgm' AND f.period = '14d' AND ${condition} ${earlier.join(' ')}
       ORDER BY ${order}, f.patient_id LIMIT ?`,
      [tag, cutoff, clinicId, room],
    );
    room -= found.length;
    sections.push({ name, found });
  }
  return sections;
}

const hasState = (state: string): string =>
  isOnSqlite
    ? `EXISTS (SELECT 1 FROM json_each(p.data_sources) s
         WHERE s.value ->> 'providerName' = 'dexcom' AND s.value ->> 'state' = '${state}')`
    : `JSON_CONTAINS(p.data_sources, '{"providerName": "dexcom", "state": "${state}"}')`;

const lost = `p.data_sources LIKE '%"dexcom"%' AND (${['pending', 'pendingReconnect', 'disconnected', 'error']
  .map(hasState)
  .join(' OR ')})`;

async function withoutData({ clinicId, tag, cutoff }: Question): Promise<Section> {
  const never = await rows(
    `SELECT t.user_id, NULL AS cgm_last_data FROM patient_taggings t
       LEFT JOIN patient_summaries d ON ${of('d', 't')}
       JOIN clinic_patients p ON ${of('p', 't')}
     WHERE t.clinic_id = ? AND t.tag_id = ? AND d.cgm_last_data IS NULL ORDER BY p.id LIMIT 50`,
    [clinicId, tag],
  );
  const late = await rows(
    `SELECT STRAIGHT_JOIN d.user_id, d.cgm_last_data
     FROM patient_summaries d FORCE INDEX (patient_summaries_cgm_asc)
       JOIN patient_taggings t ON ${of('t', 'd')} AND t.tag_id = ?
       JOIN clinic_patients p ON ${of('p', 'd')}
     WHERE d.clinic_id = ? AND d.cgm_last_data < ? AND (d.cgm_last_data < ? OR (${lost}))
     ORDER BY d.cgm_last_data, d.patient_id LIMIT ?`,
    [tag, clinicId, Date.now() - 8 * 3_600_000, cutoff, 50 - never.length],
  );
  return { name: 'noData', found: [...never, ...late] };
}

async function readReport(question: Question): Promise<object> {
  const { clinicId, tag, cutoff } = question;
  const [standing, waiting] = await Promise.all([standingOut(question), withoutData(question)]);
  const sections = [...standing, waiting];
  const ids = sections.flatMap(({ found }) => found.map(({ user_id: id }) => id as string));
  const [patients, tags] = await Promise.all([
    rows(
      `SELECT p.user_id, p.full_name, p.email, p.reviews, p.data_sources,
         ${figures.map(([, column]) => `f.${column}`).join(', ')}
       FROM clinic_patients p
         LEFT JOIN patient_summary_periods f ON ${of('f', 'p')} AND f.summary_type = 'cgm' AND f.period = '14d'
       WHERE p.clinic_id = ? AND p.user_id IN (?)`,
      [clinicId, ids],
    ),
    rows(
      'SELECT user_id, tag_id FROM patient_taggings WHERE clinic_id = ? AND user_id IN (?) ORDER BY place',
      [clinicId, ids],
    ),
  ]);
  const byId = new Map(patients.map((row) => [row.user_id as string, row]));
  const tagsById = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const { user_id: id, tag_id: each } of tags) tagsById.get(id)?.push(each);
  const entry = ({ user_id: id, cgm_last_data: lastData }: RowDataPacket) => {
    const row = byId.get(id)!;
    return {
      ...Object.fromEntries(
        figures.filter(([, column]) => row[column] !== null).map(([name, column]) => [name, row[column]]),
      ),
      ...(lastData !== null && { lastData: new Date(Number(lastData)).toISOString() }),
      patient: {
        id,
        email: row.email,
        fullName: row.full_name,
        tags: tagsById.get(id),
        reviews: JSON.parse(row.reviews),
        dataSources: JSON.parse(row.data_sources),
      },
    };
  };
  return {
    config: {
      schemaVersion: 2,
      clinicId,
      period: '14d',
      lastDataCutoff: new Date(cutoff).toISOString(),
      tags: [tag],
      lowGlucoseThreshold: 3.9,
      veryLowGlucoseThreshold: 3,
      highGlucoseThreshold: 10,
      veryHighGlucoseThreshold: 13.9,
      extremeHighGlucoseThreshold: 19.4,
      filters: {
        timeInVeryLowPercent: '>0.01',
        timeInAnyLowPercent: '>0.04',
        dropInTimeInTargetPercent: '<-0.15',
        timeInTargetPercent: '<0.7',
        timeCGMUsePercent: '<0.7',
      },
    },
    results: Object.fromEntries(sections.map(({ name, found }) => [name, found.map(entry)])),
  };
}

async function isMember(request: Request, clinicId: string): Promise<boolean> {
  const sql = 'SELECT roles FROM clinicians WHERE clinic_id = ? AND user_id = ?';
  const row = await findRow(sql, [clinicId, await identifyCaller(request)]);
  return row !== undefined && /CLINIC_(ADMIN|MEMBER)/.test(row.roles);
}

const app = express();
app.disable('x-powered-by');
app.disable('etag');

app.get('/readyz', (_request, response) => void response.end());

app.get('/v1/clinics/:clinicId/tide_report', async (request, response) => {
  const { clinicId } = request.params;
  if (!(await isMember(request, clinicId))) return void response.status(403).json({ code: 403 });
  const { tags, lastDataCutoff } = request.query as Record<string, string>;
  response.json(await readReport({ clinicId, tag: tags ?? '', cutoff: Date.parse(lastDataCutoff ?? '') }));
});

app.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit());
